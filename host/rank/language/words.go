package language

import (
	"slices"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/ascii"
)

// words are the words of a text in lower case, as each script has them: runs of
// Latin letters without their marks and digits, with the + and # that follow
// them; overlapping pairs of ideographs and of Hangul syllables; runs of one
// kind of kana; runs of any other letters. The same text in another Unicode
// form, or in full width, has the same words.
type words struct {
	lower  string
	parts  []span // in order; mixed case divided
	wholes []span // the words that were divided
	marked int    // how many words are Latin with letters outside ASCII
}

type span struct{ from, to int }

func (w words) at(s span) string { return w.lower[s.from:s.to] }

// joined reports that a part overlaps the one before it: a pair of characters
// of the same run.
func (w words) joined(part int) bool { return part > 0 && w.parts[part-1].to > w.parts[part].from }

// divided reports that a part belongs to a word in mixed case: rather a name
// than a word of a language.
func (w words) divided(part span) bool {
	_, found := slices.BinarySearchFunc(w.wholes, part, func(whole, part span) int {
		switch {
		case whole.to <= part.from:
			return -1
		case whole.from >= part.to:
			return 1
		}
		return 0
	})
	return found
}

type scanner struct {
	text          string
	lower         []byte
	parts, wholes []span
	marked        int
}

func scan(text string) words {
	s := scanner{text: text, lower: make([]byte, 0, len(text)), parts: make([]span, 0, len(text)/5)}
	for at := 0; at < len(text); {
		c := text[at]
		switch {
		case ascii.IsAlphanumeric(c):
			at = s.ascii(at)
		case c < utf8.RuneSelf:
			at++
		default:
			at = s.foreign(at)
		}
	}
	return words{lower: string(s.lower), parts: s.parts, wholes: s.wholes, marked: s.marked}
}

// ascii reads one word from at and returns the place behind it.
func (s *scanner) ascii(at int) int {
	from := at
	whole, parts := len(s.lower), len(s.parts)
	part := whole
	for ; at < len(s.text) && ascii.IsAlphanumeric(s.text[at]); at++ {
		if at > from && s.divides(at) {
			s.parts = append(s.parts, span{part, len(s.lower)})
			part = len(s.lower)
		}
		c := s.text[at]
		if ascii.IsUpper(c) {
			c += 'a' - 'A'
		}
		s.lower = append(s.lower, c)
	}
	if at < len(s.text) && s.text[at] >= utf8.RuneSelf && continuesLatin(s.text[at:]) {
		s.lower, s.parts = s.lower[:whole], s.parts[:parts]
		return s.latin(from)
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
	if !ascii.IsUpper(s.text[at]) {
		return false
	}
	if !ascii.IsUpper(s.text[at-1]) {
		return true
	}
	return at+1 < len(s.text) && ascii.IsLower(s.text[at+1])
}

// foreign reads one word or character outside ASCII.
func (s *scanner) foreign(at int) int {
	r, size := utf8.DecodeRuneInString(s.text[at:])
	switch {
	case foldLatin(r) != "":
		return s.latin(at)
	case han(r):
		return s.pairs(at, nextHan)
	case hangul(r):
		return s.pairs(at, nextHangul)
	case kana(r) != noKana:
		return s.kana(at, kana(r))
	case letter(r):
		return s.letters(at)
	}
	return at + size
}

// Ideographic reports characters that are words by themselves when words are
// counted: kana, ideographs, Hangul syllables.
func Ideographic(r rune) bool { return han(r) || hangul(r) || kana(r) != noKana }
