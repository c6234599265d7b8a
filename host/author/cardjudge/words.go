package cardjudge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// From which share of words in common two lines are one sentence. No two asks of one of 497
// cards by two careful hands reach it.
const sameSentence = .75

// wordsOf are the stems of a line without words of grammar, each once.
func wordsOf(line string) []string {
	terms := slices.Clone(rank.NewQuery(line).Terms)
	slices.Sort(terms)
	return slices.Compact(terms)
}

// overlap is the share of the words of two lines that both have, 0 to 1; 0 if one says
// next to nothing.
func overlap(a, b []string) float64 {
	if len(a) < 2 || len(b) < 2 {
		return 0
	}
	both := 0
	for _, word := range a {
		if _, found := slices.BinarySearch(b, word); found {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// alike names asks that say what another says. Such asks count as one: with them left out,
// a card needs as many as any.
func alike(asks []string) []Fault {
	var kept [][]string
	var faults []Fault
	var again []string
	for _, ask := range asks {
		words := wordsOf(ask)
		at := slices.IndexFunc(kept, func(other []string) bool { return overlap(words, other) >= sameSentence })
		if at < 0 {
			kept = append(kept, words)
			continue
		}
		again = append(again, ask)
		faults = append(faults, advice(CodeAlike, ask, "another ask says the same; write one that differs"))
	}
	if len(again) > 0 && len(kept) < AsksMin && len(asks) >= AsksMin {
		return []Fault{harm(CodeAlike, "", "of its %d asks %d repeat what another says, such as %s; write at least %d that differ", len(asks), len(again), quotedList(again, 2), AsksMin)}
	}
	return faults
}

// Frames: how many words at the beginning or end of an ask are compared, and in how many
// asks they may be the same: a template is one ask in many copies.
const (
	frameWords = 3
	frameMany  = .5
	frameAll   = .75
)

// framed names a beginning or an end that many asks share.
func framed(asks []string) []Fault {
	var faults []Fault
	for _, end := range []struct {
		verb string
		of   func(words []string) []string
	}{
		{"begin", func(words []string) []string { return words[:frameWords] }},
		{"end", func(words []string) []string { return words[len(words)-frameWords:] }},
	} {
		frame, n := commonest(asks, end.of)
		share := float64(n) / float64(max(1, len(asks)))
		if n < 3 || share <= frameMany {
			continue
		}
		f := advice(CodeFrame, "", "%d of its %d asks %s with “%s”; people write in many ways: short, long, as a symptom, with a file's name", n, len(asks), end.verb, frame)
		f.Harms = share > frameAll
		faults = append(faults, f)
	}
	return faults
}

// commonest is the frame that most asks have, and how many. Asks of fewer words than two
// frames have none.
func commonest(asks []string, of func(words []string) []string) (frame string, n int) {
	count := map[string]int{}
	for _, ask := range asks {
		words := strings.FieldsFunc(strings.ToLower(ask), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
		if len(words) <= frameWords {
			continue
		}
		key := strings.Join(of(words), " ")
		if count[key]++; count[key] > n || count[key] == n && key < frame {
			frame, n = key, count[key]
		}
	}
	return frame, n
}

// copiedWords is how many words in a row an ask may share with the description.
const copiedWords = 8

// copies reports whether an ask has a long run of the description's words.
func copies(ask, description string) bool {
	fields := strings.Fields(strings.ToLower(ask))
	within := " " + strings.Join(strings.Fields(strings.ToLower(description)), " ") + " "
	for i := 0; i+copiedWords <= len(fields); i++ {
		if strings.Contains(within, " "+strings.Join(fields[i:i+copiedWords], " ")+" ") {
			return true
		}
	}
	return false
}

// general are English words that a request about anything may have, by their stems.
var general = func() map[string]bool {
	words := `help fix make do work thing stuff code problem issue bug error please change improve better file files
project task app application program software feature create check look see show
tell explain give go continue yes no ok okay thanks thank hello hi hey sure done next start stop try again want like
great nice bad wrong broken fail failing failed everything anything something nothing all every each any some new old
same other more less left now today quick quickly fast easy simple question
last way time day here there review refactor clean finish add remove delete edit modify implement
handle use using solve solution support assist assistance think know understand let
repo repository line lines part step steps`
	set := map[string]bool{}
	for _, term := range language.Terms(words) {
		set[term] = true
	}
	return set
}()

// saysNothing reports a line whose every word could be in a request about anything.
func saysNothing(line string) bool {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if language.Grammar(word) {
			continue
		}
		for _, term := range language.Terms(word) {
			if !general[term] {
				return false
			}
		}
	}
	return true
}
