package project

import "bytes"

// lines is a text by its lines, which end with a line feed.
type lines struct {
	text   []byte
	starts []int // of line 1, 2, …; then the length of the text
}

func linesOf(text []byte) lines {
	starts := make([]int, 1, bytes.Count(text, []byte("\n"))+2)
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		starts = append(starts, at)
	}
	if last := starts[len(starts)-1]; last < len(text) {
		starts = append(starts, len(text))
	}
	return lines{text, starts}
}

// of returns the lines from start to end, both from 1 and included, as far as there are any.
func (l lines) of(start, end int) []byte {
	last := len(l.starts) - 1
	start, end = max(start, 1), min(end, last)
	if start > end {
		return nil
	}
	return l.text[l.starts[start-1]:l.starts[end]]
}
