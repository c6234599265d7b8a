package servers

import (
	"slices"
	"strings"
)

// pattern is a text in which "*" stands for any characters.
type pattern struct {
	written  string
	parts    []string // around each run of "*": the first begins a text, the last ends it
	bytesMin int      // of a text that matches
}

func patternOf(written string) pattern {
	parts := strings.Split(written, "*")
	if last := len(parts) - 1; last > 1 {
		inner := slices.DeleteFunc(parts[1:last], func(part string) bool { return part == "" })
		parts = append([]string{parts[0]}, append(inner, parts[last])...)
	}
	p := pattern{written: written, parts: parts}
	for _, part := range parts {
		p.bytesMin += len(part)
	}
	return p
}

// matches reports whether a text is of the pattern.
func (p pattern) matches(text string) bool {
	if len(p.parts) == 1 {
		return p.written == text
	}
	first, last := p.parts[0], p.parts[len(p.parts)-1]
	if len(text) < p.bytesMin || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range p.parts[1 : len(p.parts)-1] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}
