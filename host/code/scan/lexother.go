package scan

import "strings"

// pythonToken reads strings with their prefixes; the marks themselves are of the table.
func pythonToken(l *lexer, c byte) bool {
	switch c {
	case 'r', 'R', 'b', 'B', 'u', 'U', 'f', 'F', 't', 'T':
		end := l.wordEnd(l.at)
		if q := l.byteAt(end); end-l.at > 2 || q != '"' && q != '\'' {
			return false
		}
		start := l.at
		l.at = end
		l.next()
		l.tokens[len(l.tokens)-1].start = int32(start)
		return true
	case '"', '\'':
		if !l.tripled(c) {
			l.emit(stringToken, l.continuedEnd(c))
			return true
		}
	}
	return false
}

// continuedEnd returns where a string ends that a backslash may carry over a line's end.
func (l *lexer) continuedEnd(quote byte) int {
	for i := l.at + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case quote:
			return i + 1
		case '\n':
			return i
		case '\\':
			if l.byteAt(i+1) == '\r' && l.byteAt(i+2) == '\n' {
				i++
			}
			i++
		}
	}
	return len(l.text)
}

// rustToken reads raw strings and identifiers, characters and lifetimes.
func rustToken(l *lexer, c byte) bool {
	switch c {
	case '\'':
		if end := l.characterEnd(); end > 0 {
			l.emit(stringToken, end)
			return true
		}
		l.at++
		if letter(l.byteAt(l.at)) { // a lifetime is no token
			l.at = l.wordEnd(l.at)
		}
		return true
	case 'r', 'b', 'c':
		i := l.at
		for i < l.at+2 && strings.IndexByte("bcr", l.byteAt(i)) >= 0 && l.byteAt(i) != 'r' {
			i++
		}
		if l.byteAt(i) != 'r' {
			return false
		}
		marks := i + 1
		for l.byteAt(marks) == '#' {
			marks++
		}
		if l.byteAt(marks) == '"' {
			l.emit(stringToken, l.after(marks+1, `"`+l.text[i+1:marks]))
			return true
		}
		if marks == i+2 && i == l.at && letter(l.byteAt(marks)) { // r#type
			l.at = marks
			l.word()
			return true
		}
	}
	return false
}

// characterEnd returns where a character in quotes ends, 0 where there is none.
func (l *lexer) characterEnd() int {
	rest := l.text[l.at+1 : min(len(l.text), l.at+16)]
	if strings.HasPrefix(rest, `\`) {
		if n := strings.IndexByte(rest[min(2, len(rest)):], '\''); n >= 0 {
			return l.at + 1 + 2 + n + 1
		}
		return 0
	}
	for i := range rest {
		if i > 0 {
			if rest[i] == '\'' {
				return l.at + 1 + i + 1
			}
			return 0
		}
	}
	return 0
}

// after returns the place behind the next mark from i on, else the text's end.
func (l *lexer) after(i int, mark string) int {
	i = min(i, len(l.text))
	if n := strings.Index(l.text[i:], mark); n >= 0 {
		return i + n + len(mark)
	}
	return len(l.text)
}

// cppToken reads raw strings such as R"x(…)x".
func cppToken(l *lexer, c byte) bool {
	if c != 'R' || l.byteAt(l.at+1) != '"' {
		return false
	}
	rest := l.text[l.at+2 : min(len(l.text), l.at+20)]
	n := strings.IndexByte(rest, '(')
	if n < 0 {
		return false
	}
	l.emit(stringToken, l.after(l.at+2+n+1, ")"+rest[:n]+`"`))
	return true
}

// csharpToken reads strings that begin with @, $ or three quotes.
func csharpToken(l *lexer, c byte) bool {
	i, verbatim := l.at, false
	for i < l.at+3 && (l.byteAt(i) == '@' || l.byteAt(i) == '$') {
		verbatim = verbatim || l.byteAt(i) == '@'
		i++
	}
	if l.byteAt(i) != '"' {
		if c == '@' && letter(l.byteAt(l.at+1)) { // @class
			l.at++
			l.word()
			return true
		}
		return false
	}
	marks := 0
	for l.byteAt(i+marks) == '"' {
		marks++
	}
	if marks >= 3 {
		l.emit(stringToken, l.after(i+marks, strings.Repeat(`"`, marks)))
		return true
	}
	if !verbatim {
		l.inside = ""
		if i > l.at {
			l.inside = "{"
		}
		l.emit(stringToken, l.stringEnd(i+1, '"', false, 0))
		return true
	}
	for i++; i < len(l.text); i++ {
		if l.text[i] == '"' {
			if l.byteAt(i+1) != '"' {
				break
			}
			i++
		}
	}
	l.emit(stringToken, i+1)
	return true
}

// swiftToken reads raw strings such as #"…"# and #"""…"""#.
func swiftToken(l *lexer, c byte) bool {
	if c != '#' {
		return false
	}
	i := l.at
	for l.byteAt(i) == '#' {
		i++
	}
	if l.byteAt(i) != '"' {
		if i == l.at+1 || l.fresh {
			return false
		}
		l.emit(c, i)
		return true
	}
	mark := `"`
	if strings.HasPrefix(l.text[i:], `"""`) {
		mark = `"""`
	}
	l.emit(stringToken, l.after(i+len(mark), mark+l.text[l.at:i]))
	return true
}

// phpToken reads what is outside of <?php … ?> as one string, and heredocs.
func phpToken(l *lexer, c byte) bool {
	switch {
	case l.at == 0 && !l.has("<?"), l.has("?>"):
		end := l.after(l.at, "<?")
		l.emit(';', end)
		l.skipWord("php")
	case l.at == 0:
		l.emit(';', 2)
		l.skipWord("php")
	case c == '#' && l.byteAt(l.at+1) == '[':
		l.emit(c, l.at+1)
	case c == '<' && l.has("<<<"):
		return l.phpHeredoc()
	case c == '/' && l.has("//"), c == '#':
		end := l.lineEnd(l.at)
		if n := strings.Index(l.text[l.at:end], "?>"); n >= 0 {
			end = l.at + n
		}
		l.comment(end)
	default:
		return false
	}
	return true
}

func (l *lexer) skipWord(word string) {
	if l.has(word) {
		l.at += len(word)
	}
}

func (l *lexer) phpHeredoc() bool {
	i := l.at + 3
	for strings.IndexByte(" \t'\"", l.byteAt(i)) >= 0 && l.byteAt(i) != 0 {
		i++
	}
	end := l.wordEnd(i)
	if end == i {
		return false
	}
	l.emit(stringToken, l.heredocEnd(l.lineEnd(end), l.text[i:end]))
	return true
}

// heredocEnd returns where the line with the mark of a heredoc has the mark behind it.
func (l *lexer) heredocEnd(i int, mark string) int {
	for i < len(l.text) {
		start := i + 1
		i = l.lineEnd(min(start, len(l.text)))
		line := strings.TrimLeft(l.text[min(start, i):i], " \t")
		if strings.HasPrefix(line, mark) && !letter(first(line[len(mark):])) {
			return i - len(line) + len(mark)
		}
	}
	return len(l.text)
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}
