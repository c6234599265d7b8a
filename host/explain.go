package host

import (
	"math"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
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

// ParameterThreshold is the parameter by which rulesets say from which
// similarity on they suggest.
const ParameterThreshold = "similarity_threshold"

// rivalShown is the least, in logits, that rivals must take away for the
// nearest of them to be named.
const rivalShown = .05

// fitter explains hits of one search.
type fitter struct {
	view      *index.View
	recipe    *rank.Recipe
	hits      []index.Hit
	threshold float64  // of the ruleset; NaN: it has none
	beside    *besides // that moved the hits
}

// fit explains one hit.
func (f fitter) fit(hit index.Hit) *Fit {
	fit := &Fit{
		Parts: partsOf(f.recipe.Shares(hit.Features)), Logit: cents(hit.Logit), Rivals: cents(hit.Odds - hit.Logit), Odds: cents(hit.Odds),
		Bound: hit.Similarity == quietSimilarity, Beside: f.beside.of(hit, hit.Logit-f.recipe.Logit(hit.Features)),
	}
	if fit.Rivals <= -rivalShown {
		fit.Rival = f.rival(hit)
	}
	if !math.IsNaN(f.threshold) {
		needed := f.view.Needed(f.threshold, hit)
		fit.Needed = &Needed{Odds: cents(needed.Odds), Similarity: f.threshold, Profile: needed.Profile, From: needed.From}
	}
	return fit
}

// rival is the strongest other item that counts against a hit.
func (f fitter) rival(hit index.Hit) string {
	strongest, id := math.Inf(-1), ""
	for i := range f.hits {
		other := &f.hits[i]
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
			*place = cents(share.Points())
		}
	}
	return p
}

func cents(x float64) float64 { return math.Round(x*100) / 100 }

// thresholdOf is the threshold that a ruleset asked for while it decided, of several
// the first that did; NaN where none asked.
func thresholdOf(outcome engine.Outcome) float64 {
	for _, part := range outcome.Trace.Parts() {
		if threshold := askedFor(part, ParameterThreshold); !math.IsNaN(threshold) {
			return threshold
		}
	}
	return math.NaN()
}

// leastPart is which of several rulesets asked for the lowest threshold: what it does not
// choose, none does. Where none asked, it is the first.
func leastPart(outcome engine.Outcome) int {
	least, lowest := 0, math.NaN()
	for i, part := range outcome.Trace.Parts() {
		if threshold := askedFor(part, ParameterThreshold); !math.IsNaN(threshold) && !(threshold >= lowest) {
			least, lowest = i, threshold
		}
	}
	return least
}

// askedFor is the number that a ruleset got for a parameter; NaN: it did not ask, or got
// none.
func askedFor(part trace.Trace, name string) float64 {
	for _, param := range part.Params {
		if number, ok := finite(param.Value); ok && param.Name == name {
			return number
		}
	}
	return math.NaN()
}

func finite(value any) (float64, bool) {
	number := math.NaN()
	switch value := value.(type) {
	case float64:
		number = value
	case int64:
		number = float64(value)
	case int:
		number = float64(value)
	}
	return number, !math.IsNaN(number) && !math.IsInf(number, 0)
}
