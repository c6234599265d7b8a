package lua

import (
	"math"

	vm "github.com/yuin/gopher-lua"
)

// functions of one number.
var unary = map[string]func(float64) float64{
	"abs": math.Abs, "acos": math.Acos, "asin": math.Asin, "atan": math.Atan,
	"ceil": math.Ceil, "cos": math.Cos, "cosh": math.Cosh, "exp": math.Exp,
	"floor": math.Floor, "log": math.Log, "log10": math.Log10, "sin": math.Sin,
	"sinh": math.Sinh, "sqrt": math.Sqrt, "tan": math.Tan, "tanh": math.Tanh,
	"deg": func(x float64) float64 { return x * 180 / math.Pi },
	"rad": func(x float64) float64 { return x * math.Pi / 180 },
}

// functions of two numbers.
var binary = map[string]func(a, b float64) float64{
	"atan2": math.Atan2, "pow": math.Pow,
	"ldexp": func(a, b float64) float64 { return math.Ldexp(a, toInteger(b)) },
}

var mathLibrary = map[string]builtin{
	"frexp": func(c call) int {
		fraction, exponent := math.Frexp(c.number(1))
		return c.give(vm.LNumber(fraction), vm.LNumber(exponent))
	},
	"modf": func(c call) int {
		whole, fraction := math.Modf(c.number(1))
		return c.give(vm.LNumber(whole), vm.LNumber(fraction))
	},
	"fmod": func(c call) int {
		a, b := c.operand(1), c.operand(2)
		c.g.work(remainderUnits(a, b))
		return c.giveNumber(remainder(a, b))
	},
	"max":        func(c call) int { return c.extreme(func(a, b float64) bool { return a > b }) },
	"min":        func(c call) int { return c.extreme(func(a, b float64) bool { return a < b }) },
	"random":     random,
	"randomseed": randomSeed,
}

// operand is a number to calculate with. The processor takes hundreds of nanoseconds where
// results are too small for its usual form.
func (c call) operand(i int) float64 {
	n := c.number(i)
	if isTiny(n) {
		c.g.work(tinyUnits)
	}
	return n
}

func isTiny(n float64) bool { return n != 0 && math.Abs(n) < tinyMax }

const (
	tinyMax   = 1e-290
	tinyUnits = 30
)

func (c call) extreme(better func(a, b float64) bool) int {
	best := c.number(1)
	c.g.work(c.L.GetTop())
	for i := 2; i <= c.L.GetTop(); i++ {
		if n := c.number(i); better(n, best) {
			best = n
		}
	}
	return c.giveNumber(best)
}

// random draws from the sandbox's seed: the same event gives the same numbers.
func random(c call) int {
	fraction := float64(c.g.random.Uint64()>>11) / (1 << 53)
	low, high := 1, 0
	switch c.L.GetTop() {
	case 0:
		return c.giveNumber(fraction)
	case 1:
		high = c.integer(1)
	default:
		low, high = c.integer(1), c.integer(2)
	}
	if low > high {
		c.bad(c.L.GetTop(), "interval is empty")
	}
	return c.giveNumber(float64(low) + math.Floor(fraction*(float64(high)-float64(low)+1)))
}

// randomSeed starts another sequence, which still hangs on the sandbox's seed.
func randomSeed(c call) int {
	c.g.random.Seed(c.g.sandbox.Seed, math.Float64bits(c.number(1)))
	return 0
}
