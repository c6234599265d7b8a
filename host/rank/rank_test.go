package rank

import (
	"math"
	"slices"
	"testing"
)

// tried is a recipe with round numbers.
func tried() *Recipe {
	r := Default()
	r.Weights = Weights{Bias: -6, Dense: 8, Saturated: 5, Normalised: 3, Asked: 2, Related: 1, Gate: .5, Length: .25, Size: -.5, Background: 4, Technology: -3}
	r.Lexical = Weights{Bias: -9, Saturated: 13, Normalised: 6, Asked: 2}
	return r
}

// Ensure that the logit is the sum of its shares, with the model's weights where
// there are vectors and else with those of words.
// Ensure an item that fits about as well as the best keeps its odds, that one clearly behind
// falls below the threshold, and that no choice changes the order.
func TestChoice(t *testing.T) {
	r, thresholds := Default(), Thresholds{Aggressive: 0, Default: 1, Conservative: 3, Firm: 5}
	near := r.Best.Near
	for _, c := range []struct{ odds, best, want float64 }{
		{6, 6, 6}, {6 - near, 6, 6 - near}, {6 - near - .5, 6, thresholds.Default - .5}, {.2, .2 + near, .2},
	} {
		if got := r.Choice(c.odds, c.best, thresholds); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("odds %v behind %v: got %v, want %v", c.odds, c.best, got, c.want)
		}
	}
	before := math.Inf(-1)
	for odds := -10.; odds <= 8; odds += .01 {
		got := r.Choice(odds, 8, thresholds)
		if got < before {
			t.Fatalf("odds %v count %v, lower ones %v", odds, got, before)
		}
		before = got
	}
}

func TestLogit(t *testing.T) {
	r := tried()
	f := Features{Dense: .5, BM25: 20, Mass: 25, Told: 4, TellsMass: 5, Asked: 10, AskedMass: 25, Related: 15, Gate: -2, Words: 9, Items: 40, Margin: -.25, Another: .5, HasDense: true}
	near(t, "with model", r.Logit(f), 8*.5+5*.5+3*.5+2*.5+1.5-1+.25*math.Log(10)-.5*math.Log(40)-1-1.5-6, 1e-12)
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
	shares := r.Shares(Features{HasDense: true})
	for i, share := range shares[:len(values)] {
		if share.Name != FeatureNames()[i] || share.Weight != values[i] {
			t.Errorf("share %d: got %q with %v, want %q with %v", i, share.Name, share.Weight, FeatureNames()[i], values[i])
		}
	}
}

// Ensure that the best are the highest logits, highest first, ties by place, and no more
// than are asked about.
func TestTop(t *testing.T) {
	r := tried()
	r.Best.Top = 3
	if got := r.Top([]float64{1, 5, 1, 7, 1, -2}); !slices.Equal(got, []int{3, 1, 0}) {
		t.Errorf("got %v", got)
	}
	if got := r.Top(nil); len(got) != 0 {
		t.Errorf("of nothing: got %v", got)
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
	for cosine, want := range map[float64]float64{-1: 0, r.DenseMap.Aggressive: .50, r.DenseMap.Default: .70, r.DenseMap.Conservative: .85, r.DenseMap.Firm: .95, 1: 1} {
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
