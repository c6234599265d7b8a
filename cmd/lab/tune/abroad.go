package tune

import (
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// A prompt in another language than English shares few words with an item's text. There are
// no labelled ones to learn from that would not be those that are measured on, so English
// prompts are read as if they were in another language: EmbedAbroad gives their vectors, and
// of their words only names of technologies are found in items.

// goAbroad makes the same prompt as if in another language, where that is asked for.
func (f *fitter) goAbroad(l *labelled) error {
	if f.EmbedAbroad == nil {
		return nil
	}
	vector, err := f.EmbedAbroad(l.query.Text)
	if err != nil {
		return err
	}
	away := *l
	away.vector, away.counted = wide(vector), l.query.Shared()
	away.adapted = f.recipe.Adapt(vector)
	away.bids = f.recipe.Bids(away.adapted)
	l.abroad = &away
	return nil
}

// abroadOff reports features that say nothing of a prompt in another language: how it is
// phrased, how many words spaces separate, which words go with its own.
func abroadOff(name string) bool {
	return name == rank.ShareManner || name == rank.ShareLength || name == rank.ShareRelated
}

// fitAbroad fits the weights for prompts in other languages.
func (f *fitter) fitAbroad(train []*draw, g gates) []float64 {
	away := f.awayFit()
	return rounded(fitWeights(away.choices(train, g, true), away.start(true)))
}

// awayFit is the fit without what says nothing of such prompts.
func (f *fitter) awayFit() *fitter {
	away := *f
	away.without = Parts{}
	for name, off := range f.without {
		away.without[name] = off
	}
	for _, name := range rank.FeatureNames() {
		if abroadOff(name) {
			away.without[name] = true
		}
	}
	return &away
}

// unseenAbroad are the outcomes of a fold's prompts as if in another language.
func (f *fitter) unseenAbroad(fold int, g gates) []Outcome {
	if f.EmbedAbroad == nil {
		return nil
	}
	var learn, test []*draw
	for _, d := range f.away {
		if f.foldOf(d.labelled) == fold {
			test = append(test, d)
		} else {
			learn = append(learn, d)
		}
	}
	weights, away := f.fitAbroad(learn, g), f.awayFit()
	var unseen []Outcome
	for _, d := range test {
		unseen = append(unseen, away.outcome(d, weights, g, true))
	}
	return unseen
}

// abroadPromise is what the default profile promises for Abroad. On people's prompts in other
// languages a third more goes wrong than on English ones that are read as if they were, so
// this is what the conservative profile promises for English.
var abroadPromise = promises[2]

// AbroadFloor is the floor, in the odds of Abroad, that abroadPromise asks for; a recipe has
// it in the bias of its weights.
func (r *Result) AbroadFloor() float64 { return abroadPromise.floor(r.Abroad, promiseSizes) }

// abroadWeights moves the bias so that the floor of the default profile, which is one for
// prompts of all languages, keeps its promise on outcomes that the fit had not seen.
func abroadWeights(values []float64, unseen []Outcome, floor float64) *rank.Weights {
	weights := &rank.Weights{}
	weights.Set(values)
	if len(unseen) > 0 {
		weights.Bias = stats.Round(weights.Bias + floor - abroadPromise.floor(unseen, promiseSizes))
	}
	return weights
}
