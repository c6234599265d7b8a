package scan

import "github.com/ed-irl/impressionism/host/code"

// script reads a statement of JavaScript or TypeScript outside of functions and classes, and
// returns where the next one begins.
func (m *machine) script(i, end int, s scope) int {
	begin := i
	for i < end && m.kind(i) == '@' {
		m.step()
		i = m.decorator(i, end)
	}
	for i+1 < end && m.modifiers[m.word(i)] && (m.kind(i+1) == wordToken || m.kind(i+1) == '@' || m.word(i) == "default") && m.sameStatement(i) {
		m.step()
		if m.word(i) == "default" {
			return m.exported(begin, i+1, end, s)
		}
		for i++; m.kind(i) == '@'; {
			i = m.decorator(i, end)
		}
	}
	w := m.word(i)
	switch w {
	case "function":
		return m.function(begin, i, end, s)
	case "class":
		return m.class(begin, i, end, m.word(i+1), s)
	case "interface", "enum", "type", "namespace", "module":
		if next := m.scriptType(begin, i, end, s); next > 0 {
			return next
		}
	case "const", "let", "var":
		if next := m.variables(begin, i, end, s); next > 0 {
			return next
		}
	case "import":
		if next := m.kind(i + 1); next != '(' && next != '.' {
			return m.importing(i, end)
		}
	case "global":
		if m.kind(i+1) == '{' {
			last := m.close(i+1, end)
			m.block(i+2, last, s)
			return last + 1
		}
	}
	if begin < i && m.word(begin) == "export" && (m.kind(begin+1) == '{' || m.kind(begin+1) == '*') {
		return m.skip(begin, end)
	}
	if m.kind(i) == wordToken || m.kind(i) == '!' || m.kind(i) == '(' || m.kind(i) == ';' || m.kind(i) == '{' {
		return m.expression(begin, i, end, s)
	}
	return m.skip(i, end)
}

// variables reads `const …`; 0 is a statement inside a function that defines none.
func (m *machine) variables(begin, i, end int, s scope) int {
	m.required(i+1, end)
	if m.word(i) == "const" && m.word(i+1) == "enum" {
		return max(m.scriptType(begin, i+1, end, s), i+1)
	}
	if s.code {
		return m.variableFunction(begin, i, end, s)
	}
	return m.variable(begin, i, end, s)
}

// sameStatement reports whether token i+1 is on the line of token i, as behind a modifier.
func (m *machine) sameStatement(i int) bool {
	return m.tokens[i+1].line == m.tokens[i].endLine || m.word(i) == "export" || m.word(i) == "default"
}

// decorator passes @a.b<T>(…) or @(…).
func (m *machine) decorator(i, end int) int {
	i++
	for i < end && m.kind(i) == wordToken {
		m.step()
		if i++; m.kind(i) != '.' {
			break
		}
		i++
	}
	i = m.angles(i, end)
	if i < end && m.kind(i) == '(' {
		i = m.close(i, end) + 1
	}
	return max(i, 1)
}

// exported reads what follows `export default`.
func (m *machine) exported(begin, i, end int, s scope) int {
	j := i
	for m.word(j) == "abstract" || m.word(j) == "async" || m.word(j) == "declare" || m.kind(j) == '@' {
		m.step()
		if m.kind(j) == '@' {
			j = m.decorator(j, end)
		} else {
			j++
		}
	}
	switch {
	case m.word(j) == "function":
		return m.function(begin, j, end, s)
	case m.word(j) == "class":
		return m.class(begin, j, end, m.word(j+1), s)
	case m.word(j) == "interface" && m.word(j+1) != "":
		return m.scriptType(begin, j, end, s)
	}
	return m.assigned(begin, i, i-1, end, "default", code.Variable, s)
}

// function reads `function name(…): type {…}` and signatures of it.
func (m *machine) function(begin, i, end int, s scope) int {
	i++
	if m.kind(i) == '*' {
		i++
	}
	name, line := m.word(i), i
	if name == "" {
		name, line = "default", min(i, end-1)
	} else {
		i++
	}
	body, last := m.signature(i, end)
	kind := code.Function
	m.add(Definition{Line: int(m.tokens[line].line), Symbol: s.prefix + name, Kind: kind, open: body < 0, place: true}, begin, last)
	return last + 1
}

// signature returns the brace of a function's body, negative where there is none, and the
// function's last token. i is at its type parameters or parameters.
func (m *machine) signature(i, end int) (body, last int) {
	i = m.angles(i, end)
	if m.kind(i) != '(' {
		return -1, m.skip(i, end) - 1
	}
	i = m.close(i, end) + 1
	if m.kind(i) == ':' {
		i = m.typeEnd(i+1, end)
	}
	if m.kind(i) == '{' {
		return i, m.close(i, end)
	}
	if m.kind(i) == ';' {
		return -1, i
	}
	return -1, i - 1
}

// typeEnd returns the token after a type that begins at i: braces are part of it behind signs
// and words that ask for another type.
func (m *machine) typeEnd(i, end int) int {
	wanted := true
	for ; i < end; i++ {
		m.step()
		switch k := m.kind(i); k {
		case '{':
			if !wanted {
				return i
			}
			i = m.close(i, end)
			wanted = false
		case '(', '[':
			if !wanted && k == '(' {
				return i
			}
			i = m.close(i, end)
			wanted = false
		case '<':
			if n := m.angles(i, end); n > i {
				i, wanted = n-1, false
			} else {
				return i
			}
		case '|', '&', '?', ':', '.', '!', '-':
			wanted = true
		case '=':
			if !m.pairOf(i, "=>") {
				return i
			}
			i++
			wanted = true
		case wordToken:
			joins := m.joins[m.word(i)] || typeWords(m.word(i))
			if !wanted && !joins {
				return i
			}
			wanted = joins
		case numberToken, stringToken:
			if !wanted && m.kind(i-1) != stringToken && m.kind(i-1) != '}' {
				return i
			}
			wanted = m.kind(i+1) == '{' && k == stringToken && m.tokens[i].end == m.tokens[i+1].start
		default:
			return i
		}
		if !wanted && i+1 < end && m.endsLine(i, end, true) && m.kind(i+1) != '|' && m.kind(i+1) != '&' {
			return i + 1
		}
	}
	return i
}

// typeWords stand before a type.
func typeWords(word string) bool {
	switch word {
	case "asserts", "unique", "readonly", "abstract":
		return true
	}
	return false
}

// scriptType reads an interface, enum, type or namespace; 0 where the word is a name.
func (m *machine) scriptType(begin, i, end int, s scope) int {
	w, name := m.word(i), m.word(i+1)
	if m.kind(i+1) == stringToken && w == "module" {
		name = trimQuotes(m.text[m.tokens[i+1].start:m.tokens[i+1].end])
	}
	if name == "" || m.tokens[i+1].line != m.tokens[i].line {
		return 0
	}
	d := Definition{Line: int(m.tokens[i+1].line), Symbol: s.prefix + name, Kind: code.Type, place: true}
	switch w {
	case "type":
		next := m.angles(i+2, end)
		if m.kind(next) != '=' {
			return 0
		}
		last := m.statementEnd(next+1, end)
		m.add(d, begin, last)
		return last + 1
	case "namespace", "module":
		j := i + 2
		for m.kind(j) == '.' {
			m.step()
			d.Symbol += "." + m.word(j+1)
			j += 2
		}
		if m.kind(j) != '{' {
			if m.kind(i+1) == stringToken {
				return m.skip(i, end)
			}
			return 0
		}
		last := m.close(j, end)
		d.members = true
		inner := scope{prefix: d.Symbol + ".", depth: s.depth}
		if m.kind(i+1) == stringToken {
			inner.prefix = ""
		}
		m.add(d, begin, last)
		m.block(j+1, last, inner)
		return last + 1
	}
	open, last := m.bodyOf(i+2, end, leaf)
	if open < 0 {
		return 0
	}
	m.add(d, begin, last)
	return last + 1
}

// statementEnd returns the last token of an expression or a type that begins at i.
func (m *machine) statementEnd(i, end int) int {
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[', '{':
			i = m.close(i, end)
		case ';':
			return i
		}
		if m.endsLine(i, end, true) {
			return i
		}
	}
	return end - 1
}

// importing reads an import and notes from where.
func (m *machine) importing(i, end int) int {
	last := m.statementEnd(i, end)
	for j := last; j > i; j-- {
		m.step()
		if m.kind(j) == stringToken {
			m.imported = append(m.imported, trimQuotes(m.text[m.tokens[j].start:m.tokens[j].end]))
			break
		}
	}
	return last + 1
}

// required notes what `const name = require("…")` imports; i is at the name or names.
func (m *machine) required(i, end int) {
	if k := m.kind(i); k == '{' || k == '[' {
		i = m.close(i, end)
	}
	if m.kind(i+1) == '=' && m.word(i+2) == "require" && m.kind(i+3) == '(' && m.kind(i+4) == stringToken && i+4 < end {
		m.imported = append(m.imported, trimQuotes(m.text[m.tokens[i+4].start:m.tokens[i+4].end]))
	}
}

func trimQuotes(s string) string {
	if len(s) >= 2 {
		return s[1 : len(s)-1]
	}
	return s
}

// class reads a class and its members. name may be "".
func (m *machine) class(begin, i, end int, name string, s scope) int {
	if name == "" || name == "extends" || name == "implements" {
		name = "default"
	}
	open, last := m.classBody(i+1, end)
	d := Definition{Line: int(m.tokens[min(i+1, end-1)].line), Symbol: s.prefix + name, Kind: code.Type, place: true, members: open >= 0}
	m.add(d, begin, last)
	if open >= 0 {
		m.classMembers(open+1, m.close(open, end), scope{prefix: d.Symbol + ".", name: name, member: true, depth: s.depth + 1})
	}
	return last + 1
}

// classBody returns the brace of a class's body; what it extends may be an object's type.
func (m *machine) classBody(i, end int) (open, last int) {
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[':
			i = m.close(i, end)
		case '<':
			i = max(i, m.angles(i, end)-1)
		case '{':
			if m.word(i-1) == "extends" {
				i = m.close(i, end)
				continue
			}
			return i, m.close(i, end)
		case ';', '}':
			return -1, i - 1
		}
	}
	return -1, end - 1
}
