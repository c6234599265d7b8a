package visible

import (
	"io"
	"unicode/utf8"
)

// Writer passes on what is visible of what is written. A character may be split between
// two writes.
type Writer struct {
	to    io.Writer
	put   func(out []byte, r rune) []byte
	begun []byte // the first bytes of a character
}

// NewWriter returns a Writer that passes on what Text leaves.
func NewWriter(to io.Writer) *Writer {
	var filter filter
	return &Writer{to: to, put: func(out []byte, r rune) []byte {
		if r = filter.keep(r); r < 0 {
			return out
		}
		return utf8.AppendRune(out, r)
	}}
}

// NewJSONWriter returns a Writer that passes on JSON as JSON leaves it.
func NewJSONWriter(to io.Writer) *Writer { return &Writer{to: to, put: putJSON} }

// Write implements io.Writer.
func (w *Writer) Write(content []byte) (int, error) {
	rest := append(w.begun, content...)
	out := make([]byte, 0, len(rest))
	for len(rest) > 0 && utf8.FullRune(rest) {
		r, size := utf8.DecodeRune(rest)
		out = w.put(out, r)
		rest = rest[size:]
	}
	w.begun = append([]byte(nil), rest...)
	if _, err := w.to.Write(out); err != nil {
		return 0, err
	}
	return len(content), nil
}
