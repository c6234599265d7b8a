package stats

import (
	"math"
	"testing"
)

// Ensure intervals are those of the literature: R. G. Newcombe, Two-sided
// confidence intervals for the single proportion, Statistics in Medicine 17
// (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, want := range []Rate{
		{Count: 81, Of: 263, Share: .3080, Low: .2553, High: .3662},
		{Count: 15, Of: 148, Share: .1014, Low: .0624, High: .1605},
		{Count: 0, Of: 20, Share: 0, Low: 0, High: .1611},
		{Count: 1, Of: 29, Share: .0345, Low: .0061, High: .1718},
		{Count: 20, Of: 20, Share: 1, Low: .8389, High: 1},
		{Count: 0, Of: 0, Share: 0, Low: 0, High: 1},
	} {
		if got := Wilson(want.Count, want.Of); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// Ensure that a quantile is a sample, that as many samples are within it as it says, and
// that the samples keep their order.
func TestQuantile(t *testing.T) {
	twenty := make([]float64, 20)
	for i := range twenty {
		twenty[i] = float64(20 - i)
	}
	endless := math.Inf(1)
	for _, test := range []struct {
		name    string
		samples []float64
		share   float64
		want    float64
	}{
		{"none", nil, .5, 0},
		{"one", []float64{7}, .95, 7},
		{"odd", []float64{3, 1, 2}, .5, 2},
		{"even takes the lower", []float64{4, 1, 3, 2}, .5, 2},
		{"p95 of 20 leaves one out", twenty, .95, 19},
		{"p95 of 19 leaves none out", twenty[1:], .95, 19},
		{"p99 of 20 leaves none out", twenty, .99, 20},
		{"smallest", twenty, .001, 1},
		{"all", twenty, 1, 20},
		{"one of three endless", []float64{endless, 1, 2}, .5, 2},
		{"two of three endless", []float64{endless, 1, endless}, .5, endless},
	} {
		if got := Quantile(test.samples, test.share); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	if twenty[0] != 20 {
		t.Error("the samples were sorted in place")
	}
}

// Ensure that every number of both vectors counts, whatever their length.
func TestDot(t *testing.T) {
	for n := range 12 {
		a, b, want := make([]float32, n), make([]float32, n), 0.0
		for i := range n {
			a[i], b[i] = float32(i+1), float32(2*i-5)
			want += float64(i+1) * float64(2*i-5)
		}
		if got, longer := Dot(a, b), Dot(append(a, 7), b); got != want || longer != want {
			t.Errorf("%d numbers: got %g, of unequal lengths %g, want %g", n, got, longer, want)
		}
	}
}
