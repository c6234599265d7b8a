package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/code"
)

// shortened returns the beginning of a doc comment as valid UTF-8, at most code.DocBytesMax.
func shortened(doc string) string {
	doc = strings.ToValidUTF8(strings.TrimSpace(doc), "\uFFFD")
	if len(doc) <= code.DocBytesMax {
		return doc
	}
	n := code.DocBytesMax
	for n > 0 && !utf8.RuneStart(doc[n]) {
		n--
	}
	return strings.TrimSpace(doc[:n])
}

// documented returns the first line of a definition with the comments right above it, and
// their text; where there are none above, the text of those between start and the name, which
// an attribute may have pushed there.
func (m *machine) documented(start, name int) (int, string) {
	first, end := len(m.comments), 0
	for start > 1 && start-1 < len(m.above) && m.above[start-1] > 0 {
		m.step()
		c := int(m.above[start-1]) - 1
		first, end = c, max(end, c+1)
		start = int(m.comments[c].line)
	}
	for line := start; end == 0 && line < name && line < len(m.above); line++ {
		m.step()
		if c := int(m.above[line]); c > 0 {
			first, end = min(first, c-1), 0
			for ; line < name && m.above[line] > 0; line++ {
				end = int(m.above[line])
			}
		}
	}
	if first >= end {
		return start, ""
	}
	return start, m.docText(first, end)
}

// docText returns the words of comments first to before end.
func (m *machine) docText(first, end int) string {
	var b strings.Builder
	for _, c := range m.comments[first:end] {
		for line := range strings.Lines(m.text[c.start:c.end]) {
			if line = unmarked(line); line == "" || b.Len() > code.DocBytesMax {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(line)
		}
	}
	return shortened(b.String())
}

// unmarked returns a line of a comment without marks, frames of signs included.
func unmarked(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimSpace(strings.TrimSuffix(line, "*/"))
	line = strings.TrimLeft(line, "/*#!=-~ \t")
	return strings.TrimRight(line, " \t*#=-~")
}
