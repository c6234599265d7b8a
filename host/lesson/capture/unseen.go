package capture

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/visible"
)

// unseen refuses what a person who reviews a lesson would not see: control characters, marks
// of direction and other hidden ones, bytes that are no text, and words whose letters come
// from two alphabets.
func unseen(d Draft, _ string) string {
	for _, text := range append([]string{d.Title, d.Text, d.When}, d.Paths...) {
		if !utf8.ValidString(text) {
			return "it has bytes that are no text in UTF-8"
		}
		if r, hides := hidden(text); hides {
			return fmt.Sprintf("it has a hidden character (U+%04X), so that what is read is not what is kept; write it without", r)
		}
		if word := mixed(text); word != "" {
			return "a word of it has letters of two alphabets that look alike: " + quoted(word)
		}
	}
	return ""
}

// hidden returns the first character that a reader does not see. White space is seen.
func hidden(text string) (rune, bool) {
	spaced := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, text)
	if visible.Text(spaced) == spaced {
		return 0, false
	}
	for _, r := range spaced {
		if r != ' ' && r != '\uFE0F' && visible.Hidden(r) {
			return r, true
		}
	}
	return '\uFE0F', true
}

// mixed returns a word of Latin letters with Cyrillic, Greek or Armenian ones among them. Greek
// letters that are signs of units and formulas are let alone.
func mixed(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		latin, other := false, false
		for _, r := range word {
			switch {
			case unicode.Is(unicode.Latin, r):
				latin = true
			case unicode.In(r, unicode.Cyrillic, unicode.Armenian, unicode.Cherokee), unicode.Is(unicode.Greek, r) && !strings.ContainsRune("αβγδελμπσφωΔΩΣ", r):
				other = true
			}
		}
		if latin && other {
			return word
		}
	}
	return ""
}
