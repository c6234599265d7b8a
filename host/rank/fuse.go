package rank

import (
	"cmp"
	"slices"
)

// Fuse merges rankings whose scores cannot be compared by reciprocal rank: an
// id earns 1/(k + its place) in each ranking that has it, once. Equal sums are
// ordered by id. (Cormack et al. 2009; k = 60.)
func Fuse(k int, rankings ...[]string) []string {
	sums := map[string]float64{}
	for _, ranking := range rankings {
		seen := map[string]bool{}
		for place, id := range ranking {
			if seen[id] {
				continue
			}
			seen[id] = true
			sums[id] += 1 / float64(k+place+1)
		}
	}
	ids := make([]string, 0, len(sums))
	for id := range sums {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	return ids
}
