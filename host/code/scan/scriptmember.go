package scan

import "github.com/ed-irl/impressionism/host/code"

// classMembers reads the members of a class: methods, and properties that are functions.
func (m *machine) classMembers(i, end int, s scope) {
	if s.depth > nestingMax {
		return
	}
	for i < end {
		m.step()
		i = max(m.classMember(i, end, s), i+1)
	}
}

func (m *machine) classMember(i, end int, s scope) int {
	begin := i
	for i < end && m.kind(i) == '@' {
		m.step()
		i = m.decorator(i, end)
	}
	for i+1 < end && m.memberModifier(i) {
		m.step()
		i++
		for m.kind(i) == '@' {
			i = m.decorator(i, end)
		}
	}
	if m.word(i) == "static" && m.kind(i+1) == '{' {
		return m.close(i+1, end) + 1
	}
	if m.kind(i) == ';' {
		return i + 1
	}
	name, next := m.propertyName(i, end)
	if name == "" {
		return m.statementEnd(i, end) + 1
	}
	if m.kind(next) == '?' || m.kind(next) == '!' {
		next++
	}
	d := Definition{Line: int(m.tokens[i].line), Symbol: s.prefix + name, Kind: code.Method, place: true}
	switch m.kind(next) {
	case '(', '<':
		body, last := m.signature(next, end)
		d.open = body < 0
		m.add(d, begin, last)
		return last + 1
	case ':':
		next = m.typeEnd(next+1, end)
	}
	if m.kind(next) == '=' {
		if last := m.functionValue(next+1, end); last > 0 {
			m.add(d, begin, last)
			return last + 1
		}
		return m.statementEnd(next+1, end) + 1
	}
	return m.statementEnd(max(next-1, i), end) + 1
}

// memberModifier reports whether the word at i stands before a member's name.
func (m *machine) memberModifier(i int) bool {
	k := m.kind(i + 1)
	if m.kind(i) == '*' {
		return true
	}
	w := m.word(i)
	if !m.modifiers[w] && w != "get" && w != "set" {
		return false
	}
	return k == wordToken || k == stringToken || k == numberToken || k == '[' || k == '#' || k == '*' || k == '@' || k == '`'
}

// propertyName returns the name at i and the token after it.
func (m *machine) propertyName(i, end int) (string, int) {
	switch m.kind(i) {
	case wordToken, numberToken:
		return m.text[m.tokens[i].start:m.tokens[i].end], i + 1
	case stringToken:
		return trimQuotes(m.text[m.tokens[i].start:m.tokens[i].end]), i + 1
	case '#':
		return "#" + m.word(i+1), i + 2
	case '[':
		last := m.close(i, end)
		if last == i || last-i > 8 {
			return "[]", last + 1
		}
		return m.text[m.tokens[i].start:m.tokens[last].end], last + 1
	}
	return "", i
}

// functionValue returns the last token of a function that is a value at i, as `(a) => a + 1`
// or `function () {…}`; 0 where there is none.
func (m *machine) functionValue(i, end int) int {
	if m.word(i) == "async" {
		i++
	}
	if m.word(i) == "function" {
		for i++; i < end && m.kind(i) != '(' && m.kind(i) != '<' && m.kind(i) != '{'; i++ {
			m.step()
		}
		body, last := m.signature(i, end)
		if body < 0 {
			return 0
		}
		return m.semicolon(last, end)
	}
	switch m.kind(i) {
	case wordToken:
		i++
	case '<', '(':
		if i = m.angles(i, end); m.kind(i) != '(' {
			return 0
		}
		if i = m.close(i, end) + 1; m.kind(i) == ':' {
			i = m.arrowType(i+1, end)
		}
	}
	if !m.pairOf(i, "=>") {
		return 0
	}
	if i += 2; m.kind(i) == '{' {
		return m.semicolon(m.close(i, end), end)
	}
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[', '{':
			i = m.close(i, end)
		case ',':
			return i - 1
		case ';':
			return i
		}
		if m.endsLine(i, end, true) {
			return i
		}
	}
	return end - 1
}

// arrowType returns the token after the type that stands between parameters and =>.
func (m *machine) arrowType(i, end int) int {
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[', '{':
			i = m.close(i, end)
			if m.kind(i+1) == '=' && m.pairOf(i+1, "=>") && m.kind(i) == ')' {
				// `(x): (y) => z =>` ends at the last arrow that is followed by no type.
				if n := m.typeEnd(i+3, end); m.pairOf(n, "=>") {
					return n
				}
			}
		case '<':
			i = max(i, m.angles(i, end)-1)
		case '=':
			return i
		case ';', ',', '}', ')':
			return i
		}
	}
	return i
}

func (m *machine) semicolon(last, end int) int {
	if last+1 < end && m.kind(last+1) == ';' {
		return last + 1
	}
	return last
}

// variable reads `const name = …`.
func (m *machine) variable(begin, i, end int, s scope) int {
	name := m.word(i + 1)
	next := i + 2
	if name == "" {
		return m.statementEnd(i+1, end) + 1
	}
	if m.kind(next) == '!' {
		next++
	}
	if m.kind(next) == ':' {
		next = m.typeEnd(next+1, end)
	}
	if m.kind(next) == '=' && !m.pairOf(next, "=>") && !m.pairOf(next, "==") {
		return m.assigned(begin, next+1, i+1, end, name, code.Variable, s)
	}
	last := m.statementEnd(max(next-1, i+1), end)
	m.add(Definition{Line: int(m.tokens[i+1].line), Symbol: s.prefix + name, Kind: code.Variable, place: true}, begin, last)
	return last + 1
}

// variableFunction reads `const name = () => …` inside a function; 0 for other variables.
func (m *machine) variableFunction(begin, i, end int, s scope) int {
	if m.word(i+1) == "" || m.kind(i+2) != '=' {
		return 0
	}
	last := m.functionValue(i+3, end)
	if last == 0 {
		return 0
	}
	m.add(Definition{Line: int(m.tokens[i+1].line), Symbol: s.prefix + m.word(i+1), Kind: code.Function, place: true}, begin, last)
	return last + 1
}

// assigned reads the value at i of what is named at token at: a function, a class, an object
// with functions, or another; kind is that of others, and "" says that they are none.
func (m *machine) assigned(begin, i, at, end int, name string, kind code.Kind, s scope) int {
	d := Definition{Line: int(m.tokens[at].line), Symbol: s.prefix + name, Kind: kind, place: true}
	if last := m.functionValue(i, end); last > 0 {
		d.Kind = code.Function
		m.add(d, begin, last)
		return last + 1
	}
	if m.word(i) == "class" {
		return m.semicolon(m.class(begin, i, end, name, s)-1, end) + 1
	}
	if m.kind(i) == '{' && m.hasFunctions(i, end) {
		closing := m.close(i, end)
		last := max(m.statementEnd(closing, end), closing)
		d.members = true
		if kind == "" {
			d.place = false
			d.Kind = code.Variable
		}
		m.add(d, begin, last)
		prefix := d.Symbol + "."
		if name == "module.exports" || name == "exports" || name == "default" {
			prefix = s.prefix
		}
		m.object(i+1, closing, scope{prefix: prefix, member: true, depth: s.depth + 1})
		return last + 1
	}
	if kind == "" {
		return 0
	}
	last := m.statementEnd(i, end)
	m.add(d, begin, last)
	return last + 1
}

// hasFunctions reports whether the object at i has a member that is a function with a body.
func (m *machine) hasFunctions(i, end int) bool {
	last := m.close(i, end)
	for j := i + 1; j < last; j++ {
		m.step()
		switch m.kind(j) {
		case '{':
			if m.kind(j-1) == ')' || m.pairOf(j-2, "=>") {
				return true
			}
			j = m.close(j, last)
		case '(', '[':
			j = m.close(j, last)
		case '>':
			if m.pairOf(j-1, "=>") {
				return true
			}
		}
	}
	return false
}

// object reads the members of an object: methods and properties that are functions.
func (m *machine) object(i, end int, s scope) {
	if s.depth > nestingMax {
		return
	}
	for i < end {
		m.step()
		i = max(m.objectMember(i, end, s), i+1)
	}
}

func (m *machine) objectMember(i, end int, s scope) int {
	begin := i
	for i+1 < end && m.memberModifier(i) {
		m.step()
		i++
	}
	name, next := m.propertyName(i, end)
	d := Definition{Line: int(m.tokens[i].line), Symbol: s.prefix + name, Kind: code.Method, place: true}
	if name != "" {
		switch m.kind(next) {
		case '(', '<':
			if body, last := m.signature(next, end); body >= 0 {
				m.add(d, begin, last)
				i = last + 1
			}
		case ':':
			if last := m.functionValue(next+1, end); last > 0 {
				m.add(d, begin, last)
				i = last + 1
			}
		}
	}
	for ; i < end && m.kind(i) != ','; i++ {
		m.step()
		if k := m.kind(i); k == '(' || k == '[' || k == '{' {
			i = m.close(i, end)
		}
	}
	return i + 1
}

// expression reads a statement that is none of the others: an assignment of a function, or
// functions inside of what is called at once, as modules and tests are.
func (m *machine) expression(begin, i, end int, s scope) int {
	if name, next := m.assignee(i, end); name != "" {
		if n := m.assigned(begin, next, next-2, end, name, "", s); n > 0 {
			return n
		}
	}
	assigned := false
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(':
			last := m.close(i, end)
			m.functionsIn(i+1, last, s)
			i = last
		case '[':
			i = m.close(i, end)
		case '=':
			assigned = true
		case '{':
			last := m.close(i, end)
			if !assigned {
				inner := s
				inner.code = true
				m.block(i+1, last, inner)
				if next := m.kind(last + 1); next != ';' && next != ',' && next != '.' && next != '(' {
					return last + 1
				}
			}
			i = last
		case ';':
			return i + 1
		}
		if m.endsLine(i, end, !assigned) {
			return i + 1
		}
	}
	return i
}

// assignee returns the name in `a.b.c = `, less `exports.` and `.prototype`, and the token
// after the sign.
func (m *machine) assignee(i, end int) (string, int) {
	name := m.word(i)
	if name == "" {
		return "", 0
	}
	parts := 1
	for i++; i+1 < end && m.kind(i) == '.' && m.word(i+1) != ""; i += 2 {
		m.step()
		w := m.word(i + 1)
		switch {
		case w == "prototype" && m.kind(i+2) == '.':
		case w == "exports" && name == "module" && m.kind(i+2) == '.', parts == 1 && name == "exports":
			name = w
			if w == "exports" {
				parts = 0
			}
		default:
			name += "." + w
		}
		if parts++; parts > 8 {
			return "", 0
		}
	}
	if m.kind(i) != '=' || m.pairOf(i, "==") || m.pairOf(i, "=>") {
		return "", 0
	}
	return name, i + 1
}

// functionsIn reads the bodies of functions among tokens i to before end, which are what is
// called or its arguments.
func (m *machine) functionsIn(i, end int, s scope) {
	inner := s
	inner.code = true
	if inner.depth++; inner.depth > nestingMax {
		return
	}
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '{':
			last := m.close(i, end)
			if m.kind(i-1) == ')' || m.pairOf(i-2, "=>") {
				m.block(i+1, last, inner)
			}
			i = last
		case '(':
			last := m.close(i, end)
			m.functionsIn(i+1, last, inner)
			i = last
		case '[':
			i = m.close(i, end)
		}
	}
}
