package lua

import (
	"fmt"

	vm "github.com/yuin/gopher-lua"
)

// basics are the global functions. What is not here does not exist for a guest:
// no os, io, debug, load, coroutines, raw access, environments or print.
var basics = map[string]builtin{
	"assert": assert, "error": raise, "pcall": protectedCall, "xpcall": handledCall,
	"type": typeOf, "tostring": toText, "tonumber": toNumber,
	"select": selectFrom, "unpack": unpack,
	"next": next, "pairs": pairs, "ipairs": ipairs,
	"getmetatable": metatable, "setmetatable": setMetatable,
	"require": require,
}

func assert(c call) int {
	if vm.LVIsFalse(c.any(1)) {
		message := c.L.Get(2)
		if c.L.GetTop() < 2 {
			message = vm.LString("assertion failed!")
		}
		c.g.throw(c.L, message)
	}
	return c.L.GetTop()
}

// raise is error(value, level): a string gets the position of that level.
func raise(c call) int {
	value, level := c.L.Get(1), c.integerOr(2, 1)
	text, ok := value.(vm.LString)
	if ok && level > 0 {
		c.g.text(len(text))
		// Where, unlike the interpreter's own error, cannot recurse once per tail call.
		if where := c.L.Where(min(level, callDepthMax)); where != "" && where[0] != '[' {
			value = vm.LString(where+" ") + text
		}
	}
	c.g.throw(c.L, value)
	return 0
}

func protectedCall(c call) int {
	c.any(1)
	if failure := c.g.try(c.L); failure != nil {
		return c.give(vm.LFalse, failure)
	}
	c.L.Insert(vm.LTrue, 1)
	return c.L.GetTop()
}

// handledCall is xpcall(f, handler); the handler runs after the stack is unwound.
func handledCall(c call) int {
	handler := c.any(2)
	c.L.SetTop(1)
	failure := c.g.try(c.L)
	if failure == nil {
		c.L.Insert(vm.LTrue, 1)
		return c.L.GetTop()
	}
	return c.give(vm.LFalse, c.call(handler, failure))
}

func typeOf(c call) int { return c.giveText(c.any(1).Type().String()) }

func toText(c call) int { return c.give(vm.LString(c.textOf(c.any(1)))) }

// textOf is tostring: tables and functions are numbered in the order in which
// they are first shown, for an address would differ from run to run.
func (c call) textOf(value vm.LValue) string {
	if method := c.L.GetMetaField(value, "__tostring"); method.Type() == vm.LTFunction {
		text, ok := c.call(method, value).(vm.LString)
		if !ok {
			c.L.RaiseError("'__tostring' must return a string")
		}
		return string(text)
	}
	switch v := value.(type) {
	case vm.LString:
		return string(v)
	case vm.LNumber:
		c.g.text(0)
		c.floats(v)
		return formatNumber(float64(v))
	case *vm.LTable, *vm.LFunction, *vm.LUserData:
		if c.g.serials[value] == 0 {
			c.g.field(2)
			c.g.serials[value] = len(c.g.serials) + 1
		}
		c.g.text(bytesPerUnit * 10)
		return fmt.Sprintf("%s: 0x%08x", value.Type(), c.g.serials[value])
	}
	return value.String()
}

func toNumber(c call) int {
	value := c.any(1)
	base := c.integerOr(2, 10)
	if base < 2 || base > 36 {
		c.bad(2, "base out of range")
	}
	n, ok := 0.0, false
	if base == 10 {
		n, ok = c.g.asNumber(value)
	} else {
		text := c.text(1)
		c.g.work(numeralUnits + min(len(text), numeralBytesMax)/numeralBytesPerUnit)
		n, ok = parseInteger(text, base)
	}
	if !ok {
		return c.give(vm.LNil)
	}
	return c.giveNumber(n)
}

func selectFrom(c call) int {
	count := c.L.GetTop() - 1
	c.g.work(valueUnits * count)
	if c.L.Get(1) == vm.LString("#") {
		return c.giveNumber(float64(count))
	}
	index := c.integer(1)
	if index < 0 {
		index += count + 1
	}
	if index < 1 {
		c.bad(1, "index out of range")
	}
	return max(count-index+1, 0)
}

// unpackMax bounds how many values unpack and string.byte give at once.
const unpackMax = 2000

func unpack(c call) int {
	list := c.list(1)
	first := c.integerOr(2, 1)
	last := c.integerOr(3, -1)
	if !c.has(3) {
		last = c.g.border(list)
	}
	count := max(last-first+1, 0)
	if count > unpackMax {
		c.L.RaiseError("too many results to unpack (%d, at most %d)", count, unpackMax)
	}
	c.g.work(valueUnits * count)
	for i := first; i <= last; i++ {
		c.L.Push(list.RawGet(vm.LNumber(i)))
	}
	return count
}

func metatable(c call) int { return c.give(c.L.GetMetatable(c.any(1))) }

func setMetatable(c call) int {
	table := c.table(1)
	meta := c.L.Get(2)
	if meta != vm.LNil && meta.Type() != vm.LTTable || c.L.GetTop() < 2 {
		c.badType(2, "nil or table")
	}
	if c.L.GetMetaField(table, "__metatable") != vm.LNil {
		c.L.RaiseError("cannot change a protected metatable")
	}
	if meta != vm.LNil && c.g.base == 1 {
		c.g.base++
		c.g.price++
	}
	table.Metatable = meta
	c.L.SetTop(1)
	return 1
}
