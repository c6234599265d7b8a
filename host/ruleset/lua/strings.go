package lua

import (
	"strings"
	"unicode/utf8"

	vm "github.com/yuin/gopher-lua"
)

var stringLibrary = map[string]builtin{
	"byte": stringByte, "char": stringChar, "find": stringFind, "format": stringFormat,
	"gmatch": stringGmatch, "gsub": stringGsub, "match": stringMatch, "rep": stringRep,
	"sub":     stringSub,
	"len":     func(c call) int { return c.giveNumber(float64(len(c.text(1)))) },
	"lower":   func(c call) int { return c.mapped(3, strings.ToLower) },
	"upper":   func(c call) int { return c.mapped(3, strings.ToUpper) },
	"reverse": func(c call) int { return c.mapped(1, reverse) },
}

// mapped returns the argument changed by a function whose result is at most
// growth times as long. Upper and lower case are Unicode's, not ASCII's.
func (c call) mapped(growth int, change func(string) string) int {
	text := c.text(1)
	c.g.hold(growth*len(text) + stringBytes)
	c.g.work(1 + len(text)/4 + wideBytes(text))
	return c.giveText(change(text))
}

// wideBytes counts the bytes of a text that are not ASCII: those are looked up one by one.
func wideBytes(text string) (count int) {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			count++
		}
	}
	return count
}

func reverse(text string) string {
	out := make([]byte, len(text))
	for i := range len(text) {
		out[len(text)-1-i] = text[i]
	}
	return string(out)
}

// span turns Lua's first and last index, which may count from the end, into
// a range of text.
func span(length, first, last int) (from, to int) {
	if first < 0 {
		first = max(first+length+1, 1)
	}
	if last < 0 {
		last += length + 1
	}
	from, to = max(first, 1)-1, min(last, length)
	if from >= to {
		return 0, 0
	}
	return from, to
}

func stringSub(c call) int {
	text := c.text(1)
	from, to := span(len(text), c.integer(2), c.integerOr(3, -1))
	c.g.hold(stringBytes)
	return c.giveText(text[from:to])
}

func stringByte(c call) int {
	text := c.text(1)
	first := c.integerOr(2, 1)
	from, to := span(len(text), first, c.integerOr(3, first))
	if to-from > unpackMax {
		c.L.RaiseError("string slice too long (%d, at most %d)", to-from, unpackMax)
	}
	c.g.work(valueUnits * (to - from))
	for i := from; i < to; i++ {
		c.L.Push(vm.LNumber(text[i]))
	}
	return to - from
}

func stringChar(c call) int {
	out := make([]byte, c.L.GetTop())
	c.g.text(len(out))
	for i := range out {
		code := c.integer(i + 1)
		if code < 0 || code > 255 {
			c.bad(i+1, "invalid value")
		}
		out[i] = byte(code)
	}
	return c.giveText(string(out))
}

func stringRep(c call) int {
	text, count := c.text(1), max(c.integer(2), 0)
	if len(text) == 0 {
		return c.giveText("")
	}
	if int64(count) > c.g.memory/int64(len(text)) {
		c.g.hold(-1)
	}
	c.g.text(len(text) * count)
	return c.giveText(strings.Repeat(text, count))
}
