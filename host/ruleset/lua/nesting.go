package lua

import "strings"

// syntaxDepthMax bounds how deep source may nest: brackets, blocks, and chains
// of operators that bind to the right. The parser keeps 270 bytes for each open
// level, and the compiler recurses over the tree.
const syntaxDepthMax = 2000

// nesting scans source before the parser sees it and returns the line on which
// it nests too deep, or 0. It only has to count, so what is no Lua at all is
// left for the parser to refuse.
func nesting(source string) (line int) {
	s := scanner{source: source, line: 1}
	chains := []int{0} // operators waiting for their right side, for each open level
	depth := 0
	for s.next() {
		change := 0
		switch s.token {
		case "(", "{", "[", "function", "do", "then", "repeat":
			chains = append(chains, 0)
			change = 1
		case ")", "}", "]", "end", "until", "elseif":
			if len(chains) > 1 {
				change = -1 - chains[len(chains)-1]
				chains = chains[:len(chains)-1]
			}
		case "..", "^", "not", "#", "-":
			chains[len(chains)-1]++
			change = 1
		case ",", ";", "=", "and", "or", "local", "return", "if", "while", "for", "goto", "break", "in":
			change = -chains[len(chains)-1]
			chains[len(chains)-1] = 0
		}
		if depth += change; depth > syntaxDepthMax {
			return s.line
		}
	}
	return 0
}

// scanner splits source into the tokens that nesting looks at.
type scanner struct {
	source string
	at     int
	line   int
	token  string
}

func (s *scanner) next() bool {
	for s.at < len(s.source) {
		rest := s.source[s.at:]
		switch c := rest[0]; {
		case c == '\n':
			s.line++
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case strings.HasPrefix(rest, "--"):
			s.at += 2
			if !s.longBracket() {
				s.until('\n')
			}
		case c == '"' || c == '\'':
			s.quoted(c)
		case c == '[' && s.longBracket():
		case isWordByte(c):
			end := 1
			for end < len(rest) && isWordByte(rest[end]) {
				end++
			}
			return s.take(end)
		case strings.HasPrefix(rest, ".."):
			return s.take(2)
		default:
			return s.take(1)
		}
	}
	return false
}

func (s *scanner) take(length int) bool {
	s.token = s.source[s.at : s.at+length]
	s.at += length
	return true
}

func (s *scanner) until(stop byte) {
	if end := strings.IndexByte(s.source[s.at:], stop); end >= 0 {
		s.at += end
		return
	}
	s.at = len(s.source)
}

func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.source) && s.source[s.at] != quote; s.at++ {
		switch s.source[s.at] {
		case '\\':
			s.at++
		case '\n':
			return // unfinished; the parser will say so
		}
	}
	s.at++
}

// longBracket skips [[…]] and [=[…]=], if that is what comes next.
func (s *scanner) longBracket() bool {
	rest := s.source[s.at:]
	level := 1
	for level < len(rest) && rest[level] == '=' {
		level++
	}
	if len(rest) <= level || rest[0] != '[' || rest[level] != '[' {
		return false
	}
	length := len(rest)
	if end := strings.Index(rest, "]"+rest[1:level]+"]"); end >= 0 {
		length = end + level + 1
	}
	s.line += strings.Count(rest[:length], "\n")
	s.at += length
	return true
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
