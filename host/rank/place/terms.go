package place

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/ascii"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Limits of a text's terms. What lies behind them is not counted.
const (
	bodyBytesMax = 1 << 20
	wordBytesMax = 64 // a longer word is data: a key, a hash, an encoded picture
)

// exactMark starts the term of a whole name, so that it is never a word's: "=parseargs" for
// parse_args, parseArgs and ParseArgs.
const exactMark = "="

// Terms are how often each term occurs in a place, by field, and how many there are.
type Terms struct {
	Body   map[string]int // of all its lines
	Symbol map[string]int // of its symbol: its words, stop words included, and its name as a whole
	Length int            // of the body, repetitions counted
}

// Analyze returns the terms of a place: stems of the words in its identifiers, comments and
// strings, without stop words in the body. It may be called from many goroutines.
func Analyze(symbol, body string) Terms {
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	t := Terms{Body: make(map[string]int, 32), Symbol: make(map[string]int, 8)}
	a.each(limited(body), func(w word) {
		if w.stop {
			return
		}
		t.Body[w.stem]++
		t.Length++
	})
	a.each(limited(symbol), func(w word) { t.Symbol[w.stem]++ })
	for _, name := range exactNames(symbol) {
		t.Symbol[name]++
	}
	return t
}

// PathTerms returns the terms of a path without its last extension, in order and with
// repetitions.
func PathTerms(path string) []string {
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	slash := strings.LastIndexByte(path, '/')
	if dot := strings.LastIndexByte(path, '.'); dot > slash+1 {
		path = path[:dot]
	}
	var terms []string
	a.each(limited(path), func(w word) { terms = append(terms, w.stem) })
	return terms
}

// exactNames returns the terms of a symbol as a whole: of its last name and, where others
// come before that, of all of them.
func exactNames(symbol string) []string {
	parts := names(symbol)
	if len(parts) == 0 {
		return nil
	}
	last := parts[len(parts)-1]
	if len(parts) == 1 {
		return []string{exactMark + last}
	}
	return []string{exactMark + last, exactMark + parts[len(parts)-2] + "." + last}
}

// names are the names in a symbol such as Mux.Use, std::fmt or (*Mux).Use, in lower case and
// without underscores.
func names(symbol string) []string {
	var parts []string
	for _, part := range strings.FieldsFunc(symbol, func(r rune) bool {
		return r < utf8.RuneSelf && r != '_' && !ascii.IsAlphanumeric(byte(r))
	}) {
		if part = strings.ToLower(strings.ReplaceAll(part, "_", "")); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func limited(text string) string { return text[:min(len(text), bodyBytesMax)] }

// word is what is known of one word as it is spelled.
type word struct {
	stem string
	stop bool
}

// analyzer holds the words that it has seen: sources repeat theirs.
type analyzer struct {
	words map[string]word
}

// wordsMax bounds an analyzer's memory.
const wordsMax = 1 << 16

var analyzers = sync.Pool{New: func() any { return &analyzer{words: map[string]word{}} }}

// each calls yield for the words of a text in order: runs of letters and digits, divided
// where the case changes; runs of other scripts as package language divides them.
func (a *analyzer) each(text string, yield func(word)) {
	for at := 0; at < len(text); {
		c := text[at]
		switch {
		case ascii.IsAlphanumeric(c):
			end := at + 1
			for end < len(text) && ascii.IsAlphanumeric(text[end]) && !divides(text, at, end) {
				end++
			}
			if end-at <= wordBytesMax {
				yield(a.word(text[at:end]))
			}
			at = end
		case c < utf8.RuneSelf:
			at++
		default:
			end := at
			for end < len(text) && (text[end] >= utf8.RuneSelf || ascii.IsAlphanumeric(text[end])) {
				end++
			}
			for _, term := range language.Terms(text[at:end]) {
				yield(word{stem: term})
			}
			at = end
		}
	}
}

// divides reports that a new word starts at a place inside a run that starts at from: aB and
// 1B divide before B, ABc before B too.
func divides(text string, from, at int) bool {
	if !ascii.IsUpper(text[at]) {
		return false
	}
	if !ascii.IsUpper(text[at-1]) {
		return true
	}
	return at > from && at+1 < len(text) && ascii.IsLower(text[at+1])
}

func (a *analyzer) word(spelled string) word {
	if w, known := a.words[spelled]; known {
		return w
	}
	if len(a.words) >= wordsMax {
		clear(a.words)
	}
	lower := strings.ToLower(spelled)
	w := word{stem: strings.Clone(language.Stem(lower)), stop: language.Stop(lower) || len(lower) == 1}
	a.words[strings.Clone(spelled)] = w
	return w
}
