package rank

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that fused rankings follow the sum of reciprocal ranks: agreement
// beats one first place, equal sums follow the id, and a ranking counts an id
// once.
func TestFuse(t *testing.T) {
	for name, test := range map[string]struct {
		k        int
		rankings [][]string
		want     []string
	}{
		"nothing":           {60, nil, []string{}},
		"one ranking":       {60, [][]string{{"b", "a", "c"}}, []string{"b", "a", "c"}},
		"agreement wins":    {60, [][]string{{"a", "both"}, {"b", "both"}}, []string{"both", "a", "b"}},
		"small k, firsts":   {0, [][]string{{"a", "x", "both"}, {"b", "y", "both"}}, []string{"a", "b", "both", "x", "y"}},
		"equal sums":        {0, [][]string{{"a", "z"}, {"b", "z"}}, []string{"a", "b", "z"}},
		"repeated":          {60, [][]string{{"a", "b", "b", "b"}}, []string{"a", "b"}},
		"of unequal length": {60, [][]string{{"a"}, {"b", "c", "a"}}, []string{"a", "b", "c"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Fuse(test.k, test.rankings...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
