// Package category names what a lesson may be.
package category

import (
	"cmp"
	"slices"
	"strings"
)

// All are the categories.
var All = []string{"pattern", "correction", "decision", "gotcha", "preference"}

// renamed are other names of categories, as another program writes them.
var renamed = map[string]string{"reflexion": "gotcha", "skills": "pattern", "causal": "gotcha"}

// Of returns the category that a word names, in any case and by either name, or "".
func Of(word string) string {
	word = strings.ToLower(word)
	if word = cmp.Or(renamed[word], word); slices.Contains(All, word) {
		return word
	}
	return ""
}
