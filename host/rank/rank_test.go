package rank

import (
	"math"
	"slices"
	"testing"
)

// tried is a recipe with round numbers.
func tried() *Recipe {
	r := Default()
	r.Weights = Weights{Bias: -6, Dense: 8, Saturated: 5, Normalised: 3, Asked: 2, Related: 1, Gate: .5, Length: .25}
	r.Lexical = Weights{Bias: -9, Saturated: 13, Normalised: 6, Asked: 2}
	return r
}

// Ensure that the logit is the sum of its shares, with the model's weights where
// there are vectors and else with those of words.
func TestLogit(t *testing.T) {
	r := tried()
	f := Features{Dense: .5, BM25: 20, Mass: 25, Told: 4, TellsMass: 5, Asked: 10, AskedMass: 25, Related: 15, Gate: -2, Words: 9, HasDense: true}
	near(t, "with model", r.Logit(f), 8*.5+5*.5+3*.5+2*.5+1.5-1+.25*math.Log(10)-6, 1e-12)
	f.HasDense = false
	near(t, "words alone", r.Logit(f), 13*.5+6*.5+2*.25-9, 1e-12)
	long, longer := f, f
	f.HasDense, long.HasDense, longer.HasDense = true, true, true
	long.Words, longer.Words = 200, 100_000
	if r.Logit(long) != r.Logit(longer) || r.Logit(f) >= r.Logit(long) {
		t.Error("length counts without limit, or not at all")
	}
}

// Ensure that weights are set in the order in which features are named, so that
// what is fitted is what is used.
func TestWeightsAreInOrder(t *testing.T) {
	r := Default()
	values := make([]float64, len(FeatureNames()))
	for i := range values {
		values[i] = float64(i + 1)
	}
	r.Weights.Set(values)
	for i, share := range r.Shares(Features{HasDense: true}) {
		if share.Name != FeatureNames()[i] || share.Weight != values[i] {
			t.Errorf("share %d: got %q with %v, want %q with %v", i, share.Name, share.Weight, FeatureNames()[i], values[i])
		}
	}
}

// Ensure that odds fall with the strength of rivals, that a near-duplicate is
// no rival, and that a lone item has nothing against it but nothing.
func TestOdds(t *testing.T) {
	r := tried()
	r.Rivals = Rivals{Top: 3, Duplicate: .75, Weight: .5}
	near(t, "alone", r.Odds([]float64{1}, false, nil)[0], 1, 1e-12)
	logits := []float64{1, 2, -3, 0, -8}
	alike := func(i, j int) float64 {
		if i+j == 3 { // the items 0 and 3 are nearly the same
			return .9
		}
		return 0
	}
	odds := r.Odds(logits, false, alike)
	near(t, "item with a duplicate", odds[0], 1-math.Log1p(math.Exp(2)), 1e-12)
	near(t, "best item", odds[1], 2-math.Log1p(math.Exp(1)+math.Exp(0)), 1e-12)
	near(t, "item that does not compete", odds[4], -8-math.Log1p(math.Exp(2)+math.Exp(1)+math.Exp(0)), 1e-12)
	odds = r.Odds(logits, true, alike)
	near(t, "best item with the model", odds[1], 2-.5*math.Log1p(math.Exp(1)+math.Exp(0)), 1e-12)
	near(t, "item that does not compete, with the model", odds[4], -8-.5*math.Log1p(math.Exp(2)+math.Exp(1)+math.Exp(0)), 1e-12)
	if len(r.Odds(nil, true, nil)) != 0 {
		t.Error("odds of nothing")
	}
}

// Ensure that contenders are the best, best first, ties by place.
func TestContenders(t *testing.T) {
	r := tried()
	r.Rivals.Top = 3
	if got := r.contenders([]float64{1, 5, 1, 7, 1, -2}); !slices.Equal(got, []int{3, 1, 0}) {
		t.Errorf("got %v", got)
	}
}

// Ensure that two content words are silent and three are not, and that only
// stems count, not their repetitions or stop words.
func TestSilent(t *testing.T) {
	for prompt, want := range map[string]bool{
		"": true, "thanks": true, "could you please do that for me": true, "fix fix fix the bug": true, "fix the login bug": false,
	} {
		if got := Default().Silent(NewQuery(prompt)); got != want {
			t.Errorf("%q: got %v want %v", prompt, got, want)
		}
	}
}

// Ensure that the dense score mixes head, best and mean chunk, and that an item
// without a body is judged by its head alone.
func TestDense(t *testing.T) {
	r := Default()
	query := []float32{1, 0, 0, 0, 0}
	at := func(cosine float64) []float32 {
		return []float32{float32(cosine), float32(math.Sqrt(1 - cosine*cosine)), 0, 0, 0}
	}
	near(t, "chunks", r.Dense(query, at(.5), [][]float32{at(.2), at(.8), at(-.4)}), .4*.5+.3*.8+.3*.2, 1e-6)
	near(t, "no chunks", r.Dense(query, at(.5), nil), .5, 1e-6)
	near(t, "all opposite", r.Dense(query, at(-1), [][]float32{at(-1)}), -1, 1e-6)
}

// Ensure that the rough similarity is monotone, inside 0–1, and meets the
// rulesets' thresholds where it says.
func TestDenseSimilarity(t *testing.T) {
	r := Default()
	for cosine, want := range map[float64]float64{-1: 0, r.DenseMap.Aggressive: .50, r.DenseMap.Default: .70, r.DenseMap.Conservative: .85, 1: 1} {
		near(t, "similarity", r.DenseSimilarity(cosine), want, 1e-12)
	}
	before := 0.0
	for cosine := -1.5; cosine < 1.5; cosine += .001 {
		got := r.DenseSimilarity(cosine)
		if got < before || got > 1 {
			t.Fatalf("cosine %v: got %v after %v", cosine, got, before)
		}
		before = got
	}
}
