package lua

import (
	"math"

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
		left, right := c.L.Get(1), c.L.Get(2)
		if event == "__unm" {
			right = left
		}
		a, okA := asNumber(left)
		b, okB := asNumber(right)
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

func asNumber(value vm.LValue) (float64, bool) {
	switch v := value.(type) {
	case vm.LNumber:
		return float64(v), true
	case vm.LString:
		return parseNumber(string(v))
	}
	return 0, false
}

func modulo(a, b float64) float64 {
	rest := math.Mod(a, b)
	if rest != 0 && (rest < 0) != (b < 0) {
		rest += b
	}
	return rest
}
