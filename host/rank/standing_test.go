package rank

import (
	"math"
	"slices"
	"testing"
)

// Ensure that what else fits counts against an item by the recipe's share, that a copy of an
// item does not, that the order stays, and that without rivals the logits stay as they are.
func TestStanding(t *testing.T) {
	none := func(int, int) bool { return false }
	logits := []float64{2, 1, -3}
	if got := Default().Standing(logits, none); !slices.Equal(got, logits) {
		t.Errorf("skills: got %v, want the logits %v", got, logits)
	}
	r := Default()
	r.Best.Rivals = 1
	got := r.Standing(logits, none)
	near(t, "the best", got[0], 2-math.Log(1+math.E+math.Exp(-3)), 1e-12)
	near(t, "the last", got[2], -3-math.Log(1+math.Exp(2)+math.E), 1e-12)
	if !(got[0] > got[1] && got[1] > got[2]) {
		t.Errorf("the order changed: %v", got)
	}
	copied := r.Standing([]float64{2, 2}, func(i, j int) bool { return i != j })
	if alone := r.Standing([]float64{2}, none); copied[0] != alone[0] || copied[1] != copied[0] {
		t.Errorf("with a copy: got %v, want %v twice", copied, alone[0])
	}
	for _, odd := range r.Standing([]float64{math.Inf(1), 900, -900}, none) {
		if math.IsNaN(odd) {
			t.Errorf("no number for odd logits")
		}
	}
}
