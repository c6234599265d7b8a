package visible

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON escapes the hidden characters of encoded JSON, which stand in texts only: its
// reader gets the same values, and whoever prints it as it is sees them.
func JSON(encoded []byte) []byte {
	out := make([]byte, 0, len(encoded))
	for len(encoded) > 0 {
		r, size := utf8.DecodeRune(encoded)
		switch {
		case r < ' ', !Hidden(r): // in a text, the encoder has escaped the former
			out = append(out, encoded[:size]...)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		encoded = encoded[size:]
	}
	return out
}
