// Package fit explains how an item's score came about, compact enough to be kept with
// every decision. It reads no database but the view of the index passed to it.
package fit

import (
	"math"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Fit is how an item's score came about, compact enough to be kept with every
// decision. All numbers are logits, rounded to hundredths.
type Fit struct {
	Parts  Parts   `json:"parts"`
	Logit  float64 `json:"logit"`  // the sum of the parts and of Beside: of fitting, against nothing
	Rivals float64 `json:"rivals"` // what the others take away, at most 0
	Rival  string  `json:"rival,omitempty"`
	Odds   float64 `json:"odds"` // Logit + Rivals
	Bound  bool    `json:"bound,omitempty"`
	Needed *Needed `json:"needed,omitempty"` // nil: the ruleset has no such threshold
	Beside *Beside `json:"beside,omitempty"` // nil: nothing besides the prompt spoke of it
}

// Parts are the shares of the logit by the names that people are shown.
type Parts struct {
	Meaning  float64 `json:"meaning,omitempty"`
	Words    float64 `json:"words,omitempty"`
	Coverage float64 `json:"coverage,omitempty"`
	Asked    float64 `json:"asked,omitempty"`
	Related  float64 `json:"related,omitempty"`
	Gate     float64 `json:"gate,omitempty"`
	Manner   float64 `json:"manner,omitempty"`
	Length   float64 `json:"length,omitempty"`
	Bias     float64 `json:"bias,omitempty"`
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

// rivalShown is the least, in logits, that rivals must take away for the
// nearest of them to be named.
const rivalShown = .05

// Search is what the hits of one search are explained from.
type Search struct {
	View      *index.View
	Recipe    *rank.Recipe
	Hits      []index.Hit
	Threshold float64  // of the ruleset; NaN: it has none
	Context   *Context // that moved the hits; nil: none
}

// Of explains one hit.
func (f Search) Of(hit index.Hit) *Fit {
	fit := &Fit{
		Parts: partsOf(f.Recipe.Shares(hit.Features)), Logit: Cents(hit.Logit), Rivals: Cents(hit.Odds - hit.Logit), Odds: Cents(hit.Odds),
		Bound: hit.Similarity == QuietSimilarity, Beside: f.Context.Beside(hit, hit.Logit-f.Recipe.Logit(hit.Features)),
	}
	if fit.Rivals <= -rivalShown {
		fit.Rival = f.rival(hit)
	}
	if !math.IsNaN(f.Threshold) {
		needed := f.View.Needed(f.Threshold, hit)
		fit.Needed = &Needed{Odds: Cents(needed.Odds), Similarity: f.Threshold, Profile: needed.Profile, From: needed.From}
	}
	return fit
}

// rival is the strongest other item that counts against a hit.
func (f Search) rival(hit index.Hit) string {
	strongest, id := math.Inf(-1), ""
	for i := range f.Hits {
		other := &f.Hits[i]
		if other.Key != hit.Key && other.Logit > strongest && !hit.IsAlike(other.Key) {
			strongest, id = other.Logit, other.Ref.ID
		}
	}
	return id
}

func partsOf(shares [9]rank.Share) Parts {
	var p Parts
	places := map[string]*float64{
		rank.ShareDense: &p.Meaning, rank.ShareSaturated: &p.Words, rank.ShareNormalised: &p.Coverage, rank.ShareAsked: &p.Asked,
		rank.ShareRelated: &p.Related, rank.ShareGate: &p.Gate, rank.ShareManner: &p.Manner, rank.ShareLength: &p.Length, rank.ShareBias: &p.Bias,
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
