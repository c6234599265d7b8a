package lua

import (
	"math"
	"strings"

	vm "github.com/yuin/gopher-lua"
)

// operators are the helpers that rewrite.go puts in place of Lua's operators.
var operators = map[string]builtin{
	helperConcat:  concat,
	helperLength:  length,
	helperKey:     key,
	helperCompare: compare,
	helperOrder:   order,
	helperSlot:    slot,
	helperStore:   store,
	helperTable:   made,
	helperClosure: closed,
	helperValues:  values,
	helperMod:     operatorOf("__mod", remainderUnits, modulo),
	helperPow:     operatorOf("__pow", powerUnits, math.Pow),
	helperWide:    wide,
}

// concat is "..": from the right, runs of strings and numbers are joined, and
// what is neither goes through __concat.
func concat(c call) int {
	first, last := 1, c.L.GetTop()
	right := c.L.Get(last)
	for i := last - 1; i >= first; {
		left := c.L.Get(i)
		if !vm.LVCanConvToString(left) || !vm.LVCanConvToString(right) {
			right = c.concatMeta(left, right)
			i--
			continue
		}
		run := i
		for run > first && vm.LVCanConvToString(c.L.Get(run-1)) {
			run--
		}
		right = c.join(run, i, right)
		i = run - 1
	}
	return c.give(right)
}

// join makes one string of the arguments from first to last and right.
func (c call) join(first, last int, right vm.LValue) vm.LValue {
	var few [concatArgs + 1]string
	parts := few[:0]
	total := 0
	c.floats(right)
	for i := first; i <= last; i++ {
		c.floats(c.L.Get(i))
		parts = append(parts, asText(c.L.Get(i)))
		total += len(parts[len(parts)-1])
	}
	parts = append(parts, asText(right))
	c.g.work(joinUnits)
	c.g.text(total + len(parts[len(parts)-1]))
	return vm.LString(strings.Join(parts, ""))
}

// floats charges for a number that takes long to write.
func (c call) floats(value vm.LValue) {
	if n, ok := value.(vm.LNumber); ok && isFloat(float64(n)) {
		c.g.work(floatUnits)
	}
}

func (c call) concatMeta(left, right vm.LValue) vm.LValue {
	method := c.L.GetMetaField(left, "__concat")
	if method == vm.LNil {
		method = c.L.GetMetaField(right, "__concat")
	}
	if method.Type() != vm.LTFunction {
		c.L.RaiseError("cannot perform concat operation between %s and %s", left.Type().String(), right.Type().String())
	}
	return c.call(method, left, right)
}

// call calls a Lua value and returns its first result.
func (c call) call(function vm.LValue, args ...vm.LValue) vm.LValue {
	c.g.work(callbackUnits)
	c.L.Push(function)
	c.give(args...)
	c.L.Call(len(args), 1)
	result := c.L.Get(-1)
	c.L.Pop(1)
	return result
}

// length is "#".
func length(c call) int {
	value := c.L.Get(1)
	if text, ok := value.(vm.LString); ok {
		return c.giveNumber(float64(len(text)))
	}
	if method := c.L.GetMetaField(value, "__len"); method.Type() == vm.LTFunction {
		return c.give(c.call(method, value))
	}
	table, ok := value.(*vm.LTable)
	if !ok {
		c.L.RaiseError("attempt to get length of %s", describe(value))
	}
	return c.giveNumber(float64(c.g.border(table)))
}

// border returns n with t[n] present and t[n+1] absent, or 0, in logarithmic time.
// The interpreter's own count walks over every nil at the end of the array; it
// is asked only where there seems to be a hole, so that {nil, 2} has length 2 as
// in Lua itself.
func (g *guest) border(t *vm.LTable) int {
	g.work(borderUnits)
	low, high := 0, 1
	for t.RawGetInt(high) != vm.LNil {
		low, high = high, high*2
	}
	for high-low > 1 {
		if middle := (low + high) / 2; t.RawGetInt(middle) != vm.LNil {
			low = middle
		} else {
			high = middle
		}
	}
	for i := low + 2; i <= low+holeMax; i++ {
		if t.RawGetInt(i) != vm.LNil {
			g.work(g.walkUnits(t))
			return t.Len()
		}
	}
	return low
}

// holeMax is the length of holes that are looked beyond.
const holeMax = 8

const borderUnits = 4

// key passes on the key of a lookup, which will visit all of it. The interpreter
// also quotes it in an error, in several copies.
func key(c call) int {
	if text, ok := c.L.Get(1).(vm.LString); ok {
		c.g.visit(text)
		if len(text) > keyBytesFree {
			c.g.hold(4 * len(text))
		}
	}
	c.L.SetTop(1)
	return 1
}

// compare passes on one side of a comparison, which may visit all of it.
func compare(c call) int {
	if text, ok := c.L.Get(1).(vm.LString); ok {
		c.g.visit(text)
	}
	c.L.SetTop(1)
	return 1
}

// order passes on one side of "<" and its like, which the interpreter compares byte by
// byte.
func order(c call) int {
	if text, ok := c.L.Get(1).(vm.LString); ok {
		c.g.ordered(text)
	}
	c.L.SetTop(1)
	return 1
}

// ordered charges for comparing a string byte by byte.
func (m *meter) ordered(text vm.LString) {
	if len(text) > orderBytesFree {
		m.work(len(text) / orderBytesPerUnit)
	}
}

const (
	orderBytesFree    = 16
	orderBytesPerUnit = 8
)

// visit charges for looking a string up or comparing it.
func (m *meter) visit(text vm.LString) {
	if len(text) > constantKeyMax {
		m.work(len(text) / bytesPerUnit)
	}
}

// keyBytesFree is the length up to which quoting a key in an error counts as
// part of the error.
const keyBytesFree = 4 << 10

// values is "…" where it stands for any number of values: each of them may be
// copied at every level of calls it passes.
func values(c call) int {
	count := c.L.GetTop()
	c.g.work(valueUnits * count)
	c.g.arrays(count)
	return count
}

const valueUnits = 3

const joinUnits = 2 // of "..", beside its text

// wide charges for variables that one instruction sets to nil.
func wide(c call) int {
	c.g.work(c.integer(1) / variablesPerUnit)
	return 0
}

const (
	variablesPerUnit = 12
	variablesFree    = 12 // of one declaration
	registersFree    = 48 // of a function, all of which each call of it sets to nil
)
