package language

import (
	"regexp"
	"slices"
	"strings"
)

var (
	beforeCapital = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	beforeWord    = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
	asciiWord     = regexp.MustCompile(`[a-z0-9]+[+#]*`)
)

// referenceTerms are the Terms of a text in ASCII by the regular expressions of
// ../shared/eval/harness/rankers.py, which the weights were fitted with.
func referenceTerms(text string) []string {
	divided := beforeWord.ReplaceAllString(beforeCapital.ReplaceAllString(text, "$1 $2"), "$1 $2")
	parts := asciiWord.FindAllString(strings.ToLower(divided), -1)
	words := slices.Clone(parts)
	for _, whole := range asciiWord.FindAllString(strings.ToLower(text), -1) {
		if !slices.Contains(parts, whole) {
			words = append(words, whole)
		}
	}
	var terms []string
	for _, word := range words {
		if !stopWord(word) {
			terms = append(terms, stem(word))
		}
	}
	return terms
}
