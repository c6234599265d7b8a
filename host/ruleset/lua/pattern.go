package lua

import "strings"

const (
	capturesMax     = 32
	patternDepthMax = 200 // items of a pattern that can be open at once

	captureOpen     = -1
	capturePosition = -2
)

// matcher runs Lua 5.1's patterns by backtracking, as its manual (§5.4.1)
// describes them. Every step is paid for, so that a pattern that explodes ends
// by fuel.
type matcher struct {
	text, pattern string
	level         int // captures begun
	captures      [capturesMax]struct{ start, length int }
	depth         int
	unpaid        int
	pay           func(units int)
	fail          func(text string) // does not return
}

const stepsPerUnit = 4

func (m *matcher) step(steps int) {
	if m.unpaid += steps; m.unpaid >= 64*stepsPerUnit {
		m.pay(m.unpaid / stepsPerUnit)
		m.unpaid %= stepsPerUnit
	}
}

// settle pays for the last steps of a match.
func (m *matcher) settle() {
	m.pay((m.unpaid + stepsPerUnit - 1) / stepsPerUnit)
	m.unpaid = 0
}

// at tries the pattern from p on against the text at s and returns the end of the
// match, or -1. It forgets captures of earlier tries.
func (m *matcher) at(s, p int) int {
	m.level, m.depth = 0, 0
	return m.match(s, p)
}

func (m *matcher) match(s, p int) int {
	if m.depth++; m.depth > patternDepthMax {
		m.fail("pattern too complex")
	}
	end := m.here(s, p)
	m.depth--
	return end
}

// here matches item after item, and recurses where one may match in several ways.
func (m *matcher) here(s, p int) int {
	for p < len(m.pattern) {
		m.step(1)
		switch m.pattern[p] {
		case '(':
			if p+1 < len(m.pattern) && m.pattern[p+1] == ')' {
				return m.begin(s, p+2, capturePosition)
			}
			return m.begin(s, p+1, captureOpen)
		case ')':
			return m.end(s, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if s == len(m.text) {
					return s
				}
				return -1
			}
		case '%':
			if next, end, special := m.escape(s, p); special {
				if end < 0 {
					return -1
				}
				s, p = end, next
				continue
			}
		}
		after := m.classEnd(p)
		if after < len(m.pattern) && strings.IndexByte("?*+-", m.pattern[after]) >= 0 {
			return m.repeated(s, p, after)
		}
		if !m.single(s, p, after) {
			return -1
		}
		s, p = s+1, after
	}
	return s
}

// repeated matches the class from p to after as often as the sign at after says,
// and what follows.
func (m *matcher) repeated(s, p, after int) int {
	m.step(1)
	switch m.pattern[after] {
	case '?':
		if m.single(s, p, after) {
			if end := m.match(s+1, after+1); end >= 0 {
				return end
			}
		}
		return m.match(s, after+1)
	case '*':
		return m.longest(s, p, after, 0)
	case '+':
		return m.longest(s, p, after, 1)
	}
	return m.shortest(s, p, after)
}

// escape handles %b, %f and %1 to %9; special is false for a class like %a.
func (m *matcher) escape(s, p int) (next, end int, special bool) {
	if p+1 >= len(m.pattern) {
		return 0, 0, false
	}
	switch c := m.pattern[p+1]; {
	case c == 'b':
		return p + 4, m.balance(s, p+2), true
	case c == 'f':
		set := p + 2
		if set >= len(m.pattern) || m.pattern[set] != '[' {
			m.fail("missing '[' after '%f' in pattern")
		}
		after := m.classEnd(set)
		before, here := byte(0), byte(0)
		if s > 0 {
			before = m.text[s-1]
		}
		if s < len(m.text) {
			here = m.text[s]
		}
		if m.inSet(before, set, after-1) || !m.inSet(here, set, after-1) {
			return 0, -1, true
		}
		return after, s, true
	case '0' <= c && c <= '9':
		return p + 2, m.again(s, c), true
	}
	return 0, 0, false
}

func (m *matcher) longest(s, p, after, least int) int {
	count := 0
	for m.single(s+count, p, after) {
		count++
	}
	for ; count >= least; count-- {
		if end := m.match(s+count, after+1); end >= 0 {
			return end
		}
	}
	return -1
}

func (m *matcher) shortest(s, p, after int) int {
	for {
		if end := m.match(s, after+1); end >= 0 {
			return end
		}
		if !m.single(s, p, after) {
			return -1
		}
		s++
	}
}
