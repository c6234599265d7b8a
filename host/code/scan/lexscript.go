package scan

import "strings"

// scriptState is what the lexer of JavaScript and TypeScript knows besides: in which templates
// and elements the braces that it reads stand.
type scriptState struct {
	elements bool // <a>…</a> are values, as in .jsx and .tsx
	depth    int  // of braces
	open     []embedding
	nested   int    // elements whose end was not read, at the innermost level
	parens   []bool // the open ones: whether each is behind if, while, for or with
	control  bool   // the last that closed was
}

// embedding is an expression in braces inside a template or an element.
type embedding struct {
	kind   byte // '`' a template, '<' an element's head, '>' its content
	depth  int  // of braces outside
	nested int  // elements around
}

// lexScript reads JavaScript or TypeScript. Where elements do not come out even the text has
// none: it is read again without them.
func lexScript(text string, x lexis) *lexer {
	elements := strings.Contains(text, "</") || strings.Contains(text, "/>")
	x.special = scriptToken
	if elements {
		withElements := x
		withElements.special = func(l *lexer, c byte) bool {
			l.script.elements = true
			return scriptToken(l, c)
		}
		if l := lex(text, withElements); l.script.nested == 0 && len(l.script.open) == 0 {
			return l
		}
	}
	return lex(text, x)
}

func scriptToken(l *lexer, c byte) bool {
	switch c {
	case '`':
		l.template(l.at + 1)
	case '/':
		if n := l.byteAt(l.at + 1); n == '/' || n == '*' || l.afterValue() {
			return false
		}
		return l.regex()
	case '(':
		_, word := l.last()
		l.script.parens = append(l.script.parens, word == "if" || word == "while" || word == "for" || word == "with")
		return false
	case ')':
		if n := len(l.script.parens) - 1; n >= 0 {
			l.script.control = l.script.parens[n]
			l.script.parens = l.script.parens[:n]
		}
		return false
	case '{':
		l.script.depth++
		return false
	case '}':
		return l.closeEmbedding()
	case '<':
		if !l.script.elements || l.afterValue() || !l.elementBegins() {
			return false
		}
		l.emit(stringToken, l.at)
		l.element()
	default:
		return false
	}
	return true
}

// closeEmbedding goes on with the template or element whose expression a brace ends.
func (l *lexer) closeEmbedding() bool {
	s := &l.script
	if n := len(s.open) - 1; n >= 0 && s.open[n].depth == s.depth-1 {
		e := s.open[n]
		s.open = s.open[:n]
		s.depth--
		l.emit('}', l.at+1)
		switch e.kind {
		case '`':
			l.template(l.at)
		case '<':
			s.nested = e.nested
			if l.elementHead(false) {
				l.elementContent()
			}
		case '>':
			s.nested = e.nested
			l.elementContent()
		}
		return true
	}
	s.depth = max(s.depth-1, 0)
	return false
}

func (l *lexer) embed(kind byte) {
	l.script.open = append(l.script.open, embedding{kind, l.script.depth, l.script.nested})
	l.script.depth++
	l.script.nested = 0
	l.emit('{', l.at+1)
}

// template reads a template's text from i to its end or to the next expression.
func (l *lexer) template(i int) {
	for i < len(l.text) {
		switch c := l.text[i]; {
		case c == '`':
			l.emit(stringToken, i+1)
			return
		case c == '$' && l.byteAt(i+1) == '{':
			l.emit(stringToken, i+1)
			l.embed('`')
			return
		case c == '\\':
			i++
		}
		i++
	}
	l.emit(stringToken, len(l.text))
}

// afterValue reports whether the token before ends a value, so that / divides and < compares.
func (l *lexer) afterValue() bool {
	switch kind, word := l.last(); kind {
	case wordToken:
		switch word {
		case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield", "instanceof", "default", "extends":
			return false
		}
		return true
	case ')':
		return !l.script.control
	case numberToken, stringToken, ']':
		return true
	}
	return false
}

// regex reads a regular expression, which ends on its line. One that comes to where another one
// came, which did not end, does not end either: no byte is looked at a third time.
func (l *lexer) regex() bool {
	if l.endless == nil {
		l.endless = make([]byte, len(l.text))
	}
	class := false
	for i := l.at + 1; i < len(l.text); i++ {
		seen := byte(1)
		if class {
			seen = 2
		}
		if l.endless[i]&seen != 0 {
			return false
		}
		l.endless[i] |= seen
		switch l.text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return false
		case '/':
			if !class {
				l.emit(stringToken, l.wordEnd(i+1))
				return true
			}
		}
	}
	return false
}

// elementBegins reports whether < begins an element, not the type parameters of an arrow
// function as in <T,>(x: T) => x.
func (l *lexer) elementBegins() bool {
	i := l.at + 1
	if l.byteAt(i) == '>' {
		return true
	}
	if !letter(l.byteAt(i)) {
		return false
	}
	rest := strings.TrimLeft(l.text[l.wordEnd(i):min(len(l.text), l.wordEnd(i)+64)], " \t")
	if strings.HasPrefix(rest, ">(") && l.text[i] >= 'A' && l.text[i] <= 'Z' {
		return false
	}
	return !strings.HasPrefix(rest, ",") && !strings.HasPrefix(rest, "extends ") && !strings.HasPrefix(rest, "=")
}

// element reads from < to the end of the outermost element or to an expression in it.
func (l *lexer) element() {
	l.pass(l.at + 1)
	if l.elementHead(l.byteAt(l.at) == '/') {
		l.elementContent()
	}
}

// elementHead reads from inside <name … to behind its end. It reports false where an
// expression or the end of the text comes first.
func (l *lexer) elementHead(closing bool) bool {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; c {
		case '"', '\'':
			end := strings.IndexByte(l.text[l.at+1:], c)
			if end < 0 {
				end = len(l.text) - l.at - 2
			}
			l.pass(l.at + end + 2)
			continue
		case '{':
			l.embed('<')
			return false
		case '>':
			alone := l.byteAt(l.at-1) == '/'
			l.at++
			if closing {
				l.script.nested--
			} else if !alone {
				l.script.nested++
			}
			return true
		case '\n':
			l.line++
		}
		l.at++
	}
	l.script.nested++
	return false
}

// elementContent reads from between elements to the end of the outermost or to an expression.
func (l *lexer) elementContent() {
	for l.script.nested > 0 {
		n := strings.IndexAny(l.text[l.at:], "<{")
		if n < 0 {
			l.pass(len(l.text))
			return
		}
		l.pass(l.at + n)
		if l.text[l.at] == '{' {
			l.embed('>')
			return
		}
		l.at++
		if !l.elementHead(l.byteAt(l.at) == '/') {
			return
		}
	}
	l.script.nested = 0
	l.emit(stringToken, l.at)
}
