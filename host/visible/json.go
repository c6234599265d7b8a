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
	for _, r := range string(encoded) {
		out = putJSON(out, r)
	}
	return out
}

func putJSON(out []byte, r rune) []byte {
	switch {
	case r < ' ', !Hidden(r): // in a text, the encoder has escaped the former
		return utf8.AppendRune(out, r)
	case r > 0xFFFF:
		high, low := utf16.EncodeRune(r)
		return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(out, `\u%04x`, r)
}
