package lua

import (
	"math"
	"math/bits"

	vm "github.com/yuin/gopher-lua"
)

// arithmetic holds the metamethods of strings. The interpreter asks for them
// before it converts a string to a number by itself, which would take as long
// as the string is.
var arithmetic = map[string]func(a, b float64) float64{
	"__add": func(a, b float64) float64 { return a + b },
	"__sub": func(a, b float64) float64 { return a - b },
	"__mul": func(a, b float64) float64 { return a * b },
	"__div": func(a, b float64) float64 { return a / b },
	"__mod": modulo,
	"__pow": math.Pow,
	"__unm": func(a, _ float64) float64 { return -a },
}

// arithmeticOf makes the metamethod of one operator.
func arithmeticOf(event string, operate func(a, b float64) float64) builtin {
	return func(c call) int {
		c.g.work(textNumberUnits)
		left, right := c.L.Get(1), c.L.Get(2)
		if event == "__unm" {
			right = left
		}
		a, okA := c.g.asNumber(left)
		b, okB := c.g.asNumber(right)
		if okA && okB {
			return c.giveNumber(operate(a, b))
		}
		for _, operand := range []vm.LValue{left, right} {
			if operand.Type() == vm.LTString {
				continue
			}
			if method := c.L.GetMetaField(operand, event); method.Type() == vm.LTFunction {
				return c.give(c.call(method, left, right))
			}
		}
		culprit := left
		if okA {
			culprit = right
		}
		c.L.RaiseError("attempt to perform arithmetic on %s", describe(culprit))
		return 0
	}
}

func (m *meter) asNumber(value vm.LValue) (float64, bool) {
	switch v := value.(type) {
	case vm.LNumber:
		return float64(v), true
	case vm.LString:
		return m.parseNumber(string(v))
	}
	return 0, false
}

// modulo is "%": what is left takes the divisor's sign.
func modulo(a, b float64) float64 {
	rest := remainder(a, b)
	if rest != 0 && (rest < 0) != (b < 0) {
		rest += b
	}
	return rest
}

// remainder is math.Mod in a few dozen steps at most, where that takes one for each bit
// between the exponents: it divides 64 bits at a time.
func remainder(a, b float64) float64 {
	if b == 0 || math.IsInf(a, 0) || math.IsNaN(a) || math.IsNaN(b) {
		return math.NaN()
	}
	if math.Abs(a) < math.Abs(b) {
		return a
	}
	dividend, above := parts(a)
	divisor, below := parts(b)
	rest := dividend % divisor
	for shift := above - below; shift > 0 && rest != 0; {
		step := min(shift, 63)
		rest = bits.Rem64(rest>>(64-step), rest<<step, divisor)
		shift -= step
	}
	return math.Copysign(math.Ldexp(float64(rest), below), a)
}

// remainderUnits is the price of remainder: a step for each 63 bits between the exponents.
func remainderUnits(a, b float64) int {
	_, above := parts(a)
	_, below := parts(b)
	return 1 + max(above-below, 0)/remainderBitsPerUnit
}

const remainderBitsPerUnit = 20

// parts returns whole numbers with |x| = mantissa × 2^exponent.
func parts(x float64) (mantissa uint64, exponent int) {
	const mantissaBits = 52
	raw := math.Float64bits(x)
	mantissa, exponent = raw&(1<<mantissaBits-1), int(raw>>mantissaBits&0x7ff)
	if exponent == 0 {
		exponent = 1 // subnormal
	} else {
		mantissa |= 1 << mantissaBits
	}
	return mantissa, exponent - 1023 - mantissaBits
}

// powerUnits is the price of a power: few where some multiplications do.
func powerUnits(a, b float64) int {
	if isTiny(a) || isTiny(b) {
		return powUnits + tinyUnits
	}
	if b == 0.5 || b == math.Trunc(b) && 0 <= b && b <= 64 {
		return smallPowUnits
	}
	return powUnits
}

// operatorOf makes the helper of an operator: of numbers by itself, of anything else as
// their metamethods say.
func operatorOf(event string, units func(a, b float64) int, operate func(a, b float64) float64) builtin {
	fallback := arithmeticOf(event, operate)
	return func(c call) int {
		left, right := c.L.Get(1), c.L.Get(2)
		a, okA := left.(vm.LNumber)
		b, okB := right.(vm.LNumber)
		switch {
		case okA && okB:
			c.g.work(units(float64(a), float64(b)))
			return c.giveNumber(operate(float64(a), float64(b)))
		case left.Type() == vm.LTString, right.Type() == vm.LTString, c.L.GetMetaField(left, event) != vm.LNil, c.L.GetMetaField(right, event) != vm.LNil:
			return fallback(c)
		}
		c.L.RaiseError("cannot perform %s operation between %s and %s", event[2:], left.Type(), right.Type())
		return 0
	}
}

// Prices of operators in units, beside the call of their helper.
const (
	powUnits        = 10
	smallPowUnits   = 3
	textNumberUnits = 9 // of a metamethod that reads a string as a number
)
