package visible

import (
	"io"
	"unicode/utf8"
)

// Writer passes on what Text leaves of what is written. A character may be split between
// two writes.
type Writer struct {
	to     io.Writer
	filter filter
	begun  []byte // the first bytes of a character
}

// NewWriter returns a Writer to another one.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write implements io.Writer.
func (w *Writer) Write(content []byte) (int, error) {
	rest := append(w.begun, content...)
	out := make([]byte, 0, len(rest))
	for len(rest) > 0 && utf8.FullRune(rest) {
		r, size := utf8.DecodeRune(rest)
		if r = w.filter.keep(r); r >= 0 {
			out = utf8.AppendRune(out, r)
		}
		rest = rest[size:]
	}
	w.begun = append([]byte(nil), rest...)
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(content), nil
}
