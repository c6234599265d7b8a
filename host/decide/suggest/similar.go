package suggest

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// nameSimilar names beside each item one that says nearly the same, where the
// text has room for it: none that is told or named already.
func nameSimilar(in Input, items []Suggestion, descriptionChars int, told composed) (composed, map[abi.Ref]abi.Ref) {
	if in.line("similar") == "" {
		return told, nil
	}
	said := map[abi.Ref]bool{}
	for _, item := range items {
		said[item.Ref] = true
	}
	named := map[abi.Ref]abi.Ref{}
	for _, item := range items {
		at := slices.IndexFunc(item.Similar, func(other abi.Ref) bool {
			_, quotable := QuoteID(other.ID)
			return quotable && !said[other]
		})
		if at < 0 {
			continue
		}
		named[item.Ref] = item.Similar[at]
		if longer := compose(in, items, descriptionChars, named); cut.Units(longer.text) <= in.Limits.Chars {
			told, said[item.Similar[at]] = longer, true
		} else {
			delete(named, item.Ref)
		}
	}
	return told, named
}
