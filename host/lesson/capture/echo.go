package capture

import (
	"strings"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// How much of a draft's terms must stand close together in another text for its words to be
// the same: in what strangers said, and in what is heeded already, where a reversal also
// shares most words.
const (
	echoShare = .6
	saidShare = .8
)

// heardBytesMax bounds what is read of a session's strangers, a hundred milliseconds of it.
const heardBytesMax = 4 << 20

// Echo returns the place in texts where the words of a draft stand: most of its terms, close
// together. complete is false if not all texts could be read.
func Echo(d Draft, heard []string) (place string, complete bool) {
	words := distinct(language.Terms(d.whole()))
	left := heardBytesMax
	complete = true
	for i := len(heard) - 1; i >= 0; i-- { // the latest first
		text := heard[i]
		if len(text) > left {
			text, complete = text[len(text)-left:], false
		}
		if place = together(words, text, echoShare); place != "" {
			return place, complete
		}
		left -= len(text)
	}
	return "", complete
}

// Said returns the place of what says a draft already, or "". A text that negates other words
// is another lesson.
func (j Judge) Said(text string) (place string) {
	words := distinct(language.Terms(text))
	for _, known := range j.Known {
		for line := range strings.Lines(known.Text) {
			if part := together(words, line, saidShare); part != "" && negations(part) == negations(text) && sameNumbers(part, text) {
				return known.Place
			}
		}
	}
	return ""
}

// together returns a stretch of a text in which this share of some terms occurs within twice
// the words that they take, in time linear in the text.
func together(terms map[string]bool, text string, share float64) string {
	if len(terms) == 0 {
		return ""
	}
	need := int(share*float64(len(terms)) + .999)
	width := 2*len(terms) + 6
	type occurrence struct {
		term     string
		from, to int
	}
	var window []occurrence
	counts := map[string]int{}
	at := 0
	for _, field := range strings.Fields(text) {
		from := at + strings.Index(text[at:], field)
		at = from + len(field)
		for _, term := range language.Terms(field) {
			window = append(window, occurrence{term, from, at})
			if terms[term] {
				counts[term]++
			}
			if len(window) > width {
				if first := window[0].term; counts[first] > 1 {
					counts[first]--
				} else {
					delete(counts, first)
				}
				window = window[1:]
			}
		}
		if len(counts) >= need {
			return text[window[0].from:at]
		}
	}
	return ""
}

func distinct(terms []string) map[string]bool {
	set := make(map[string]bool, len(terms))
	for _, term := range terms {
		set[term] = true
	}
	return set
}

func termSet(text string) map[string]bool { return distinct(language.Terms(text)) }

// negations counts the words that turn a text's meaning, odd or even.
func negations(text string) int {
	n := 0
	for _, w := range newSentence(text).words {
		switch w {
		case "not", "never", "no", "don't", "without", "avoid", "stop", "cannot", "can't", "isn't", "aren't", "doesn't":
			n++
		}
	}
	return n % 2
}

func sameNumbers(a, b string) bool {
	in := map[string]bool{}
	for _, field := range strings.Fields(a) {
		in[strings.Trim(field, ",.;:()'\"`")] = true
	}
	for _, field := range strings.Fields(b) {
		if number := strings.Trim(field, ",.;:()'\"`"); strings.ContainsAny(number, "0123456789") && !in[number] {
			return false
		}
	}
	return true
}
