package scan

import "strings"

// heredoc is a text that begins on the next line and ends at a line with its mark.
type heredoc struct {
	mark     string
	indented bool // the mark may be
}

// skipHeredocs passes the texts that the line before announced.
func (l *lexer) skipHeredocs() {
	for _, h := range l.heredocs {
		for l.at < len(l.text) {
			end := l.lineEnd(l.at)
			line := strings.TrimRight(l.text[l.at:end], "\r")
			if h.indented {
				line = strings.TrimLeft(line, " \t")
			}
			l.pass(min(end+1, len(l.text)))
			if line == h.mark {
				break
			}
		}
	}
	l.heredocs = l.heredocs[:0]
}

// heredoc reads the announcement of one, as <<~MARK or <<-'MARK'. flags may stand before the
// mark; every one allows the mark to be indented.
func (l *lexer) heredoc(flags string) bool {
	i := l.at + 2
	indented := l.byteAt(i) != 0 && strings.IndexByte(flags, l.byteAt(i)) >= 0
	if indented {
		i++
	}
	if l.words == "" { // shell allows space
		for l.byteAt(i) == ' ' {
			i++
		}
	}
	quote := l.byteAt(i)
	if quote == '\\' {
		i++
	}
	if quote == '"' || quote == '\'' || quote == '`' {
		i++
		end := strings.IndexByte(l.text[i:l.lineEnd(i)], quote)
		if end <= 0 {
			return false
		}
		l.heredocs = append(l.heredocs, heredoc{l.text[i : i+end], indented})
		l.emit(stringToken, i+end+1)
		return true
	}
	if !letter(l.byteAt(i)) {
		return false
	}
	end := l.wordEnd(i)
	l.heredocs = append(l.heredocs, heredoc{l.text[i:end], indented})
	l.emit(stringToken, end)
	return true
}

// rubyToken reads heredocs, %-strings, regular expressions, characters and =begin … =end.
func rubyToken(l *lexer, c byte) bool {
	switch c {
	case '=':
		if l.fresh && l.has("=begin") && l.byteAt(l.at-1) != ' ' {
			end := strings.Index(l.text[l.at:], "\n=end")
			if end < 0 {
				l.comment(len(l.text))
				return true
			}
			l.comment(l.lineEnd(l.at + end + 1))
			return true
		}
	case '_':
		if l.fresh && l.has("__END__\n") {
			l.comment(len(l.text))
			return true
		}
	case '<':
		n := l.byteAt(l.at + 2)
		if l.has("<<") && (n == '~' || n == '-' || (n >= 'A' && n <= 'Z' || n == '"' || n == '\'') && l.byteAt(l.at-1) == ' ') {
			return l.heredoc("~-")
		}
	case '%':
		return l.rubyPercent()
	case '/':
		return !l.rubyValue() && l.regex()
	case '?':
		if !l.rubyValue() && l.byteAt(l.at+1) > ' ' && !letter(l.byteAt(l.at+2)) {
			l.emit(stringToken, l.at+2)
			return true
		}
	case '$', ':':
		if n := l.byteAt(l.at + 1); n == '"' || n == '\'' || n == '/' || n == '`' { // $" and :"…"
			if c == '$' {
				l.emit(stringToken, l.at+2)
				return true
			}
		}
	}
	return false
}

// rubyValue reports whether the token before ends a value; a word with space behind it and
// none after the sign is a call, as in `puts /x/`.
func (l *lexer) rubyValue() bool {
	kind, word := l.last()
	switch kind {
	case wordToken:
		switch word {
		case "if", "unless", "while", "until", "when", "and", "or", "not", "return", "in", "then", "elsif", "do":
			return false
		}
		space, after := l.byteAt(l.at-1), l.byteAt(l.at+1)
		return space != ' ' || after == ' ' || after == '='
	case numberToken, stringToken, ')', ']', '}':
		return true
	}
	return false
}

func (l *lexer) rubyPercent() bool {
	i := l.at + 1
	if l.rubyValue() {
		return false
	}
	if strings.IndexByte("wWqQiIrsx", l.byteAt(i)) >= 0 && l.byteAt(i) != 0 {
		i++
	}
	opener := l.byteAt(i)
	at := strings.IndexByte("([{<|!/", opener)
	if opener == 0 || at < 0 {
		return false
	}
	closer := ")]}>|!/"[at]
	depth := 0
	for ; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\\':
			i++
		case c == closer && (opener != closer || depth > 0):
			if depth--; depth == 0 {
				l.emit(stringToken, i+1)
				return true
			}
		case c == opener:
			depth++
		}
	}
	l.emit(stringToken, len(l.text))
	return true
}

// shellToken reads quotes, heredocs and comments, and passes expansions such as ${#x}.
func shellToken(l *lexer, c byte) bool {
	switch c {
	case '#':
		if p := l.byteAt(l.at - 1); p == 0 || strings.IndexByte(" \t\n\r;()|&`", p) >= 0 {
			l.comment(l.lineEnd(l.at))
			return true
		}
		l.emit(c, l.at+1)
	case '\\':
		l.emit(c, l.at+2)
	case '\'':
		if k, _ := l.last(); k == '$' && l.byteAt(l.at-1) == '$' {
			return false // $'…' has escapes
		}
		l.emit(stringToken, l.after(l.at+1, "'"))
	case '$':
		if l.byteAt(l.at+1) != '{' {
			return false
		}
		l.emit(stringToken, l.expansionEnd())
	case '<':
		if l.has("<<<") {
			l.emit(c, l.at+3)
			return true
		}
		return l.has("<<") && l.heredoc("-")
	default:
		return false
	}
	return true
}

// expansionEnd returns where ${…} ends, at most at its line's end.
func (l *lexer) expansionEnd() int {
	depth := 0
	for i := l.at; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '\n':
			return i
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(l.text)
}
