package abroad

import (
	"unicode"
	"unicode/utf8"
)

// Units are the words of a text as it spells them. Where a script has no spaces, pieces cuts
// its runs; those of one character that is no ideograph say nothing.
func Units(text string, pieces func(run string) []string) []string {
	var units []string
	for text != "" {
		size, spaced := unit(text)
		switch {
		case size == 0:
			_, size = utf8.DecodeRuneInString(text)
		case spaced:
			units = append(units, text[:size])
		default:
			for _, piece := range pieces(text[:size]) {
				if r, width := utf8.DecodeRuneInString(piece); width < len(piece) || unicode.Is(unicode.Han, r) {
					units = append(units, piece)
				}
			}
		}
		text = text[size:]
	}
	return units
}

// unit returns the size of the word or run that a text starts with; 0 where there is none.
func unit(text string) (size int, spaced bool) {
	for i, r := range text {
		inside := unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
		switch {
		case i == 0:
			if !inside {
				return 0, false
			}
			spaced = !unspaced(r)
		case !inside && spaced && joins(text[i:]), inside && unspaced(r) != spaced:
		default:
			return i, spaced
		}
	}
	return len(text), spaced
}

// joins reports a sign inside a name, as in next.js, snake_case, c++.
func joins(text string) bool {
	switch text[0] {
	case '+', '#':
		return true
	case '_', '.', '/', '-':
		r, _ := utf8.DecodeRuneInString(text[1:])
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	return false
}

// unspaced reports letters of scripts whose words no spaces divide.
func unspaced(r rune) bool {
	return r > 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) || r == 'ー'
}
