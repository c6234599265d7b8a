package rank

import (
	"cmp"
	"slices"
	"testing"
)

// Ensure that the fast paths are right on dev: no prompt with a fitting skill
// is silent, two of five of the others are, and of the items that words alone
// are sure of hardly one is wrong.
func TestFastPathsOnDev(t *testing.T) {
	c := collect(t, shared(t, "eval", "dev", "skills-real", "corpus.jsonl"))
	silentPositives, silentNegatives, sure, wrong := 0, 0, 0, 0
	for _, prompt := range prompts(t, shared(t, "eval", "dev", "skills-real")) {
		q := Prompt(prompt.Text)
		ranking := c.rank(q)
		best, next := ranking[0], ranking[1].odds
		switch {
		case c.recipe.Silent(q) && len(prompt.Gold) > 0:
			silentPositives++
		case c.recipe.Silent(q):
			silentNegatives++
		case c.recipe.Sure(best.odds, next, false):
			sure++
			if !slices.Contains(slices.Concat(prompt.Gold...), best.id) {
				wrong++
			}
		}
	}
	t.Logf("silent %d and %d, sure %d, wrong %d", silentPositives, silentNegatives, sure, wrong)
	if silentPositives != 0 || silentNegatives < 52 || sure < 36 || wrong > 1 {
		t.Errorf("got silent %d and %d, sure %d, wrong %d", silentPositives, silentNegatives, sure, wrong)
	}
}

type ranked struct {
	id       string
	odds     float64
	features Features
}

// rank gives all documents by words alone, best first.
func (c *collection) rank(q Query) []ranked {
	ranking := make([]ranked, len(c.ids))
	for i, f := range c.features(q) {
		ranking[i] = ranked{c.ids[i], c.recipe.Logit(f), f}
	}
	slices.SortStableFunc(ranking, func(a, b ranked) int { return cmp.Compare(b.odds, a.odds) })
	return ranking
}
