package scan

import "strings"

// token is a word, a number, a string or a byte of punctuation. Comments are no tokens.
type token struct {
	start, end    int32 // bytes
	line, endLine int32 // from 1
	kind          byte  // the punctuation itself, or one of the kinds below
}

// Kinds of tokens that are no punctuation.
const (
	wordToken      = 'w'
	numberToken    = '0'
	stringToken    = 's'
	directiveToken = 'P' // a line of the preprocessor
	noToken        = 0
)

// comment is one comment, from its mark to its end.
type comment struct {
	start, end    int32
	line, endLine int32
	own           bool // nothing stands before it on its line
}

// lexis says how strings and comments of a language look.
type lexis struct {
	slashes, hashes bool   // comments from // or # to the line's end
	blocks, nested  bool   // comments from /* to */, and whether they nest
	quotes          string // marks of strings that end on their line
	long            string // marks of strings that go over lines
	triple          string // marks that, three times, go over lines
	ticks           bool   // names between backticks
	inside          string // what begins an expression inside a string, as "${"
	words           string // punctuation that words may hold, as "$"
	directives      bool   // lines that begin with # are the preprocessor's
	special         func(l *lexer, c byte) bool
}

// lexer turns a text into tokens and comments, in one pass.
type lexer struct {
	lexis
	text     string
	at       int
	line     int32
	tokens   []token
	comments []comment
	script   scriptState
	heredocs []heredoc
	endless  []byte // by byte: 1, a regular expression was read from here on; 2, inside brackets
	fresh    bool   // no token on this line so far
}

func lex(text string, x lexis) *lexer {
	l := &lexer{lexis: x, text: text, line: 1, fresh: true, tokens: make([]token, 0, len(text)/5+16)}
	if strings.HasPrefix(text, "\ufeff") {
		l.at = 3
	}
	if strings.HasPrefix(text[l.at:], "#!") && !strings.HasPrefix(text[l.at:], "#![") {
		l.comment(l.lineEnd(l.at))
	}
	for l.at < len(text) {
		l.next()
	}
	return l
}

// next reads one token, comment or stretch of space. It always moves on.
func (l *lexer) next() {
	c := l.text[l.at]
	switch {
	case c == '\n':
		l.at++
		l.newline()
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		l.at++
	case l.special != nil && l.special(l, c):
	case c == '/' && l.slashes && l.has("//"):
		l.comment(l.lineEnd(l.at))
	case c == '/' && l.blocks && l.has("/*"):
		l.comment(l.blockEnd())
	case c == '#' && l.hashes:
		l.comment(l.lineEnd(l.at))
	case c == '#' && l.directives && l.fresh:
		l.directive()
	case letter(c) || strings.IndexByte(l.words, c) >= 0 && l.words != "":
		l.word()
	case c >= '0' && c <= '9':
		l.number()
	case strings.IndexByte(l.triple, c) >= 0 && l.tripled(c):
		l.emit(stringToken, l.tripleEnd(c))
	case strings.IndexByte(l.long, c) >= 0:
		l.emit(stringToken, l.stringEnd(l.at+1, c, true, 0))
	case strings.IndexByte(l.quotes, c) >= 0:
		l.emit(stringToken, l.stringEnd(l.at+1, c, false, 0))
	case c == '`' && l.ticks:
		l.ticked()
	default:
		l.emit(c, l.at+1)
	}
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.text[l.at:], prefix) }

// byteAt returns the byte at i, 0 outside the text.
func (l *lexer) byteAt(i int) byte {
	if i < 0 || i >= len(l.text) {
		return 0
	}
	return l.text[i]
}

func (l *lexer) newline() {
	l.line++
	l.fresh = true
	if len(l.heredocs) > 0 {
		l.skipHeredocs()
	}
}

// last returns the kind of the token before, and its text where that is a word.
func (l *lexer) last() (byte, string) {
	if n := len(l.tokens); n > 0 {
		t := l.tokens[n-1]
		return t.kind, l.text[t.start:t.end]
	}
	return noToken, ""
}

// emit adds the token that ends before end, and moves there.
func (l *lexer) emit(kind byte, end int) {
	end = min(end, len(l.text))
	t := token{start: int32(l.at), end: int32(end), line: l.line, kind: kind}
	if kind == wordToken || end-l.at == 1 {
		l.at = end
	} else {
		l.pass(end)
	}
	t.endLine = l.line
	l.tokens = append(l.tokens, t)
	l.fresh = false
}

// comment adds the comment that ends before end, and moves there.
func (l *lexer) comment(end int) {
	c := comment{start: int32(l.at), end: int32(end), line: l.line, own: l.fresh}
	l.pass(end)
	c.endLine = l.line
	l.comments = append(l.comments, c)
}

// pass moves to end over text that is no token.
func (l *lexer) pass(end int) {
	if end > l.at {
		l.line += int32(strings.Count(l.text[l.at:end], "\n"))
	}
	l.at = end
}

func (l *lexer) lineEnd(from int) int {
	if n := strings.IndexByte(l.text[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(l.text)
}

func (l *lexer) blockEnd() int {
	if !l.nested {
		if n := strings.Index(l.text[l.at+2:], "*/"); n >= 0 {
			return l.at + 2 + n + 2
		}
		return len(l.text)
	}
	depth := 0
	for i := l.at; i+1 < len(l.text); i++ {
		switch l.text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			if depth--; depth == 0 {
				return i + 2
			}
			i++
		}
	}
	return len(l.text)
}

// directive reads a line of the preprocessor with its continuations.
func (l *lexer) directive() {
	end := l.at
	for {
		end = l.lineEnd(end)
		if end >= len(l.text) || !strings.HasSuffix(strings.TrimRight(l.text[l.at:end], " \t\r"), `\`) {
			break
		}
		end++
	}
	if n := strings.Index(l.text[l.at:end], "/*"); n >= 0 && !strings.Contains(l.text[l.at+n:end], "*/") {
		end = l.at + n // its comment goes on
	}
	l.emit(directiveToken, end)
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

func (l *lexer) wordEnd(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		if !letter(c) && (c < '0' || c > '9') && (l.words == "" || strings.IndexByte(l.words, c) < 0) {
			break
		}
		i++
	}
	return i
}

func (l *lexer) word() { l.emit(wordToken, l.wordEnd(l.at+1)) }

func (l *lexer) number() {
	i := l.at + 1
	for i < len(l.text) {
		c, next := l.text[i], l.byteAt(i+1)
		digit := next >= '0' && next <= '9'
		if letter(c) || c >= '0' && c <= '9' || c == '.' && digit || c == '\'' && l.directives && (letter(next) || digit) {
			i++
			continue
		}
		break
	}
	l.emit(numberToken, i)
}

// ticked reads a name between backticks, as of Kotlin, without them.
func (l *lexer) ticked() {
	end := strings.IndexAny(l.text[l.at+1:], "`\n")
	if end < 0 || l.text[l.at+1+end] == '\n' {
		l.emit('`', l.at+1)
		return
	}
	l.at++
	l.emit(wordToken, l.at+end)
	l.at++
}

func (l *lexer) tripled(c byte) bool { return l.byteAt(l.at+1) == c && l.byteAt(l.at+2) == c }

func (l *lexer) tripleEnd(c byte) int {
	mark := strings.Repeat(string(rune(c)), 3)
	for i := l.at + 3; i < len(l.text); i++ {
		switch {
		case l.text[i] == '\\':
			i++
		case l.text[i] == c && strings.HasPrefix(l.text[i:], mark):
			for i += 3; i < len(l.text) && l.text[i] == c; i++ { // """a"" ""
			}
			return i
		}
	}
	return len(l.text)
}

// insideMax bounds strings inside expressions inside strings.
const insideMax = 50

// stringEnd returns where a string ends whose content begins at i. One that does not go over
// lines ends before the line does.
func (l *lexer) stringEnd(i int, quote byte, long bool, depth int) int {
	for i < len(l.text) {
		switch c := l.text[i]; {
		case c == quote:
			return i + 1
		case c == '\n' && !long:
			return i
		case l.inside != "" && c == l.inside[0] && quote != '\'' && strings.HasPrefix(l.text[i:], l.inside) && depth < insideMax:
			i = l.insideEnd(i+len(l.inside), long, depth+1)
			continue
		case c == '\\':
			i++
		}
		i++
	}
	return min(i, len(l.text))
}

// insideEnd returns where an expression inside a string ends, after its closing bracket.
func (l *lexer) insideEnd(i int, long bool, depth int) int {
	opener := l.inside[len(l.inside)-1]
	closer := byte('}')
	if opener == '(' {
		closer = ')'
	}
	for open := 1; i < len(l.text); {
		switch c := l.text[i]; {
		case c == '\n' && !long:
			return i
		case c == opener:
			open++
		case c == closer:
			if open--; open == 0 {
				return i + 1
			}
		case c == '"':
			i = l.stringEnd(i+1, c, long, depth)
			continue
		}
		i++
	}
	return i
}
