package scan

import (
	"strings"
)

var none = naming{at: -1}

// signName is a name, or signs as Swift's `func == (`.
func signName(m *machine, i, end int) naming {
	if w := m.word(i + 1); w != "" {
		return naming{i + 1, i + 2, w}
	}
	j := i + 1
	var b strings.Builder
	for j < end && m.kind(j) != '(' && m.kind(j) != wordToken && b.Len() < 8 {
		m.step()
		if j > i+1 && m.tokens[j].start > m.tokens[j-1].end { // <T> behind it
			break
		}
		b.WriteByte(m.kind(j))
		j++
	}
	if b.Len() == 0 || j >= end {
		return none
	}
	return naming{i + 1, j, b.String()}
}

// ownName names a definition by the word that begins it, as Swift's init and deinit.
func ownName(m *machine, i, _ int) naming { return naming{i, i + 1, m.word(i)} }

// contextual is a word that is a name elsewhere: it begins a definition where another word
// follows, as in `record Point(`.
func contextual(m *machine, i, _ int) naming {
	if w := m.word(i + 1); w != "" && m.tokens[i].line == m.tokens[i+1].line {
		return naming{i + 1, i + 2, w}
	}
	return none
}

// secondWord allows another word of kind between, as in `enum class X` and `record struct X`.
func secondWord(m *machine, i, end int) naming {
	for i++; i < end && (m.word(i) == "class" || m.word(i) == "struct" || m.word(i) == "interface"); i++ {
		m.step()
	}
	if w := m.word(i); w != "" {
		return naming{i, i + 1, w}
	}
	return none
}

// rustImpl names an implementation by its type, that behind `for` where there is one.
func rustImpl(m *machine, i, end int) naming {
	i = m.angles(i+1, end)
	name, trait := none, none
	for ; i < end; i++ {
		m.step()
		switch k := m.kind(i); {
		case k == '{' || k == ';':
			if name.at < 0 { // of a slice, a tuple, a pointer
				trait.next = i
				return trait
			}
			return name
		case k == '<':
			i = max(i, m.angles(i, end)-1)
		case k == '(' || k == '[':
			i = m.close(i, end)
		case k == wordToken && m.word(i) == "where":
			for i+1 < end && m.kind(i+1) != '{' {
				m.step()
				i++
			}
		case k == wordToken && m.word(i) == "for":
			name, trait = none, name
		case k == wordToken && (name.at < 0 || m.kind(i-1) == ':') && !m.modifiers[m.word(i)] && m.word(i) != "dyn" && m.word(i) != "mut":
			name = naming{i, i + 1, m.word(i)}
		}
		name.next = i + 1
	}
	return none
}

func rustConst(m *machine, i, _ int) naming {
	if m.word(i+1) == "mut" {
		i++
	}
	if w := m.word(i + 1); w != "" {
		return naming{i + 1, i + 2, w}
	}
	return none
}

// rustMacro names `macro_rules! name`.
func rustMacro(m *machine, i, _ int) naming {
	if m.kind(i+1) == '!' && m.word(i+2) != "" {
		return naming{i + 2, i + 3, m.word(i + 2)}
	}
	return none
}

// kotlinFun names a function behind its type parameters and its receiver, whose members it
// joins: `fun <T> List<T>.last()` is List.last.
func kotlinFun(m *machine, i, end int) naming {
	i = m.angles(i+1, end)
	receiver := ""
	for ; i < end; i++ {
		m.step()
		w := m.word(i)
		if m.kind(i) == '@' {
			continue
		}
		if m.kind(i) == '(' && receiver == "" { // of a function's type
			if i = m.close(i, end) + 1; m.kind(i) == '.' {
				continue
			}
		}
		if w == "" {
			return none
		}
		next := m.angles(i+1, end)
		if m.kind(next) == '?' {
			next++
		}
		if m.kind(next) != '.' {
			return naming{i, next, receiver + w}
		}
		receiver = w + "."
		i = next
	}
	return none
}

// kotlinCompanion is part of the class around it, whatever its own name is.
func kotlinCompanion(m *machine, i, _ int) naming {
	if m.word(i+1) != "object" {
		return none
	}
	return naming{i + 1, i + 2, "companion"}
}

// dottedName is the last word of a.b.c, as of a Swift extension.
func dottedName(m *machine, i, end int) naming {
	for i++; i+2 < end && m.kind(i+1) == '.' && m.word(i+2) != ""; i += 2 {
		m.step()
	}
	if w := m.word(i); w != "" {
		return naming{i, i + 1, w}
	}
	return none
}

// phpFunction passes the & of functions that return references.
func phpFunction(m *machine, i, _ int) naming {
	if m.kind(i+1) == '&' {
		i++
	}
	if w := m.word(i + 1); w != "" {
		return naming{i + 1, i + 2, w}
	}
	return none
}

// delegate is named by the last word before its parameters.
func delegate(m *machine, i, end int) naming {
	for j := i + 1; j < end; j++ {
		m.step()
		switch m.kind(j) {
		case '<':
			j = max(j, m.angles(j, end)-1)
		case '(':
			k := j - 1
			if m.kind(k) == '>' {
				for k > i && m.kind(k) != '<' {
					m.step()
					k--
				}
				k--
			}
			if w := m.word(k); w != "" {
				return naming{k, j, w}
			}
			return none
		case ';', '{':
			return none
		}
	}
	return none
}

// structName names a struct, union, enum or class of C or C++ that has a body; as the type of
// a function or a variable, and without a body, it is no definition.
func structName(m *machine, i, end int) naming {
	i++
	for i < end && (m.word(i) == "class" || m.word(i) == "struct" || m.kind(i) == '[') {
		m.step()
		if m.kind(i) == '[' {
			i = m.close(i, end)
		}
		i++
	}
	name := none
	for j := i; j < end; j++ {
		m.step()
		switch m.kind(j) {
		case wordToken:
			if w := m.word(j); w != "final" {
				name = naming{j, j + 1, w}
			}
		case '(':
			if w := m.word(j - 1); w == "alignas" || w == "__attribute__" || w == "__declspec" || strings.ToUpper(w) == w && w != "" {
				j = m.close(j, end)
				continue
			}
			return none
		case '<':
			if n := m.angles(j, end); n > j {
				j = n - 1
				continue
			}
			return none
		case '{':
			name.next = j
			return name
		case ':':
			if m.pairOf(j, "::") {
				j++
				continue
			}
			name.next = j
			if _, last := m.bodyOf(j, end, leaf); m.kind(last) == ';' && m.kind(last-1) != '}' {
				return none
			}
			return name
		default:
			return none
		}
	}
	return none
}

// typedefName names a typedef with braces by the last word before its semicolon, others by
// the same or by what stands in (*…).
func typedefName(m *machine, i, end int) naming {
	name := none
	for j := i + 1; j < end; j++ {
		m.step()
		switch m.kind(j) {
		case '{', '[':
			j = m.close(j, end)
		case '(':
			if m.kind(j+1) == '*' && m.word(j+2) != "" {
				name = naming{j + 2, j, m.word(j + 2)}
				for ; j < end && m.kind(j) != ';'; j++ {
					m.step()
				}
				return name
			}
			j = m.close(j, end)
		case wordToken:
			name = naming{j, i + 1, m.word(j)}
		case ';':
			return name
		}
	}
	return none
}

// usingName is the alias of `using X = …;`.
func usingName(m *machine, i, _ int) naming {
	if m.word(i+1) != "" && m.kind(i+2) == '=' {
		return naming{i + 1, i + 2, m.word(i + 1)}
	}
	return none
}

// goFunc names a function or method of Go, for texts that its parser cannot read.
func goFunc(m *machine, i, end int) naming {
	prefix := ""
	i++
	if m.kind(i) == '(' {
		last := m.close(i, end)
		for j := last - 1; j > i; j-- {
			m.step()
			if m.kind(j) == ']' {
				for j > i && m.kind(j) != '[' {
					j--
				}
				continue
			}
			if w := m.word(j); w != "" {
				prefix = w + "."
				break
			}
		}
		i = last + 1
	}
	if w := m.word(i); w != "" {
		return naming{i, i + 1, prefix + w}
	}
	return none
}
