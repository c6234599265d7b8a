package host

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
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

// rivalsOf is how many of the best items are looked at for words that count against one.
const rivalsOf = 4

// disturbing are words of a prompt, as they stand between spaces, that the item
// does not have: those that the best other items have, and others that tell
// anything.
func disturbing(prompt string, item catalog.Item, base Standing) (theirs, others []string) {
	own := itemTerms(item)
	rivals := map[string]bool{}
	for _, hit := range base.tried.Hits[:min(len(base.tried.Hits), rivalsOf)] {
		for _, stem := range hit.Matched {
			rivals[stem] = true
		}
	}
	for word := range strings.FieldsSeq(prompt) {
		if slices.Contains(theirs, word) || slices.Contains(others, word) {
			continue
		}
		stems := rank.Terms(word)
		switch {
		case slices.ContainsFunc(stems, func(stem string) bool { return own[stem] > 0 }):
		case slices.ContainsFunc(stems, func(stem string) bool { return rivals[stem] }):
			theirs = append(theirs, word)
		case len(stems) > 0:
			others = append(others, word)
		}
	}
	return theirs, others
}
