package scan

import (
	"bytes"

	"github.com/ed-irl/impressionism/host/code"
)

// lines is a text by its lines, which end with a line feed.
type lines struct {
	source []byte
	starts []int // of line 1, 2, …; then the length of the text
}

func linesOf(source []byte) lines {
	starts := make([]int, 1, bytes.Count(source, []byte("\n"))+2)
	for i := 0; i < len(source); {
		n := bytes.IndexByte(source[i:], '\n')
		if n < 0 {
			starts = append(starts, len(source))
			break
		}
		i += n + 1
		starts = append(starts, i)
	}
	return lines{source, starts}
}

func (l lines) count() int { return len(l.starts) - 1 }

// line returns line n, from 1, with its end.
func (l lines) line(n int) []byte { return l.source[l.starts[n-1]:l.starts[n]] }

func (l lines) longest() int {
	longest := 0
	for i := 1; i < len(l.starts); i++ {
		longest = max(longest, l.starts[i]-l.starts[i-1])
	}
	return longest
}

func (l lines) blank(n int) bool { return len(bytes.TrimSpace(l.line(n))) == 0 }

// says reports whether the lines from start to end have a word or a number that is more than
// the end or the label of a block. What has none, as `}` or `end` behind a class's last
// method, is nothing to search for.
func (l lines) says(start, end int) bool {
	text := l.source[l.starts[start-1]:l.starts[end]]
	for i := 0; i < len(text); i++ {
		from := i
		for i < len(text) && (letter(text[i]) || text[i] >= '0' && text[i] <= '9') {
			i++
		}
		if i > from && !closingWord(text[from:i]) {
			return true
		}
	}
	return false
}

func closingWord(word []byte) bool {
	switch string(word) {
	case "end", "else", "endif", "endregion", "fi", "done", "esac", "public", "protected", "private":
		return true
	}
	return false
}

// cut appends the lines from start to end as places that are like the given one, each of at
// most size lines, cut at blank lines where there are some in its last two thirds. Blank
// lines at the ends of a place are left out, and so is a place that says nothing.
func (l lines) cut(to []code.Place, like code.Place, start, end, size, overlap int) []code.Place {
	first := start
	for start <= end {
		for start <= end && l.blank(start) {
			start++
		}
		last := end
		if end-start+1 > size {
			last = l.cutBefore(start, size)
		}
		next := last + 1
		for last >= start && l.blank(last) {
			last--
		}
		if last >= start && l.says(start, last) {
			p := like
			p.Start, p.End = max(first, start-overlap), last
			if overlap == 0 || start == first {
				p.Start = start
			}
			to = append(to, p)
			like.Doc = ""
		}
		start = next
	}
	return to
}

// cutBefore returns the last line of a part that begins at start: before the last blank line
// that leaves at least a third of the size, else the size.
func (l lines) cutBefore(start, size int) int {
	for n := start + size; n > start+size/3; n-- {
		if l.blank(n) {
			return n
		}
	}
	return start + size - 1
}

func windows(l lines, limits Limits) []code.Place {
	return l.cut(nil, code.Place{Kind: code.Window}, 1, l.count(), max(limits.WindowLines, 1), limits.Overlap)
}
