package catalog

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Merge keeps the first entry of each id of a pool, whose kinds are listed under one set
// of names. Entries come in order of precedence; those kept are sorted by kind and id,
// the others are rejected as "shadowed".
func (k Kinds) Merge(entries []Entry) ([]Entry, []Rejection) {
	kept := make([]Entry, 0, len(entries))
	var rejected []Rejection
	first := make(map[abi.Ref]int, len(entries)) // by pool and id
	for _, entry := range entries {
		name := abi.Ref{Kind: k.Pool(entry.Kind), ID: entry.ID}
		at, taken := first[name]
		if !taken {
			first[name] = len(kept)
			kept = append(kept, entry)
			continue
		}
		winner := kept[at]
		if winner.Path == entry.Path {
			continue // one folder reached twice, as when the workspace is the home directory
		}
		rejected = append(rejected, Rejection{
			Path: entry.Path, Code: "shadowed",
			Reason: "the " + winner.Source + " " + winner.Kind + " " + winner.ID + " has the same id and comes first: " + winner.Path,
		})
	}
	slices.SortFunc(kept, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return kept, rejected
}
