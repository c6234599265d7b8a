// Package scripts knows which letters are written without blanks between words.
package scripts

import (
	"strings"
	"unicode"
)

// Unspaced reports a letter of a script whose words are not, or not always, set apart by
// blanks.
func Unspaced(r rune) bool {
	return r > 0x0E00 && (unicode.In(r, unspaced...) || katakana(r))
}

// Parts reports that a word may end between two letters: one of them is of such a script.
// Words in Katakana end where another script begins.
func Parts(before, after rune) bool {
	return (Unspaced(before) || Unspaced(after)) && !(katakana(before) && katakana(after))
}

var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// katakana also reports the marks that Unicode gives to no script of their own.
func katakana(r rune) bool {
	return unicode.Is(unicode.Katakana, r) || strings.ContainsRune("ーｰﾞﾟ", r)
}
