// Package visible keeps of foreign text what a reader can see. Whatever comes from a
// file of a project, a plugin, a ruleset or a transcript passes it before it reaches a
// terminal, a log or the model. It knows nothing about where text comes from. See
// RATIONALE.md, "Why is output cleaned where it is written?".
package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns text as one line: white space is folded, hidden characters are dropped.
func Line(text string) string {
	var line strings.Builder
	line.Grow(len(text))
	var filter filter
	gap := false
	for _, r := range text {
		switch {
		case isSpace(r):
			gap = line.Len() > 0
			filter.before = ' '
		case !filter.keeps(r):
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

// Text returns text of several lines: line ends and tabs stay, other white space becomes
// a blank, hidden characters are dropped.
func Text(text string) string {
	var filter filter
	return strings.Map(filter.keep, text)
}

// Hidden reports whether a reader does not see a character where it stands: control
// characters, what Unicode calls Default_Ignorable_Code_Point (format characters, joiners,
// variation selectors, fillers, tags), marks of direction, private and impossible
// characters, and letters that are drawn as blanks. White space counts as hidden, but ' '.
func Hidden(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7F
	case r == utf8.RuneError:
		return true
	}
	return unicode.In(r, unicode.C, unicode.Z, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector, unicode.Noncharacter_Code_Point, blanks)
}

// blanks are letters and signs without ink that Unicode does not call ignorable: of
// Braille, Ethiopic notation, Khitan, Egyptian and music.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x13441, Hi: 0x13446, Stride: 1}, {Lo: 0x16FE4, Hi: 0x16FE4, Stride: 1}, {Lo: 0x1D159, Hi: 0x1D159, Stride: 1},
	},
}

// emojiSelector asks for the coloured form of the sign before it.
const emojiSelector = '\uFE0F'

// filter decides about one character after the other: whether an emoji's selector stays
// depends on what stands before it.
type filter struct{ before rune }

func (f *filter) keeps(r rune) bool {
	stays := !Hidden(r) || r == emojiSelector && isEmoji(f.before)
	if stays || r == emojiSelector {
		f.before = r
	}
	return stays
}

// isEmoji reports whether a character may have a coloured form: the signs, without those
// that prose and formulas are made of.
func isEmoji(r rune) bool {
	return r == '©' || r == '®' || r >= '\u2190' && unicode.In(r, unicode.So, unicode.Sm)
}

// keep is a mapping of strings.Map.
func (f *filter) keep(r rune) rune {
	switch {
	case r == '\n', r == '\t':
		f.before = r
		return r
	case isSpace(r):
		f.before = ' '
		return ' '
	case f.keeps(r):
		return r
	}
	return -1
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' }
