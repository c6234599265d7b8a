package suggest

import (
	"slices"

	"github.com/ed-irl/impressionism/host/cut"
)

// nameSimilar names beside each item one that says nearly the same, where the
// text has room for it: none that is told or named already.
func nameSimilar(in Input, items []Suggestion, descriptionChars int, told composed) (composed, map[string]string) {
	if !in.Templates.has("similar") {
		return told, nil
	}
	said := map[string]bool{}
	for _, item := range items {
		said[item.ID] = true
	}
	named := map[string]string{}
	for _, item := range items {
		at := slices.IndexFunc(item.Similar, func(other string) bool {
			_, quotable := QuoteID(other)
			return quotable && !said[other]
		})
		if at < 0 {
			continue
		}
		named[item.ID] = item.Similar[at]
		if longer := compose(in, items, descriptionChars, named); cut.Units(longer.text) <= in.Limits.Chars {
			told, said[item.Similar[at]] = longer, true
		} else {
			delete(named, item.ID)
		}
	}
	return told, named
}
