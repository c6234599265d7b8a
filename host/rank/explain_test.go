package rank

import (
	"math"
	"testing"
)

// Ensure that what is told of the thresholds is what they are, wherever they
// come from.
func TestOriginsAreTheThresholds(t *testing.T) {
	r := Default()
	r.Profiles = Profiles{Aggressive: Profile{.06, -.7}, Default: Profile{.03, -.1}, Conservative: Profile{.015, 1.2}, Firm: Profile{.005, 2}}
	r.LexicalProfiles = r.Profiles
	low, high, close := make([]float64, 300), make([]float64, 300), make([]float64, 300)
	for i := range low {
		low[i], high[i], close[i] = -9, -2+float64(i%97)/10, .9
	}
	cases := map[string]struct {
		maxima []float64
		from   [4]string
	}{
		"none":  {nil, [4]string{FromFloor, FromFloor, FromFloor, FromFloor}},
		"low":   {low, [4]string{FromFloor, FromFloor, FromFloor, FromFloor}},
		"high":  {high, [4]string{FromNulls, FromNulls, FromNulls, FromNulls}},
		"close": {close, [4]string{FromApart, FromNulls, FromFloor, FromFloor}},
	}
	for name, c := range cases {
		for _, hasDense := range []bool{false, true} {
			want := r.Thresholds(c.maxima, hasDense)
			for i, o := range r.Origins(c.maxima, hasDense) {
				odds := want.all()[i]
				if o.Odds != odds || o.From != c.from[i] {
					t.Errorf("%s: got %s at %.2f from %s, want %.2f from %s", name, o.Profile, o.Odds, o.From, odds, c.from[i])
				}
				if got := r.Source(want, o.Profile, hasDense); got != o.From {
					t.Errorf("%s: Source says %s, Origins %s", name, got, o.From)
				}
				if ProfileAt(o.Similarity) != o.Profile || math.Abs(want.Similarity(odds)-o.Similarity) > 1e-12 {
					t.Errorf("%s: %s does not stand at %.2f", name, o.Profile, o.Similarity)
				}
				if o.Null >= 0 && c.maxima[o.Null] != o.NullOdds {
					t.Errorf("%s: null %d has %.2f, not %.2f", name, o.Null, c.maxima[o.Null], o.NullOdds)
				}
			}
		}
	}
}

// Ensure that a similarity and its odds lead back to each other.
func TestOddsInvertSimilarity(t *testing.T) {
	thresholds := Default().Thresholds(nil, true)
	for i := 1; i < 100; i++ {
		want := float64(i) / 100
		if got := thresholds.Similarity(thresholds.Odds(want)); math.Abs(got-want) > 1e-9 {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if low, high := thresholds.Odds(0), thresholds.Odds(1); thresholds.Similarity(low) != 0 || thresholds.Similarity(high) != 1 {
		t.Errorf("the ends are at %v and %v", low, high)
	}
}
