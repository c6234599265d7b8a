package lua

import (
	"strings"

	vm "github.com/yuin/gopher-lua"
)

// matcher prepares a match of the argument pattern in the argument text.
func (c call) matcher(text, pattern string) *matcher {
	c.g.hold(matcherBytes)
	c.g.work(matcherUnits)
	return &matcher{
		text: text, pattern: pattern,
		pay:  c.g.work,
		fail: func(message string) { c.L.RaiseError("%s", message) },
	}
}

const (
	matcherBytes       = 800
	matcherUnits       = 8
	captureUnits       = 2
	bytesPerUnitLooked = 8 // of a text that is searched for a byte or a text
)

// startOf turns Lua's optional init argument into an index of text.
func (c call) startOf(i int, text string) int {
	start := c.integerOr(i, 1)
	if start < 0 {
		start += len(text) + 1
	}
	return min(max(start-1, 0), len(text))
}

// giveCaptures pushes what was captured; whole also stands for a pattern
// without captures.
func (c call) giveCaptures(m *matcher, start, end int, whole bool) int {
	if m.level == 0 && whole {
		c.g.hold(stringBytes)
		return c.giveText(m.text[start:end])
	}
	for i := range m.level {
		c.g.hold(stringBytes)
		c.g.work(captureUnits)
		c.L.Push(c.capture(m, i))
	}
	return m.level
}

func (c call) capture(m *matcher, i int) vm.LValue {
	captured := m.captures[i]
	switch captured.length {
	case capturePosition:
		return vm.LNumber(captured.start + 1)
	case captureOpen:
		c.L.RaiseError("unfinished capture")
	}
	return vm.LString(m.text[captured.start:][:captured.length])
}

// search returns the first match at or after start, or -1.
func (m *matcher) search(start int) (from, to int) {
	p, anchored := 0, strings.HasPrefix(m.pattern, "^")
	if anchored {
		p = 1
	}
	for s := start; s <= len(m.text); s++ {
		m.step(1)
		if end := m.at(s, p); end >= 0 {
			m.settle()
			return s, end
		}
		if anchored {
			break
		}
	}
	m.settle()
	return -1, -1
}

func stringFind(c call) int {
	text, pattern := c.text(1), c.text(2)
	start := c.startOf(3, text)
	c.g.work(len(pattern) / bytesPerUnitLooked)
	if vm.LVAsBool(c.L.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-") {
		c.g.work(1 + (len(text)-start)/bytesPerUnitLooked)
		at := strings.Index(text[start:], pattern)
		if at < 0 {
			return c.give(vm.LNil)
		}
		return c.give(vm.LNumber(start+at+1), vm.LNumber(start+at+len(pattern)))
	}
	m := c.matcher(text, pattern)
	from, to := m.search(start)
	if from < 0 {
		return c.give(vm.LNil)
	}
	return c.give(vm.LNumber(from+1), vm.LNumber(to)) + c.giveCaptures(m, from, to, false)
}

func stringMatch(c call) int {
	text := c.text(1)
	m := c.matcher(text, c.text(2))
	from, to := m.search(c.startOf(3, text))
	if from < 0 {
		return c.give(vm.LNil)
	}
	return c.giveCaptures(m, from, to, true)
}

func stringGmatch(c call) int {
	text, pattern := c.text(1), c.text(2)
	at := 0
	c.g.hold(closureBytes)
	step := c.g.builtin("gmatch", func(inner call) int {
		m := inner.matcher(text, pattern)
		for ; at <= len(text); at++ {
			m.step(1)
			start := at
			end := m.at(start, 0)
			if end < 0 {
				continue
			}
			if at = end; end == start {
				at++
			}
			m.settle()
			return inner.giveCaptures(m, start, end, true)
		}
		m.settle()
		return inner.give(vm.LNil)
	})
	return c.give(step)
}

func stringGsub(c call) int {
	text, pattern := c.text(1), c.text(2)
	limit := c.integerOr(4, len(text)+1)
	replacement := c.replacement(3)
	m := c.matcher(text, pattern)
	p, anchored := 0, strings.HasPrefix(pattern, "^")
	if anchored {
		p = 1
	}
	var out strings.Builder
	s, count, written := 0, 0, 0
	for count < limit {
		m.step(1)
		end := m.at(s, p)
		if end >= 0 {
			count++
			c.g.work(1)
			c.write(&out, text[written:s])
			written = max(end, s)
			replacement(&out, m, s, end)
		}
		switch {
		case end > s:
			s = end
		case s < len(text):
			s++
		default:
			s = len(text) + 1
		}
		if anchored || s > len(text) {
			break
		}
	}
	m.settle()
	c.write(&out, text[written:])
	c.g.hold(stringBytes)
	return c.give(vm.LString(out.String()), vm.LNumber(count))
}

// write appends to a string under construction, paying for it first.
func (c call) write(out *strings.Builder, text string) {
	if out.Len()+len(text) > out.Cap() {
		c.g.hold(2*out.Cap() + len(text))
	}
	if len(text) > bytesPerUnit {
		c.g.work(len(text) / bytesPerUnit)
	}
	out.WriteString(text)
}
