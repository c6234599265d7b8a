package tune

import (
	"slices"

	"github.com/ed-irl/impressionism/host/stats"
)

// Outcome is what a recipe made of a prompt that its fit had not seen.
type Outcome struct {
	Set, ID, Family, Level string
	Positive               bool
	Odds                   float64 // of the first item; −50 for a prompt of too few words
	Right, Tolerated       bool    // of the first item
	First                  bool    // the first that counts is right: hit@1
	Needs                  int
}

func (f *fitter) outcome(c *labelled, w []float64, g gates) Outcome {
	hasDense := len(w) > 0 && f.Embed != nil && w[0] != 0
	rows := f.rows(c, g, hasDense)
	logits := make([]float64, len(rows))
	for i, row := range rows {
		logits[i] = stats.Dot(w, row)
	}
	odds := f.odds(c, logits, hasDense)
	order := make([]int, len(odds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case odds[a] > odds[b]:
			return -1
		case odds[a] < odds[b]:
			return 1
		}
		return 0
	})
	best := order[0]
	o := Outcome{
		Set: c.set, ID: c.ID, Family: c.Family, Level: c.Level, Positive: len(c.Gold) > 0, Needs: len(c.Gold),
		Odds: odds[best], Right: c.gold[best], Tolerated: c.ok[best],
	}
	for _, i := range order {
		if !c.ok[i] {
			o.First = c.gold[i]
			break
		}
	}
	if c.silent {
		o.Odds = oddsOfSilence
	}
	return o
}

// oddsOfSilence are those of a prompt that has too few words to be about
// anything.
const oddsOfSilence = -50

func (f *fitter) odds(c *labelled, logits []float64, hasDense bool) []float64 {
	if f.without["rivals"] {
		return logits
	}
	if f.Embed == nil {
		return f.recipe.Odds(logits, hasDense, nil)
	}
	return f.recipe.Odds(logits, hasDense, c.catalog.alike)
}
