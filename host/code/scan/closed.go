package scan

import "github.com/ed-irl/impressionism/host/code"

// closing returns the line that closes the block that line n opens: the first with the word
// or sign in the same column. Where another line comes first that is no deeper, the block ends
// before it, and a line that closes itself is its own end.
func (m *indented) closing(n int, sign string, inner func(string) bool) int {
	line := m.lines[n]
	if m.textOf(line.last) == sign || line.last > line.first && m.kind(line.last) == ';' && m.textOf(line.last-1) == sign {
		return n
	}
	for k := n + 1; k < len(m.lines); k++ {
		m.step()
		if m.lines[k].column > line.column {
			continue
		}
		switch w := m.textOf(m.lines[k].first); {
		case w == sign:
			return k
		case !inner(w):
			return k - 1
		}
	}
	return len(m.lines) - 1
}

func rubyInner(word string) bool {
	switch word {
	case "rescue", "ensure", "else", "elsif", "when", "in", "{", "}", ")", "]":
		return true
	}
	return false
}

// ruby reads a file's modules, classes and methods.
func (m *indented) ruby() { m.rubyLines(0, len(m.lines), scope{}) }

func (m *indented) rubyLines(n, end int, s scope) {
	if s.depth++; s.depth > nestingMax {
		return
	}
	for n < end {
		m.step()
		n = max(m.rubyLine(n, s), n) + 1
	}
}

// rubyLine reads what begins on line n and returns its last line.
func (m *indented) rubyLine(n int, s scope) int {
	i, last := m.lines[n].first, m.lines[n].last
	for rubyVisibility(m.word(i)) && i < last && m.kind(i+1) == wordToken {
		m.step()
		i++
	}
	d := Definition{Line: int(m.tokens[i].line), place: true}
	switch m.word(i) {
	case "def":
		d.Kind = code.Function
		if s.member {
			d.Kind = code.Method
		}
		name, next := m.rubyMethod(i+1, last)
		if name == "" {
			return n
		}
		d.Symbol = s.prefix + name
		final := n
		if !m.endless(next, last) {
			final = m.closing(n, "end", rubyInner)
		}
		m.add(d, m.lines[n].first, m.lines[final].last)
		return final
	case "class", "module":
		return m.rubyType(n, i, last, d, s)
	case "require", "require_relative", "load", "autoload":
		if m.kind(last) == stringToken {
			m.imported = append(m.imported, trimQuotes(m.textOf(last)))
		}
	default:
		if w := m.word(i); w != "" && w[0] >= 'A' && w[0] <= 'Z' && m.kind(i+1) == '=' && !m.pairOf(i+1, "==") {
			return m.rubyConstant(n, i, d, s)
		}
	}
	return n
}

func rubyVisibility(word string) bool {
	switch word {
	case "private", "protected", "public", "private_class_method", "module_function", "memoize", "override":
		return true
	}
	return false
}

// rubyMethod returns the name behind def, as in `self.call`, `[]=` or `ready?`.
func (m *indented) rubyMethod(i, last int) (string, int) {
	for i+2 <= last && m.kind(i+1) == '.' && m.kind(i) == wordToken {
		m.step()
		i += 2
	}
	if m.kind(i) == wordToken {
		name := m.word(i)
		if i++; i < last && m.kind(i) == '=' && m.kind(i+1) == '(' && m.tokens[i].start == m.tokens[i-1].end {
			return name + "=", i + 1
		}
		return name, i
	}
	start := i
	for i <= last && i < start+3 && m.kind(i) != '(' && m.kind(i) != wordToken {
		m.step()
		i++
	}
	if i == start {
		return "", i
	}
	return m.text[m.tokens[start].start:m.tokens[i-1].end], i
}

// endless reports whether a method is `def name(…) = value`.
func (m *indented) endless(i, last int) bool {
	if m.kind(i) == '(' && int(m.match[i]) < len(m.tokens) {
		i = int(m.match[i]) + 1
	}
	return i <= last && m.kind(i) == '='
}

// rubyType reads a class or module; `class << self` adds to the one around.
func (m *indented) rubyType(n, i, last int, d Definition, s scope) int {
	d.Kind, d.members = code.Type, true
	name := ""
	for i++; i <= last && m.kind(i) == wordToken; i += 3 {
		m.step()
		if name != "" {
			name += "."
		}
		name += m.word(i)
		if !m.pairOf(i+1, "::") {
			break
		}
	}
	inner := scope{prefix: s.prefix, member: true, depth: s.depth}
	final := m.closing(n, "end", rubyInner)
	if name == "" {
		if m.kind(i) != '<' {
			return n
		}
		d.place, d.Symbol = false, s.prefix+"self"
	} else {
		d.Symbol = s.prefix + name
		inner.prefix = d.Symbol + "."
	}
	m.add(d, m.lines[n].first, m.lines[final].last)
	m.rubyLines(n+1, final, inner)
	return final
}

// rubyConstant reads a constant. One that is a Struct or Class with a block has members.
func (m *indented) rubyConstant(n, i int, d Definition, s scope) int {
	final, end := n, m.lines[n].last
	deeper := n
	for deeper+1 < len(m.lines) && m.lines[deeper+1].column > m.lines[n].column {
		m.step()
		deeper++
	}
	if deeper > n || n+1 < len(m.lines) && m.kind(end) != wordToken {
		final = deeper
		if k := deeper + 1; k < len(m.lines) && deeper > n {
			switch m.textOf(m.lines[k].first) {
			case "end", "}", "]", ")":
				final = k
			}
		}
	}
	d.Symbol, d.Kind = s.prefix+m.word(i), code.Variable
	if w := m.word(i + 2); (w == "Struct" || w == "Class" || w == "Data" || w == "Module") && final > n {
		d.Kind, d.members = code.Type, true
		m.add(d, m.lines[n].first, m.lines[final].last)
		m.rubyLines(n+1, final, scope{prefix: d.Symbol + ".", member: true, depth: s.depth})
		return final
	}
	if s.member && final == n {
		return n // of the class's own lines
	}
	m.add(d, m.lines[n].first, m.lines[final].last)
	return final
}

// shell reads the functions of a script.
func (m *indented) shell() {
	for n := 0; n < len(m.lines); n++ {
		m.step()
		i := m.lines[n].first
		switch w := m.word(i); {
		case w == "function":
			i++
		case (w == "source" || m.kind(i) == '.') && i < m.lines[n].last && m.tokens[i+1].start > m.tokens[i].end:
			m.imported = append(m.imported, m.text[m.tokens[i+1].start:m.tokens[m.lines[n].last].end])
			continue
		}
		name, next := m.shellName(i)
		if name == "" || i == m.lines[n].first && m.kind(next) != '(' {
			continue
		}
		if m.kind(next) == '(' && m.kind(next+1) == ')' {
			next += 2
		}
		n = m.shellBody(n, i, next, name)
	}
}

// shellName returns a function's name, which may hold signs, and the token behind it.
func (m *indented) shellName(i int) (string, int) {
	j := i
	for m.kind(j) == wordToken || m.kind(j) == '-' || m.kind(j) == '.' || m.kind(j) == ':' || m.kind(j) == numberToken {
		m.step()
		j++
		if j < len(m.tokens) && m.tokens[j].start > m.tokens[j-1].end {
			break
		}
	}
	if j == i || j < len(m.tokens) && m.kind(j) == '(' && m.kind(j+1) != ')' {
		return "", i
	}
	return m.text[m.tokens[i].start:m.tokens[j-1].end], j
}

// shellBody adds the function whose braces begin at next, on line n or the one below, and
// returns its last line.
func (m *indented) shellBody(n, i, next int, name string) int {
	open := m.kind(next)
	if open != '{' && open != '(' {
		return n
	}
	sign := "}"
	if open == '(' {
		sign = ")"
	}
	from := n
	if next > m.lines[n].last {
		from = n + 1
	}
	final := m.closing(from, sign, shellInner)
	m.add(Definition{Line: int(m.tokens[i].line), Symbol: name, Kind: code.Function, place: true}, m.lines[n].first, m.lines[final].last)
	return final
}

func shellInner(word string) bool {
	switch word {
	case "{", "then", "do", "fi", "done", "else", "elif", "esac", ";;", ")", "|":
		return true
	}
	return false
}
