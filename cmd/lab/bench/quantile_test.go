package bench

import (
	"math"
	"testing"
)

// Ensure that without a run the time is late.
func TestQuantileOfNone(t *testing.T) {
	if got := quantile(nil, .5); got != late {
		t.Errorf("got %v", got)
	}
}

// Ensure that a ratio exists only where there is something to compare with.
func TestRatio(t *testing.T) {
	if got := ratio(10, 2.5); got != 4 {
		t.Errorf("got %v, want 4", got)
	}
	for _, yardstick := range []float64{0, -1, late, math.NaN()} {
		if got := ratio(10, yardstick); !math.IsNaN(got) {
			t.Errorf("by %v: got %v", yardstick, got)
		}
	}
}
