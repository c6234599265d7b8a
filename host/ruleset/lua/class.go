package lua

// classEnd returns the index after the single-character class that starts at p.
func (m *matcher) classEnd(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pattern) {
			m.fail("malformed pattern (ends with '%')")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; first || p >= len(m.pattern) || m.pattern[p] != ']'; first = false {
			if p >= len(m.pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			m.step(1)
			if m.pattern[p] == '%' {
				p++
			}
			p++
		}
		return p + 1
	}
	return p
}

// single reports whether the class from p to after matches the byte at s.
func (m *matcher) single(s, p, after int) bool {
	m.step(1)
	if s >= len(m.text) {
		return false
	}
	c := m.text[s]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, after-1)
	}
	return m.pattern[p] == c
}

// inSet looks c up in the set from '[' at p to ']' at last.
func (m *matcher) inSet(c byte, p, last int) bool {
	inside := true
	p++
	if m.pattern[p] == '^' {
		inside = false
		p++
	}
	for ; p < last; p++ {
		m.step(1)
		switch {
		case m.pattern[p] == '%':
			p++
			if inClass(c, m.pattern[p]) {
				return inside
			}
		case p+2 < last && m.pattern[p+1] == '-':
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return inside
			}
			p += 2
		case m.pattern[p] == c:
			return inside
		}
	}
	return !inside
}

// inClass reports whether c belongs to the class of a letter, as in the C
// locale; an upper-case letter means its complement.
func inClass(c, class byte) bool {
	letter := 'a' <= c|0x20 && c|0x20 <= 'z'
	digit := '0' <= c && c <= '9'
	in := false
	switch class | 0x20 {
	case 'a':
		in = letter
	case 'c':
		in = c < 0x20 || c == 0x7f
	case 'd':
		in = digit
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = 0x20 < c && c < 0x7f && !letter && !digit
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = letter || digit
	case 'x':
		in = digit || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return class == c
	}
	if class < 'A' {
		return class == c
	}
	return in == (class >= 'a')
}
