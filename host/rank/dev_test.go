package rank

import (
	"cmp"
	"slices"
	"testing"
)

// marginOfSecond is how far below the best item a second one may be suggested,
// in logits.
const marginOfSecond = .6

// Ensure that without a model the recipe keeps finding what it found when its
// thresholds were chosen, on 345 labelled prompts over 324 real skills, and
// keeps quiet as often. Counts are exact: any change of terms, weights or
// thresholds shows.
func TestLexicalTierOnDev(t *testing.T) {
	c := collect(t, shared(t, "eval", "dev", "skills-real", "corpus.jsonl"))
	var maxima []float64
	for _, null := range c.recipe.Nulls() {
		maxima = append(maxima, c.rank(NewQuery(null))[0].logit)
	}
	thresholds := c.recipe.Thresholds(maxima, false)
	t.Logf("thresholds %.3f %.3f %.3f", thresholds.Aggressive, thresholds.Default, thresholds.Conservative)
	labelled := prompts(t, shared(t, "eval", "dev", "skills-real"))
	for _, test := range []struct {
		profile   string
		threshold float64
		most      int
		want      tally
	}{
		{"aggressive", thresholds.Aggressive, 1, tally{215, 130, 230, 124, 124, 11, 8, 144, 170}},
		{"aggressive", thresholds.Aggressive, 2, tally{215, 130, 230, 131, 139, 15, 8, 144, 170}},
		{"default", thresholds.Default, 1, tally{215, 130, 230, 110, 110, 6, 3, 144, 170}},
		{"default", thresholds.Default, 2, tally{215, 130, 230, 116, 122, 8, 3, 144, 170}},
		{"conservative", thresholds.Conservative, 1, tally{215, 130, 230, 101, 101, 6, 1, 144, 170}},
		{"conservative", thresholds.Conservative, 2, tally{215, 130, 230, 106, 112, 8, 1, 144, 170}},
	} {
		var got tally
		for _, prompt := range labelled {
			q := NewQuery(Clean(prompt.Text))
			if c.recipe.Silent(q) {
				got.add(prompt, nil, nil)
				continue
			}
			ranking := c.rank(q)
			got.add(prompt, ranking, selected(ranking, test.threshold, test.most))
		}
		t.Logf("%-12s ≤%d: P %.3f R %.3f FAR %.3f hit@1 %.3f R@5 %.3f", test.profile, test.most,
			share(got.right, got.right+got.wrong), share(got.found, got.needs), share(got.alarms, got.negatives), share(got.first, got.positives), got.topFive/float64(got.positives))
		if got != test.want {
			t.Errorf("%s, at most %d:\n got %+v\nwant %+v", test.profile, test.most, got, test.want)
		}
	}
}

// Ensure that the fast paths are right on dev: no prompt with a fitting skill
// is silent, two of five of the others are, and at most one of the items that words
// alone are sure of is wrong.
func TestFastPathsOnDev(t *testing.T) {
	c := collect(t, shared(t, "eval", "dev", "skills-real", "corpus.jsonl"))
	silentPositives, silentNegatives, sure, wrong := 0, 0, 0, 0
	for _, prompt := range prompts(t, shared(t, "eval", "dev", "skills-real")) {
		q := NewQuery(Clean(prompt.Text))
		best := c.rank(q)[0]
		switch {
		case c.recipe.Silent(q) && len(prompt.Gold) > 0:
			silentPositives++
		case c.recipe.Silent(q):
			silentNegatives++
		case c.recipe.Sure(best.features):
			sure++
			if !slices.Contains(slices.Concat(prompt.Gold...), best.id) {
				wrong++
			}
		}
	}
	if silentPositives != 0 || silentNegatives != 56 || sure != 57 || wrong != 1 {
		t.Errorf("got silent %d and %d, sure %d, wrong %d", silentPositives, silentNegatives, sure, wrong)
	}
}

type ranked struct {
	id       string
	logit    float64
	features Features
}

// rank gives all documents, best first.
func (c *collection) rank(q Query) []ranked {
	ranking := make([]ranked, len(c.ids))
	for i, f := range c.features(q) {
		ranking[i] = ranked{c.ids[i], c.recipe.Logit(f), f}
	}
	slices.SortStableFunc(ranking, func(a, b ranked) int { return cmp.Compare(b.logit, a.logit) })
	return ranking
}

func selected(ranking []ranked, threshold float64, most int) []string {
	var ids []string
	for _, r := range ranking[:most] {
		if r.logit >= threshold && ranking[0].logit-r.logit <= marginOfSecond {
			ids = append(ids, r.id)
		}
	}
	return ids
}
