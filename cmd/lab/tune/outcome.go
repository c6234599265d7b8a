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

	next, counts float64 // the odds of the next item, and of the first that counts
}

// oddsOfSilence are those of a prompt that has too few words to be about
// anything.
const oddsOfSilence = -50

func (f *fitter) outcome(d *draw, w []float64, g gates, dense bool) Outcome {
	o := outcomeOf(d)
	d = d.seen(dense)
	var logits []float64
	for i, row := range f.rows(d, g, dense) {
		logits = append(logits, stats.Dot(w, row))
		o.take(logits[i], d.gold[i], d.ok[i])
	}
	if o = o.ended(d.silent); !d.silent && len(logits) > 0 {
		o.Odds = slices.Max(f.recipe.Standing(logits, func(int, int) bool { return false }))
	}
	return o
}

func outcomeOf(d *draw) Outcome {
	o := Outcome{
		Set: d.set, ID: d.ID, Family: d.Family, Level: d.Level, Size: d.size, Items: d.items, Positive: d.needs, Needs: 1,
		Odds: oddsOfSilence, next: oddsOfSilence, counts: oddsOfSilence,
	}
	if d.size <= SizeWhole {
		o.Needs = len(d.Gold)
	}
	return o
}

// take is told the odds of one item after the other.
func (o *Outcome) take(odds float64, gold, ok bool) {
	o.next = max(o.next, min(odds, o.Odds))
	if odds > o.Odds {
		o.Odds, o.Right, o.Tolerated = odds, gold, ok
	}
	if !ok && odds > o.counts {
		o.counts, o.First = odds, gold
	}
}

func (o Outcome) ended(silent bool) Outcome {
	o.Lead = rank.Lead(o.Odds, o.next)
	if silent {
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
