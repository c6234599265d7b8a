package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Ensure that thresholds are the 12th, 6th, 3rd and 1st highest of 200 null prompts,
// which is what quantiles of 6, 3, 1.5 and .5 % are, and never below the floors.
func TestThresholdsAreQuantiles(t *testing.T) {
	maxima := make([]float64, 200)
	for i := range maxima {
		maxima[i] = float64(i) / 10 // the highest is 19.9
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(maxima), func(i, j int) { maxima[i], maxima[j] = maxima[j], maxima[i] })
	before := slices.Clone(maxima)
	want := Thresholds{Aggressive: 18.8, Default: 19.4, Conservative: 19.7, Firm: 19.9}
	for _, hasDense := range []bool{true, false} {
		if got := Default().Thresholds(maxima, hasDense); got != want {
			t.Errorf("dense %v: got %+v want %+v", hasDense, got, want)
		}
	}
	if !slices.Equal(maxima, before) {
		t.Error("the caller's slice was sorted")
	}
}

// Ensure that an index that no null prompt reaches, or that has none, falls
// back to the floors: a small catalog stays quiet about what is not in it.
func TestThresholdsHaveFloors(t *testing.T) {
	quiet := slices.Repeat([]float64{-9}, 184)
	r := Default()
	for _, maxima := range [][]float64{nil, quiet, {math.Inf(-1)}} {
		if got, want := r.Thresholds(maxima, true), floors(r.Profiles); got != want {
			t.Errorf("with model: got %+v want %+v", got, want)
		}
		if got, want := r.Thresholds(maxima, false), floors(r.LexicalProfiles); got != want {
			t.Errorf("without model: got %+v want %+v", got, want)
		}
	}
}

func floors(p Profiles) Thresholds {
	return Thresholds{p.Aggressive.Floor, p.Default.Floor, p.Conservative.Floor, p.Firm.Floor}
}

// Ensure that profiles stay apart where all null prompts score alike.
func TestThresholdsStayApart(t *testing.T) {
	const all = 7.5 // above every floor
	got := Default().Thresholds(slices.Repeat([]float64{all}, 184), true)
	if want := (Thresholds{all - thresholdsApart, all, all + thresholdsApart, all + 2*thresholdsApart}); got != want {
		t.Errorf("got %+v want %+v", got, want)
	}
}

// Ensure that each profile's threshold has its ruleset's similarity exactly,
// that the scale ends at 0 and 1, and that it is monotone and continuous,
// whatever the null prompts of an index reach.
func TestSimilarityIsMonotone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		maxima := make([]float64, random.IntN(300))
		for i := range maxima {
			maxima[i] = random.NormFloat64() * 6
		}
		thresholds := Default().Thresholds(maxima, random.IntN(2) == 0)
		for logit, want := range map[float64]float64{
			thresholds.Aggressive: .50, thresholds.Default: .70, thresholds.Conservative: .85, thresholds.Firm: .95,
			math.Inf(-1): 0, math.Inf(1): 1, -1e9: 0, 1e9: 1,
		} {
			if got := thresholds.Similarity(logit); got != want {
				t.Fatalf("%+v: similarity of %g: got %v want %v", thresholds, logit, got, want)
			}
		}
		before := 0.0
		for logit := -25.0; logit < 25; logit += .01 {
			got := thresholds.Similarity(logit)
			if got < before || got > 1 || got-before > .2*.01/thresholdsApart+1e-9 {
				t.Fatalf("%+v: similarity of %g: got %v after %v", thresholds, logit, got, before)
			}
			before = got
		}
	}
}

// Ensure that a logit that is no number suggests nothing.
func TestSimilarityOfNaN(t *testing.T) {
	if got := Default().Thresholds(nil, true).Similarity(math.NaN()); got != 0 {
		t.Errorf("got %v want 0", got)
	}
}

// Ensure that order survives inside the range that texts reach, so that the
// best of several sure items is still the best.
func TestSimilarityKeepsOrder(t *testing.T) {
	thresholds := Default().Thresholds(nil, false)
	for _, pair := range [][2]float64{{-9.1, -9}, {-6, -5.99}, {-.5, -.49}, {1.5, 1.51}, {7.5, 7.6}} {
		if low, high := thresholds.Similarity(pair[0]), thresholds.Similarity(pair[1]); low >= high {
			t.Errorf("%v: got %v and %v", pair, low, high)
		}
	}
}
