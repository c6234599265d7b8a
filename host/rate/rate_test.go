package rate

import "testing"

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
		if got := New(want.Count, want.Of); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}
