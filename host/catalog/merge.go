package catalog

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Merge keeps the first entry of each id of a pool, whose kinds are listed under one set
// of names. Entries come in order of precedence; those kept are sorted by kind and id,
// the others are rejected as "shadowed".
func (k Kinds) Merge(entries []Entry) ([]Entry, []Rejection) {
	kept := make(map[string][]Entry, len(k)) // by kind: each is mostly in order, and all of them are not
	var rejected []Rejection
	type place struct {
		kind string
		at   int
	}
	first := make(map[abi.Ref]place, len(entries)) // by pool and id
	for _, entry := range entries {
		name := abi.Ref{Kind: k.Pool(entry.Kind), ID: entry.ID}
		won, taken := first[name]
		if !taken {
			first[name] = place{entry.Kind, len(kept[entry.Kind])}
			kept[entry.Kind] = append(kept[entry.Kind], entry)
			continue
		}
		winner := kept[won.kind][won.at]
		if winner.Path == entry.Path {
			continue // one folder reached twice, as when the workspace is the home directory
		}
		rejected = append(rejected, Rejection{
			Path: entry.Path, Code: "shadowed",
			Reason: "the " + winner.Source + " " + winner.Kind + " " + winner.ID + " has the same id and comes first: " + winner.Path,
		})
	}
	all := make([]Entry, 0, len(entries))
	for _, kind := range slices.Sorted(maps.Keys(kept)) {
		slices.SortFunc(kept[kind], func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
		all = append(all, kept[kind]...)
	}
	return all, rejected
}
