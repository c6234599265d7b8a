package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A suffix is replaced where enough of the word remains before it; the first
// one that fits is the only one.
var suffixes = [...]struct {
	suffix, replacement string
	left                int // letters that must remain
}{
	{"ications", "icat", 4},
	{"ization", "iz", 3},
	{"izations", "iz", 3},
	{"ations", "at", 3},
	{"ation", "at", 3},
	{"izing", "iz", 3},
	{"ized", "iz", 3},
	{"izes", "iz", 3},
	{"ize", "iz", 3},
	{"ating", "at", 3},
	{"ated", "at", 3},
	{"ates", "at", 3},
	{"ate", "at", 3},
	{"ies", "y", 2},
	{"sses", "ss", 2},
	{"ings", "", 3},
	{"ing", "", 3},
	{"edly", "", 3},
	{"ed", "", 3},
	{"ers", "er", 3},
	{"ments", "ment", 3},
	{"es", "", 3},
	{"s", "", 3},
}

// Stem returns the stem of a word in lower case, as Terms has it.
func Stem(word string) string { return stem(word) }

// stem cuts English endings from a word in lower case. It is conservative on
// purpose: the background table and all weights were fitted with it.
func stem(word string) string {
	if len(word) <= 3 || !letters(word) {
		return word
	}
	if word[0] >= utf8.RuneSelf {
		return stemForeign(word)
	}
	word = cutSuffix(word)
	if len(word) > 4 && word[len(word)-1] == 'e' {
		word = word[:len(word)-1]
	}
	if last := word[len(word)-1]; len(word) > 4 && word[len(word)-2] == last && last != 'l' && last != 's' && last != 'z' {
		word = word[:len(word)-1]
	}
	return word
}

func cutSuffix(word string) string {
	if strings.IndexByte("degnsy", word[len(word)-1]) < 0 {
		return word
	}
	for _, s := range suffixes {
		if len(word)-len(s.suffix) < s.left || !strings.HasSuffix(word, s.suffix) {
			continue
		}
		if s.suffix == "s" && (strings.HasSuffix(word, "ss") || strings.HasSuffix(word, "us") || strings.HasSuffix(word, "is")) {
			continue
		}
		left := word[:len(word)-len(s.suffix)]
		if strings.HasPrefix(s.suffix, s.replacement) {
			return word[:len(left)+len(s.replacement)] // no copy
		}
		return left + s.replacement
	}
	return word
}

// stemForeign cuts what Russian adds to a word; words of other scripts stay.
func stemForeign(word string) string {
	r, _ := utf8.DecodeRuneInString(word)
	if !cyrillic(r) {
		return word
	}
	return stemRussian(word)
}

func cyrillic(r rune) bool { return '\u0400' <= r && r <= '\u04ff' }

func letters(word string) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}
