package tune

import (
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// Outcome is what a recipe made of a draw that its fit had not seen.
type Outcome struct {
	Set, ID, Family, Level string
	Size                   int // items that were asked, SizeWhole or SizeOwn
	Items                  int // that were asked
	Positive               bool
	Odds                   float64 // of the first item; oddsOfSilence for a prompt of too few words
	Lead                   float64 // of the first item before the next, as rank.Lead
	Right, Tolerated       bool    // of the first item
	First                  bool    // the first that counts is right: hit@1
	Needs                  int
}

// oddsOfSilence are those of a prompt that has too few words to be about
// anything.
const oddsOfSilence = -50

func (f *fitter) outcome(d *draw, w []float64, g gates, dense bool) Outcome {
	o := Outcome{
		Set: d.set, ID: d.ID, Family: d.Family, Level: d.Level, Size: d.size, Items: d.items, Positive: d.needs, Needs: 1, Odds: oddsOfSilence,
	}
	if d.size <= SizeWhole {
		o.Needs = len(d.Gold)
	}
	d = d.seen(dense)
	next, counts := float64(oddsOfSilence), float64(oddsOfSilence) // the odds of the first that counts
	for i, row := range f.rows(d, g, dense) {
		odds := stats.Dot(w, row)
		next = max(next, min(odds, o.Odds))
		if odds > o.Odds {
			o.Odds, o.Right, o.Tolerated = odds, d.gold[i], d.ok[i]
		}
		if !d.ok[i] && odds > counts {
			counts, o.First = odds, d.gold[i]
		}
	}
	o.Lead = rank.Lead(o.Odds, next)
	if d.silent {
		o.Odds, o.Lead = oddsOfSilence, oddsOfSilence
	}
	return o
}

// byLead has the lead in the place of the odds.
func byLead(outcomes []Outcome) []Outcome {
	led := slices.Clone(outcomes)
	for i := range led {
		led[i].Odds = led[i].Lead
	}
	return led
}
