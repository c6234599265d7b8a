package check

import (
	"bytes"
	"strings"
)

// scan passes on the parts of a file that are no comments, in order: code, and what stands
// within quotes. Its time is linear in the file's size. It does not know a language's
// grammar: where a quote is left open, the string ends with its line.
func scan(data []byte, s syntax, part func(text []byte, quoted bool)) {
	start := 0
	code := func(end int) {
		if end > start {
			part(data[start:end], false)
		}
	}
	for i := 0; i < len(data); {
		if next := s.commentEnd(data, i); next > i {
			code(i)
			i, start = next, next
			continue
		}
		next, quoted, doc := s.stringEnd(data, i)
		if next == i {
			i++
			continue
		}
		code(i)
		if !doc {
			part(quoted, true)
		}
		i, start = next, next
	}
	code(len(data))
}

// commentEnd returns where the comment that begins at i ends, or i.
func (s syntax) commentEnd(data []byte, i int) int {
	for _, block := range s.block {
		if !bytes.HasPrefix(data[i:], []byte(block[0])) {
			continue
		}
		return s.blockEnd(data, i, block)
	}
	for _, mark := range s.line {
		if data[i] != mark[0] || !bytes.HasPrefix(data[i:], []byte(mark)) || !s.begins(data, i) {
			continue
		}
		if begin := i + len(mark); isDirective(data[begin:min(len(data), begin+directiveBytes)]) {
			return i
		}
		return i + lineLength(data[i:])
	}
	return i
}

// begins reports whether a mark at i may begin a comment.
func (s syntax) begins(data []byte, i int) bool {
	if i == 0 || data[i-1] == '\n' {
		return true
	}
	switch before := data[i-1]; {
	case s.first:
		return len(bytes.TrimSpace(data[i-min(i, 64):i])) == 0 || bytes.HasSuffix(bytes.TrimRight(data[i-min(i, 64):i], " \t"), []byte("\n"))
	case s.spaced:
		return before == ' ' || before == '\t' || before == ';'
	default:
		return before != '\\' && before != ':' // within a regular expression or an address
	}
}

func (s syntax) blockEnd(data []byte, i int, block [2]string) int {
	depth := 0
	for at := i; at < len(data); {
		switch {
		case bytes.HasPrefix(data[at:], []byte(block[1])) && at > i:
			at += len(block[1])
			if depth--; depth <= 0 || !s.nested {
				return at
			}
		case bytes.HasPrefix(data[at:], []byte(block[0])):
			at += len(block[0])
			depth++
		default:
			at++
		}
	}
	return len(data)
}

// directiveBytes of a comment show whether it is a directive: a line may be as long as its
// file, and have a mark every few bytes.
const directiveBytes = 64

// isDirective reports whether a comment is read by a tool: a query's name, a build tag.
func isDirective(text []byte) bool {
	return bytes.HasPrefix(text, []byte("go:")) || bytes.HasPrefix(text, []byte("!/")) || bytes.HasPrefix(bytes.TrimSpace(text), []byte("name: "))
}

func lineLength(data []byte) int {
	if n := bytes.IndexByte(data, '\n'); n >= 0 {
		return n
	}
	return len(data)
}

// stringEnd returns where the string that begins at i ends, or i, its text, and whether it
// is documentation.
func (s syntax) stringEnd(data []byte, i int) (next int, text []byte, doc bool) {
	quote := data[i]
	if strings.IndexByte(s.quotes, quote) < 0 {
		return i, nil, false
	}
	if s.lifetimes && i > 0 && data[i-1] == '\'' && i+1 < len(data) && data[i+1] == '\'' {
		return i, nil, false // a character
	}
	if quote != '`' && i+2 < len(data) && data[i+1] == quote && data[i+2] == quote {
		mark := data[i : i+3]
		length := bytes.Index(data[i+3:], mark)
		if length < 0 {
			length = len(data) - i - 3
		}
		return min(i+length+6, len(data)), data[i+3 : i+3+length], s.docs && isStatement(data[:i])
	}
	end := i + 1
	for end < len(data) && data[end] != quote {
		if data[end] == '\\' && end+1 < len(data) && data[end+1] != '\n' {
			end++
		} else if data[end] == '\n' && quote != '`' {
			return end, data[i+1 : end], false
		}
		end++
	}
	if end >= len(data) {
		return len(data), data[i+1:], false
	}
	return end + 1, data[i+1 : end], false
}

// isStatement reports whether what follows is a statement by itself: it begins its line,
// and the line before does not wait for a value.
func isStatement(before []byte) bool {
	before = before[len(before)-min(len(before), 200):]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) > 0 {
		return bytes.HasPrefix(trimmed, []byte("@doc")) || bytes.HasPrefix(trimmed, []byte("@moduledoc"))
	}
	trimmed := bytes.TrimRight(before, " \t\r\n")
	return len(trimmed) == 0 || !bytes.ContainsRune([]byte("(=,[{+"), rune(trimmed[len(trimmed)-1]))
}
