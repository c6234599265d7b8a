package lua

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

var remainderExtremes = []float64{
	0, math.Copysign(0, -1), 1, -1, 3, 0.1, 1e-300, 5e-324, 3e-308, math.SmallestNonzeroFloat64, 2.2250738585072014e-308,
	math.MaxFloat64, -math.MaxFloat64, 1 << 53, 1<<53 + 2, math.Inf(1), math.Inf(-1), math.NaN(), 255, 1e15 + 0.3,
}

// Ensure that "%" and math.fmod give what the exact remainder is, for numbers of every size.
func TestRemainderIsExact(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	check := func(a, b float64) {
		t.Helper()
		got, want := remainder(a, b), math.Mod(a, b)
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
			t.Errorf("remainder(%g, %g) = %g, want %g", a, b, got, want)
		}
	}
	for _, a := range remainderExtremes {
		for _, b := range remainderExtremes {
			check(a, b)
		}
	}
	for range 20_000 {
		check(math.Float64frombits(source.Uint64()), math.Float64frombits(source.Uint64()))
	}
}

// Ensure that the prices of what is far from 1 do not reach what rulesets do every day: a
// score with two digits, a count, a whole number as text.
func TestOrdinaryNumbersCostTheSame(t *testing.T) {
	for code, most := range map[string]int64{
		`x = string.format("%.2f", 0.73)`: 22,
		`x = ("%d of %d"):format(3, 10)`:  20,
		`x = "prompt " .. 12`:             12,
		`x = 3 ^ 2 + 2 ^ 0.5`:             20,
		`x = ("a"):upper()`:               12,
	} {
		budgets := abi.DefaultBudgets()
		g := start(t, "return { evaluate_activation = function() local x "+code+" end }", abi.Sandbox{Budgets: budgets})
		before := g.fuel
		if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if used := before - g.fuel; used > most {
			t.Errorf("%s costs %d units, at most %d", code, used, most)
		}
	}
}
