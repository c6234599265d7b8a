// Package fit explains how an item's score came about, compact enough to be kept with
// every decision. It reads no database but the view of the index passed to it.
package fit

import (
	"math"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Fit is how an item's score came about, compact enough to be kept with every
// decision. All numbers are logits, rounded to hundredths.
type Fit struct {
	Parts  Parts   `json:"parts"`
	Odds   float64 `json:"odds"`             // the sum of the parts, of Beside and of Behind: what a threshold is compared with
	Behind float64 `json:"behind,omitempty"` // what is taken away, below 0, as Ahead fits clearly better
	Ahead  string  `json:"ahead,omitempty"`
	Nearer string  `json:"nearer,omitempty"` // the concept that bids most against it, where the bid speaks against it
	Ask    string  `json:"ask,omitempty"`    // what the item's card has people type for it, nearest to the prompt, where that speaks for it
	Other  string  `json:"other,omitempty"`  // what the card says that only sounds like it, where that speaks against it
	Bound  bool    `json:"bound,omitempty"`
	Needed *Needed `json:"needed,omitempty"` // nil: the ruleset has no such threshold
	Beside *Beside `json:"beside,omitempty"` // nil: nothing besides the prompt spoke of it
}

// Parts are the shares of the logit by the names that people are shown.
type Parts struct {
	Meaning    float64 `json:"meaning,omitempty"`
	Words      float64 `json:"words,omitempty"`
	Coverage   float64 `json:"coverage,omitempty"`
	Asked      float64 `json:"asked,omitempty"`
	Related    float64 `json:"related,omitempty"`
	Gate       float64 `json:"gate,omitempty"`
	Manner     float64 `json:"manner,omitempty"`
	Length     float64 `json:"length,omitempty"`
	Size       float64 `json:"size,omitempty"`
	Background float64 `json:"background,omitempty"`
	Technology float64 `json:"technology,omitempty"`
	Same       float64 `json:"same,omitempty"`  // it does what is asked for
	Other      float64 `json:"other,omitempty"` // it does something else
	Card       float64 `json:"card,omitempty"`
	Bias       float64 `json:"bias,omitempty"`
}

// Needed is the ruleset's threshold as odds on this index.
type Needed struct {
	Odds       float64 `json:"odds"`
	Similarity float64 `json:"similarity"`
	Profile    string  `json:"profile,omitempty"` // whose threshold stands there
	From       string  `json:"from,omitempty"`    // "floor", "nulls", "apart"
}

// QuietSimilarity bounds the similarity of what a search leaves standing where words
// alone settle it: below the threshold of every built-in, so that the item shows in
// lists and is not suggested.
const QuietSimilarity = .49

// nearerShown is the least, in logits, that a bid must take away for its concept to be
// named.
const nearerShown = .05

// lineCharsMax bounds how much of a card's line is kept with a decision.
const lineCharsMax = 120

// Search is what the hits of one search are explained from.
type Search struct {
	View      *index.View
	Recipe    func(key int64) *rank.Recipe // by which an item is ranked, as View.RecipeOf
	Threshold float64                      // of the ruleset; NaN: it has none
	Context   *Context                     // that moved the hits; nil: none
}

// Of explains one hit.
func (f Search) Of(hit index.Hit) *Fit {
	recipe := f.Recipe(hit.Key)
	fit := &Fit{
		Parts: partsOf(recipe.Shares(hit.Features)), Odds: Cents(hit.Odds), Behind: Cents(hit.Odds - hit.Logit), Ahead: hit.Ahead.ID,
		Bound: hit.Similarity == QuietSimilarity, Beside: f.Context.Beside(hit, hit.Logit-recipe.Logit(hit.Features)),
	}
	if fit.Parts.Background <= -nearerShown {
		fit.Nearer = hit.Concept
	}
	f.byCard(fit, hit)
	if !math.IsNaN(f.Threshold) {
		needed := f.View.Needed(f.Threshold, hit)
		fit.Needed = &Needed{Odds: Cents(needed.Odds), Similarity: f.Threshold, Profile: needed.Profile, From: needed.From}
	}
	return fit
}

// byCard names the line of the item's card that spoke for it, or against it.
func (f Search) byCard(fit *Fit, hit index.Hit) {
	card, points := hit.Features.Card, fit.Parts.Card
	var err error
	switch {
	case points >= nearerShown:
		fit.Ask, err = f.View.CardLine(hit.Key, card.Ask, false)
	case points <= -nearerShown && card.Not > card.Best:
		fit.Other, err = f.View.CardLine(hit.Key, card.NotMeant, true)
	}
	if err != nil {
		return // the decision stands without
	}
	fit.Ask, fit.Other = cut.Runes(fit.Ask, lineCharsMax), cut.Runes(fit.Other, lineCharsMax)
}

func partsOf(shares rank.Shares) Parts {
	var p Parts
	places := map[string]*float64{
		rank.ShareDense: &p.Meaning, rank.ShareSaturated: &p.Words, rank.ShareNormalised: &p.Coverage, rank.ShareAsked: &p.Asked,
		rank.ShareRelated: &p.Related, rank.ShareGate: &p.Gate, rank.ShareManner: &p.Manner, rank.ShareLength: &p.Length,
		rank.ShareSize: &p.Size, rank.ShareBackground: &p.Background, rank.ShareTechnology: &p.Technology, rank.ShareSame: &p.Same, rank.ShareOther: &p.Other, rank.ShareBias: &p.Bias,
		rank.ShareCard: &p.Card,
	}
	for _, share := range shares {
		if place := places[share.Name]; place != nil {
			*place = Cents(share.Points())
		}
	}
	return p
}

// Cents rounds to hundredths.
func Cents(x float64) float64 { return math.Round(x*100) / 100 }
