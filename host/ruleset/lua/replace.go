package lua

import (
	"strings"

	vm "github.com/yuin/gopher-lua"
)

// replacement returns what gsub does with each match, by the type of argument i:
// a text with %0 to %9, a table or a function to ask.
func (c call) replacement(i int) func(out *strings.Builder, m *matcher, start, end int) {
	switch with := c.L.Get(i).(type) {
	case vm.LString, vm.LNumber:
		text := asText(with)
		return func(out *strings.Builder, m *matcher, start, end int) { c.expand(out, text, m, start, end) }
	case *vm.LTable:
		return func(out *strings.Builder, m *matcher, start, end int) {
			c.g.work(lookupUnits)
			key := c.firstCapture(m, start, end)
			if text, ok := key.(vm.LString); ok {
				c.g.visit(text)
			}
			c.replace(out, c.L.GetTable(with, key), m.text[start:end])
		}
	case *vm.LFunction:
		return func(out *strings.Builder, m *matcher, start, end int) {
			c.g.work(callbackUnits)
			c.L.Push(with)
			count := c.giveCaptures(m, start, end, true)
			c.L.Call(count, 1)
			result := c.L.Get(-1)
			c.L.Pop(1)
			c.replace(out, result, m.text[start:end])
		}
	}
	c.badType(i, "string/function/table")
	return nil
}

// lookupUnits is the price of asking a table for a match.
const lookupUnits = 4

func (c call) firstCapture(m *matcher, start, end int) vm.LValue {
	if m.level == 0 {
		return vm.LString(m.text[start:end])
	}
	return c.capture(m, 0)
}

func (c call) replace(out *strings.Builder, value vm.LValue, original string) {
	switch {
	case vm.LVIsFalse(value):
		c.write(out, original)
	case vm.LVCanConvToString(value):
		c.floats(value)
		c.write(out, asText(value))
	default:
		c.L.RaiseError("invalid replacement value (%s)", describe(value))
	}
}

func (c call) expand(out *strings.Builder, text string, m *matcher, start, end int) {
	for {
		at := strings.IndexByte(text, '%')
		if at < 0 || at+1 >= len(text) {
			c.write(out, text)
			return
		}
		c.write(out, text[:at])
		c.g.work(1)
		digit := text[at+1]
		text = text[at+2:]
		switch {
		case digit < '0' || digit > '9':
			c.write(out, string(rune(digit)))
		case digit == '0' || digit == '1' && m.level == 0:
			c.write(out, m.text[start:end])
		case int(digit-'1') >= m.level:
			c.L.RaiseError("invalid capture index")
		default:
			c.g.work(1)
			c.write(out, asText(c.capture(m, int(digit-'1'))))
		}
	}
}
