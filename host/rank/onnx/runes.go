package onnx

import "unicode"

// isSpace reports what separates words.
func isSpace(r rune) bool {
	if r < 0x80 {
		return r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}
	return unicode.Is(unicode.White_Space, r) && r != 0x85
}

// isDropped reports control, format and private characters, and what stands
// for bytes that are no UTF-8. What is not assigned stays.
func isDropped(r rune) bool {
	return r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) && !unicode.Is(ordinary, r)
}

// isIdeograph reports what is a word of its own before folding.
func isIdeograph(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF ||
		r >= 0x3400 && r <= 0x4DBF ||
		r >= 0x20000 && r <= 0x2A6DF ||
		r >= 0x2A700 && r <= 0x2B73F ||
		r >= 0x2B740 && r <= 0x2B81F ||
		r >= 0x2B920 && r <= 0x2CEAF ||
		r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x2F800 && r <= 0x2FA1F
}

// isPunctuation reports what is a word of its own after folding.
func isPunctuation(r rune) bool {
	if r < 0x80 {
		return r > ' ' && r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' && r < 0x7F
	}
	return unicode.Is(unicode.P, r) && !unicode.Is(ordinary, r) || r == 0x166D || r == 0x111C9
}

// isMark reports accents, which folding takes off.
func isMark(r rune) bool {
	if r < 0x300 || r == 0x111C9 {
		return false
	}
	return unicode.Is(unicode.Mn, r) && !unicode.Is(ordinary, r) || r == 0x1734
}
