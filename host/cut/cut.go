// Package cut shortens texts and measures them. It does not clean them: see host/visible.
package cut

import (
	"strings"
	"unicode/utf8"
)

const ellipsis = "…"

// Bytes returns at most the first max bytes of a text and never a part of a character. A
// text that is shortened loses bytes that are no characters, too.
func Bytes(text string, max int) string {
	if len(text) <= max {
		return text
	}
	return strings.ToValidUTF8(text[:max], "")
}

// Tail returns at most the last max bytes of a text, as Bytes does the first.
func Tail(text string, max int) string {
	if len(text) <= max {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-max:], "")
}

// Runes returns at most the first max characters of a text.
func Runes(text string, max int) string {
	count := 0
	for at := range text {
		if count == max {
			return text[:at]
		}
		count++
	}
	return text
}

// Line returns the first line of a text without its end.
func Line(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// BytesEllipsis returns at most max bytes of a text, an ellipsis at their end if the text is
// longer.
func BytesEllipsis(text string, max int) string {
	if len(text) <= max {
		return text
	}
	return Bytes(text, max-len(ellipsis)) + ellipsis
}

// RunesEllipsis returns at most max characters of a text, the last of them an ellipsis if the
// text is longer.
func RunesEllipsis(text string, max int) string {
	if len(text) <= max || utf8.RuneCountInString(text) <= max {
		return text
	}
	return Runes(text, max-1) + ellipsis
}

// Units returns the length of a text in UTF-16 code units, in which the client counts. A
// byte that is no character counts as the one that stands for it.
func Units(text string) int {
	units := 0
	for _, r := range text {
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return units
}
