package rank

import (
	"unicode"
	"unicode/utf8"
)

// words are the words of a text in lower case: runs of ASCII letters and digits
// with the + and # that follow them, runs of Cyrillic, single kana, ideographs
// and Hangul syllables. Nothing else counts.
type words struct {
	lower  string
	parts  []span // in order; mixed case divided
	wholes []span // the words that were divided
}

type span struct{ from, to int }

func (w words) at(s span) string { return w.lower[s.from:s.to] }

type scanner struct {
	text          string
	lower         []byte
	parts, wholes []span
}

func scan(text string) words {
	s := scanner{text: text, lower: make([]byte, 0, len(text)), parts: make([]span, 0, len(text)/5)}
	for at := 0; at < len(text); {
		c := text[at]
		switch {
		case alphanumeric(c):
			at = s.ascii(at)
		case c < utf8.RuneSelf:
			at++
		default:
			at = s.foreign(at)
		}
	}
	return words{lower: string(s.lower), parts: s.parts, wholes: s.wholes}
}

// ascii reads one word from at and gives the place behind it.
func (s *scanner) ascii(at int) int {
	from := at
	whole := len(s.lower)
	part := whole
	for ; at < len(s.text) && alphanumeric(s.text[at]); at++ {
		if at > from && s.divides(at) {
			s.parts = append(s.parts, span{part, len(s.lower)})
			part = len(s.lower)
		}
		c := s.text[at]
		if upper(c) {
			c += 'a' - 'A'
		}
		s.lower = append(s.lower, c)
	}
	for ; at < len(s.text) && (s.text[at] == '+' || s.text[at] == '#'); at++ {
		s.lower = append(s.lower, s.text[at])
	}
	s.parts = append(s.parts, span{part, len(s.lower)})
	if part != whole {
		s.wholes = append(s.wholes, span{whole, len(s.lower)})
	}
	return at
}

// divides reports that a new part of a word in mixed case starts at a place
// inside it: aB and 1B divide before B, ABc before B too.
func (s *scanner) divides(at int) bool {
	if !upper(s.text[at]) {
		return false
	}
	if !upper(s.text[at-1]) {
		return true
	}
	return at+1 < len(s.text) && lower(s.text[at+1])
}

// foreign reads one word or character outside ASCII.
func (s *scanner) foreign(at int) int {
	r, size := utf8.DecodeRuneInString(s.text[at:])
	if !cyrillic(r) && !ideographic(r) {
		return at + size
	}
	from := len(s.lower)
	run := cyrillic(r)
	for {
		s.lower = utf8.AppendRune(s.lower, unicode.ToLower(r))
		at += size
		r, size = utf8.DecodeRuneInString(s.text[at:])
		if !run || !cyrillic(r) {
			break
		}
	}
	s.parts = append(s.parts, span{from, len(s.lower)})
	return at
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

func lower(c byte) bool { return 'a' <= c && c <= 'z' }

func alphanumeric(c byte) bool { return upper(c) || lower(c) || '0' <= c && c <= '9' }

func cyrillic(r rune) bool { return '\u0400' <= r && r <= '\u04ff' }

// ideographic reports characters that are words by themselves: kana, CJK
// ideographs, Hangul syllables.
func ideographic(r rune) bool {
	return '\u3040' <= r && r <= '\u30ff' || '\u4e00' <= r && r <= '\u9fff' || '\uac00' <= r && r <= '\ud7af'
}
