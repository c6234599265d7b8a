package catalog

import (
	"strings"
	"unicode"
)

// Clean returns text as it is stored to be searched: one line, white space folded, without
// unsafe characters. Joiners stay, as words of some scripts have them, in prompts too;
// who prints or tells it cleans it by host/visible.
func Clean(text string) string {
	var line strings.Builder
	line.Grow(len(text))
	gap := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			gap = line.Len() > 0
		case Unsafe(r):
		default:
			if gap {
				line.WriteByte(' ')
				gap = false
			}
			line.WriteRune(r)
		}
	}
	return line.String()
}

// Unsafe reports whether a character may not reach a terminal or the model:
// control characters, line and paragraph separators, bidirectional marks and
// overrides, the byte order mark and the invisible tag characters. The joiners
// that scripts and emoji need are safe.
func Unsafe(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return true
	case r == '\u061C', r == '\u200E', r == '\u200F', r == '\uFEFF':
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return r >= 0xE0000 && r <= 0xE007F
}
