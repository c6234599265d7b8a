package whynot

import (
	"slices"
	"strings"
	"unicode"
)

func notOfWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#'
}

// appended puts words behind a text, on a line of their own where it has
// several.
func appended(text, words string) string {
	gap := " "
	if strings.Contains(strings.TrimSpace(text), "\n") {
		gap = "\n"
	}
	if strings.TrimSpace(text) == "" {
		gap = ""
	}
	return strings.TrimRight(text, " \n") + gap + words
}

// without leaves words out of a text wherever they stand.
func without(text string, words []string) string {
	var kept strings.Builder
	for rest := text; rest != ""; {
		start := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsSpace(r) })
		if start < 0 {
			break
		}
		end := strings.IndexFunc(rest[start:], unicode.IsSpace)
		if end < 0 {
			end = len(rest) - start
		}
		if !slices.Contains(words, rest[start:start+end]) {
			kept.WriteString(rest[:start+end])
		}
		rest = rest[start+end:]
	}
	return strings.TrimSpace(kept.String())
}
