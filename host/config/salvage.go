package config

import (
	"bytes"
	"strings"
)

// Limits of reading a broken text key by key: each key is parsed by itself, and a
// key that fails is parsed again for each of the keys below it.
const (
	salvageBytesMax = 4 * FileBytesMax
	salvageKeysMax  = 200
)

// salvager reads a text that is no YAML as a whole key by key.
type salvager struct {
	*converter
	lines [][]byte
	bytes int // that were parsed
	keys  int // that were parsed
}

// salvage returns what can be read of a text which the parser refuses: each key
// alone, with the lines that are indented below it. A key that fails costs itself,
// or, where keys stand below it, those of them that fail. A parser that mends errors
// would guess what a line means, and a wrong guess changes a setting in silence.
func (c *converter) salvage(data []byte, refused error) node {
	s := salvager{converter: c, lines: bytes.SplitAfter(data, []byte("\n"))}
	n := s.table(0, len(s.lines), "", 0)
	if len(c.errors) == 0 { // each key is well by itself
		c.refuse(syntaxError(c.path, data, refused))
	}
	if len(n.table) == 0 {
		return node{}
	}
	return n
}

// table reads the keys of some lines.
func (s *salvager) table(from, to int, prefix string, depth int) node {
	n := node{kind: tableNode, line: from + 1}
	at := map[string]int{}
	indent := -1
	for i := from; i < to; {
		if idle(s.lines[i]) {
			i++
			continue
		}
		if indent < 0 {
			indent = indentOf(s.lines[i])
		}
		end := i + 1
		for end < to && !begins(s.lines[end], indent) {
			end++
		}
		if s.keys++; s.keys > salvageKeysMax || s.bytes > salvageBytesMax {
			s.refuse(&FileError{Path: s.path, Line: i + 1, Problem: "too much is wrong before; the rest is left out"})
			return n
		}
		for _, e := range s.block(i, end, indent, prefix, depth) {
			s.add(&n, at, prefix, e)
		}
		i = end
	}
	return n
}

// block reads one key and the lines below it.
func (s *salvager) block(from, to, indent int, prefix string, depth int) []entry {
	text := bytes.Join(s.lines[from:to], nil)
	name, bare := header(s.lines[from])
	if own := indentOf(s.lines[from]); own != indent {
		problem := "is not indented like the keys around it"
		if own < 0 {
			problem = "is indented by a tab; YAML wants spaces"
		}
		s.refuse(&FileError{Path: s.path, Line: from + 1, Key: strings.TrimSuffix(prefix+name, "."), Problem: problem})
		return nil
	}
	entries, err := s.entries(text, from, prefix)
	if err == nil {
		return entries
	}
	if bare && depth < depthMax && s.keysBelow(from+1, to) {
		value := s.table(from+1, to, prefix+name+".", depth+1)
		return []entry{{key: name, line: from + 1, column: indent + 1, value: value}}
	}
	problem := syntaxError(s.path, text, err)
	problem.Line, problem.Key = problem.Line+from, strings.TrimSuffix(prefix+name, ".")
	s.refuse(problem)
	if bare || to == from+1 {
		return nil
	}
	entries, _ = s.entries(s.lines[from], from, prefix) // what follows is what is wrong
	return entries
}

// entries parses a text that stands below some lines.
func (s *salvager) entries(text []byte, above int, prefix string) ([]entry, error) {
	s.bytes += len(text)
	found, err := decode(text)
	if err != nil {
		return nil, err
	}
	part := converter{path: s.path, above: above}
	var entries []entry
	for _, from := range found {
		n, problem := part.node(from, prefix, 0)
		if problem == nil && n.kind != tableNode {
			problem = part.fail(from, "is not a key with a value")
		}
		if problem != nil {
			part.refuse(problem)
		}
		entries = append(entries, n.table...)
	}
	for _, problem := range part.errors {
		s.refuse(problem)
	}
	return entries, nil
}

// keysBelow reports whether some lines begin with a key: lists and texts are read
// as a whole or not at all.
func (s *salvager) keysBelow(from, to int) bool {
	for _, line := range s.lines[from:to] {
		if idle(line) {
			continue
		}
		name, _ := header(line)
		return name != ""
	}
	return false
}

// idle reports whether a line holds nothing that counts.
func idle(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#' || string(line) == "---"
}

// begins reports whether a line begins a key of an indent, or of a smaller one. A
// list may stand as far left as its key. Tabs, which indent nothing in YAML, stand
// below a key.
func begins(line []byte, indent int) bool {
	own := indentOf(line)
	return !idle(line) && own <= indent && (own >= 0 || indent > 0) && bytes.TrimSpace(line)[0] != '-'
}

// indentOf returns the number of spaces before a line's text; -1 for one with a tab.
func indentOf(line []byte) int {
	space := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	if bytes.IndexByte(space, '\t') >= 0 {
		return -1
	}
	return len(space)
}

// header returns the plain key that a line begins with, or "", and reports whether
// nothing but a comment follows on its line.
func header(line []byte) (name string, bare bool) {
	text := strings.TrimSpace(string(line))
	name, rest, found := strings.Cut(text, ":")
	if !found || strings.ContainsAny(name, "\"'{}[]#&*!|>%@` \t") || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	return name, rest == "" || rest[0] == '#'
}
