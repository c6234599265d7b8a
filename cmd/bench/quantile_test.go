package main

import (
	"math"
	"testing"
)

// Ensure that a quantile is a time that was measured and that as many runs are
// within it as it says, late ones counted as the longest.
func TestQuantile(t *testing.T) {
	twenty := make([]float64, 20)
	for i := range twenty {
		twenty[i] = float64(20 - i)
	}
	for _, test := range []struct {
		name    string
		samples []float64
		share   float64
		want    float64
	}{
		{"none", nil, .5, late},
		{"one", []float64{7}, .95, 7},
		{"odd", []float64{3, 1, 2}, .5, 2},
		{"even takes the lower", []float64{4, 1, 3, 2}, .5, 2},
		{"p95 of 20 leaves one out", twenty, .95, 19},
		{"p95 of 19 leaves none out", twenty[1:], .95, 19},
		{"smallest", twenty, .001, 1},
		{"all", twenty, 1, 20},
		{"one of three late", []float64{late, 1, 2}, .5, 2},
		{"two of three late", []float64{late, 1, late}, .5, late},
	} {
		if got := quantile(test.samples, test.share); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	if twenty[0] != 20 {
		t.Error("the samples were sorted in place")
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
