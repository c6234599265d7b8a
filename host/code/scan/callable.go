package scan

import "github.com/ed-irl/impressionism/host/code"

// callable reads a function that no word of its own begins: types, a name, parameters, a
// body. It returns where the next statement begins, 0 where this is no function.
func (m *machine) callable(begin, i, end int, s scope) int {
	open := m.parameters(i, end, s)
	if open < 0 {
		return 0
	}
	name := m.callableName(open, i)
	if name.at < 0 || notCallable(m.word(name.at)) && m.kind(open) == '(' {
		return 0
	}
	if next := m.newCallable(open, end); name.at == i && !s.member && next > 0 { // MACRO(…) before a function
		if n := m.callable(begin, next, end, s); n > 0 && m.tokens[next].line == m.tokens[i].line {
			return n
		}
		return next
	}
	body, last := m.callableBody(open, end)
	d := Definition{Line: int(m.tokens[name.at].line), Symbol: s.prefix + name.symbol, Kind: code.Function, open: body < 0, place: true}
	if s.member || name.at > i && m.kind(name.at-1) == ':' {
		d.Kind = code.Method
	}
	switch {
	case last < 0:
		return 0
	case body < 0 && !(m.abstract && s.member):
		return last + 1
	}
	m.add(d, begin, last)
	return last + 1
}

// notCallable are words before parentheses that begin no function.
func notCallable(word string) bool {
	switch word {
	case "if", "for", "while", "switch", "return", "new", "throw", "catch", "sizeof", "do", "else",
		"case", "synchronized", "foreach", "static_assert", "defined", "void", "int", "char", "bool",
		"long", "short", "unsigned", "signed", "float", "double", "struct", "super", "this", "base",
		"decltype", "typeof", "alignas", "requires":
		return true
	}
	return false
}

// parameters returns the parenthesis or, of members without parameters (C# properties, Java's
// compact constructors), the brace that follows a name; negative where there is none.
func (m *machine) parameters(i, end int, s scope) int {
	for j := i; j < end; j++ {
		m.step()
		switch m.kind(j) {
		case '(':
			w := m.word(j - 1)
			if w == "operator" { // operator()(…)
				j = m.close(j, end)
				continue
			}
			if inner := m.pointed(j, end); inner > 0 {
				return inner
			}
			if j > i && (w != "" && !attributeWords(w) || m.named(j-1)) && !(m.brackets && m.modifiers[w]) {
				return j
			}
			j = m.close(j, end)
		case '<':
			if m.operatorBefore(j) {
				continue
			}
			n := m.angles(j, end)
			if n == j {
				return -1
			}
			j = n - 1
		case '[':
			if m.word(j-1) == "this" { // an indexer
				return j
			}
			j = m.close(j, end)
		case '{':
			if s.member && m.abstract && j > i && m.word(j-1) != "" && !m.modifiers[m.word(j-1)] && (m.word(j-1) == s.name || m.brackets && j-i > 1 && m.tokens[m.close(j, end)].line > m.tokens[j].line+1) {
				return j
			}
			return -1
		case '=':
			if m.word(j-1) == "operator" || m.operatorBefore(j) {
				continue
			}
			return -1
		case ';', '}', stringToken, directiveToken:
			return -1
		}
	}
	return -1
}

// pointed returns the parenthesis of the parameters of a function of C that returns a pointer to a
// function or an array, as of f in `int (*f(int a))(char)`, where the one at open is the first;
// 0 where it is not.
func (m *machine) pointed(open, end int) int {
	last := m.close(open, end)
	if k := m.kind(last + 1); !m.directives || k != '(' && k != '[' {
		return 0
	}
	pointer := false
	for i := open + 1; i < last; i++ {
		m.step()
		switch m.kind(i) {
		case '*', '&':
			pointer = true
		case ':': // of a member, or of a member's type
		case wordToken:
			if next := i + 1; m.kind(next) == '(' {
				if pointer && m.close(next, end)+1 == last {
					return next
				}
				return 0
			}
		default:
			return 0
		}
	}
	return 0
}

// attributeWords stand before parentheses that are no parameters.
func attributeWords(word string) bool {
	switch word {
	case "__attribute__", "__declspec", "alignas", "decltype", "noexcept":
		return true
	}
	return false
}

// operatorBefore reports whether the signs before token j follow `operator`.
func (m *machine) operatorBefore(j int) bool {
	for n := 0; n < 4 && j > 0; n++ {
		j--
		if m.word(j) == "operator" {
			return true
		}
		if m.kind(j) == wordToken {
			return m.word(j-1) == "operator"
		}
	}
	return false
}

// named reports whether token j ends a name that is no word: an operator's, or Foo<T>(.
func (m *machine) named(j int) bool {
	switch m.kind(j) {
	case '>':
		return m.brackets || m.operatorBefore(j) // C#: Name<T>(
	case ')':
		return m.kind(j-1) == '(' && m.word(j-2) == "operator"
	case wordToken, noToken:
		return false
	}
	return m.operatorBefore(j + 1)
}

// callableName returns the name before the parenthesis at open, with the types that qualify
// it, as in `Type::name`.
func (m *machine) callableName(open, from int) naming {
	j := open - 1
	symbol := m.word(j)
	switch {
	case symbol == "this" && m.kind(open) == '[':
		return naming{j, open, symbol}
	case symbol != "":
		if j > from && m.word(j-1) == "operator" { // operator bool
			symbol, j = "operator "+symbol, j-1
		}
	case m.kind(j) == '>' && m.brackets && !m.operatorBefore(j):
		j = m.beforeAngles(j, from)
		if symbol = m.word(j); symbol == "" {
			return none
		}
	default:
		signs := ""
		for j > from && m.word(j) != "operator" {
			m.step()
			signs = m.text[m.tokens[j].start:m.tokens[j].end] + signs
			j--
		}
		symbol = "operator" + signs
	}
	at := j
	if j > from && m.kind(j-1) == '~' {
		symbol = "~" + symbol
		j--
	}
	return naming{at, open, m.qualified(j, from) + symbol}
}

// qualified returns the types before the name at j, each with a dot: of `A<T>::B::name`, A.B.
func (m *machine) qualified(j, from int) string {
	types := ""
	for j-3 >= from && m.kind(j-1) == ':' && m.kind(j-2) == ':' {
		m.step()
		if j -= 3; m.kind(j) == '>' {
			j = m.beforeAngles(j, from)
		}
		w := m.word(j)
		if w == "" {
			break
		}
		types = w + "." + types
	}
	return types
}

// beforeAngles returns the token before the <…> that ends at j.
func (m *machine) beforeAngles(j, from int) int {
	for depth := 0; j > from; j-- {
		m.step()
		switch m.kind(j) {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 {
				return j - 1
			}
		}
	}
	return j
}

// newCallable returns the token behind the parameters at open where another declaration
// begins there, so that open belongs to a macro; else 0.
func (m *machine) newCallable(open, end int) int {
	next := m.close(open, end) + 1
	if m.kind(open) == '(' && next < end && (m.kind(next) == wordToken && !trailing(m.word(next)) || m.pairOf(next, "[[") && m.startsLine(next)) {
		return next
	}
	return 0
}

// trailing are words between parameters and body.
func trailing(word string) bool {
	switch word {
	case "throws", "const", "noexcept", "override", "final", "volatile", "where", "async", "try",
		"requires", "mutable", "default", "__attribute__":
		return true
	}
	return false
}

// callableBody returns the brace that opens the body behind the parameters at open, negative
// where there is none, and the last token; last is negative where this is no function.
func (m *machine) callableBody(open, end int) (body, last int) {
	if m.kind(open) == '{' {
		return open, m.close(open, end)
	}
	initial := false // behind the colon of a constructor
	for i := m.close(open, end) + 1; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[':
			i = m.close(i, end)
		case '<':
			i = max(i, m.angles(i, end)-1)
		case ':':
			if m.pairOf(i, "::") {
				i++
				continue
			}
			initial = true
		case '{':
			last = m.close(i, end)
			if k := m.kind(last + 1); initial && !m.abstract && last+1 < end && (k == ',' || k == '{') {
				i = last
				continue
			}
			return i, last
		case ';':
			return -1, i
		case '=':
			for j := i; j < end; j++ {
				m.step()
				switch m.kind(j) {
				case '(', '[', '{':
					j = m.close(j, end)
				case ';':
					if m.pairOf(i, "=>") {
						return i, j
					}
					return -1, j
				}
			}
			return -1, -1
		case '}', directiveToken:
			return -1, -1
		}
	}
	return -1, -1
}
