package lua

import "strings"

// capturesFree is how many captures of a match are part of its other steps.
const capturesFree = 4

func (m *matcher) begin(s, p, length int) int {
	if m.level >= capturesMax {
		m.fail("too many captures")
	}
	if m.level >= capturesFree {
		m.step(2)
	}
	m.captures[m.level].start, m.captures[m.level].length = s, length
	m.level++
	end := m.match(s, p)
	if end < 0 {
		m.level--
	}
	return end
}

func (m *matcher) end(s, p int) int {
	open := m.level - 1
	for open >= 0 && m.captures[open].length != captureOpen {
		open--
	}
	if open < 0 {
		m.fail("invalid pattern capture")
	}
	m.captures[open].length = s - m.captures[open].start
	end := m.match(s, p)
	if end < 0 {
		m.captures[open].length = captureOpen
	}
	return end
}

// again matches what a capture has matched, and returns the end of it or -1.
func (m *matcher) again(s int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].length == captureOpen {
		m.fail("invalid capture index")
	}
	length := max(m.captures[i].length, 0)
	captured := m.text[m.captures[i].start:][:length]
	m.step(1 + length/8)
	if !strings.HasPrefix(m.text[s:], captured) {
		return -1
	}
	return s + length
}

func (m *matcher) balance(s, p int) int {
	if p+1 >= len(m.pattern) {
		m.fail("unbalanced pattern")
	}
	if s >= len(m.text) || m.text[s] != m.pattern[p] {
		return -1
	}
	depth := 1
	for i := s + 1; i < len(m.text); i++ {
		m.step(1)
		switch m.text[i] {
		case m.pattern[p+1]:
			if depth--; depth == 0 {
				return i + 1
			}
		case m.pattern[p]:
			depth++
		}
	}
	return -1
}
