package lua

import (
	"fmt"
	"math"

	vm "github.com/yuin/gopher-lua"
)

// builtin is a library function: it reads its arguments, pushes its results and
// returns their number.
type builtin func(c call) int

// call is one call of a builtin. Its methods check arguments and raise Lua's
// error texts.
type call struct {
	L    *vm.LState
	g    *guest
	name string
}

func (g *guest) builtin(name string, f builtin) *vm.LFunction {
	return g.state.NewFunction(func(L *vm.LState) int {
		g.work(builtinUnits)
		return f(call{L, g, name})
	})
}

// helper makes a function that no guest can name: the instructions around its call pay for it.
func (g *guest) helper(name string, f builtin) *vm.LFunction {
	return g.state.NewFunction(func(L *vm.LState) int { return f(call{L, g, name}) })
}

// What a call costs where no instruction of the guest stands for it.
const (
	builtinUnits  = 3 // of a library function, which may be called as a metamethod or by gsub
	callbackUnits = 4 // of a guest's function that Go code calls
)

func (c call) give(values ...vm.LValue) int {
	for _, value := range values {
		c.L.Push(value)
	}
	return len(values)
}

func (c call) giveText(text string) int {
	c.L.Push(vm.LString(text))
	return 1
}

func (c call) giveNumber(n float64) int {
	c.L.Push(vm.LNumber(n))
	return 1
}

func (c call) bad(i int, format string, args ...any) {
	c.L.RaiseError("bad argument #%d to '%s' (%s)", i, c.name, fmt.Sprintf(format, args...))
}

func (c call) badType(i int, want string) {
	got := "no value"
	if i <= c.L.GetTop() {
		got = c.L.Get(i).Type().String()
	}
	c.bad(i, "%s expected, got %s", want, got)
}

// has reports whether the argument was given and is not nil.
func (c call) has(i int) bool { return c.L.Get(i) != vm.LNil }

func (c call) any(i int) vm.LValue {
	if i > c.L.GetTop() {
		c.bad(i, "value expected")
	}
	return c.L.Get(i)
}

// text is a string argument; numbers are taken for strings, as in Lua.
func (c call) text(i int) string {
	switch value := c.L.Get(i).(type) {
	case vm.LString:
		return string(value)
	case vm.LNumber:
		c.g.work(floatUnits)
		return formatNumber(float64(value))
	}
	c.badType(i, "string")
	return ""
}

func (c call) number(i int) float64 {
	switch value := c.L.Get(i).(type) {
	case vm.LNumber:
		return float64(value)
	case vm.LString:
		if n, ok := c.g.parseNumber(string(value)); ok {
			return n
		}
	}
	c.badType(i, "number")
	return 0
}

// integer is a number argument cut to a whole number within ±2^53.
func (c call) integer(i int) int { return toInteger(c.number(i)) }

func (c call) integerOr(i, fallback int) int {
	if !c.has(i) {
		return fallback
	}
	return c.integer(i)
}

func (c call) table(i int) *vm.LTable {
	table, ok := c.L.Get(i).(*vm.LTable)
	if !ok {
		c.badType(i, "table")
	}
	return table
}

// list is a table argument to read from; an embedding gives its numbers.
func (c call) list(i int) *vm.LTable { return c.g.numbersOf(c.L, c.table(i)) }

// editable is a table argument that a library function may change.
func (c call) editable(i int) *vm.LTable {
	table := c.table(i)
	if c.L.GetMetaField(table, "__metatable") != vm.LNil {
		c.bad(i, "the table is read-only")
	}
	return table
}

func (c call) function(i int) *vm.LFunction {
	function, ok := c.L.Get(i).(*vm.LFunction)
	if !ok {
		c.badType(i, "function")
	}
	return function
}

const integerMax = 1 << 53

func toInteger(n float64) int {
	switch {
	case math.IsNaN(n):
		return 0
	case n >= integerMax:
		return integerMax
	case n <= -integerMax:
		return -integerMax
	}
	return int(n)
}

// describe returns what a value is, in the words of an error text.
func describe(value vm.LValue) string {
	switch value.Type() {
	case vm.LTNil:
		return "nil"
	default:
		return "a " + value.Type().String()
	}
}
