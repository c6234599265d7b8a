package language

import (
	"unicode"
	"unicode/utf8"
)

// pairs reads a run of characters of which two make about a word: overlapping
// pairs of them, or the only one. next gives a character and its length, or 0
// where the run ends.
func (s *scanner) pairs(at int, next func(text string) (rune, int)) int {
	first := len(s.parts)
	before := len(s.lower)
	for at < len(s.text) {
		r, size := next(s.text[at:])
		if size == 0 {
			break
		}
		at += size
		here := len(s.lower)
		s.lower = utf8.AppendRune(s.lower, r)
		if here > before {
			s.parts = append(s.parts, span{before, len(s.lower)})
		}
		before = here
	}
	if len(s.parts) == first {
		s.parts = append(s.parts, span{before, len(s.lower)})
	}
	return at
}

func han(r rune) bool {
	return '\u4e00' <= r && r <= '\u9fff' || r == '々' || r == '〇' ||
		'\u3400' <= r && r <= '\u4dbf' || '\uf900' <= r && r <= '\ufaff' || 0x20000 <= r && r <= 0x323af
}

func nextHan(text string) (rune, int) {
	r, size := utf8.DecodeRuneInString(text)
	if !han(r) {
		return 0, 0
	}
	return r, size
}

// Hangul syllables are composed of jamo by arithmetic: Unicode, chapter 3.12.
const (
	syllableFirst, syllableLast = '\uac00', '\ud7a3'
	leadFirst, leads            = '\u1100', 19
	vowelFirst, vowels          = '\u1161', 21
	tailFirst, tails            = '\u11a8', 27
)

func hangul(r rune) bool {
	return syllableFirst <= r && r <= syllableLast || leadFirst <= r && r < leadFirst+leads
}

// nextHangul returns a syllable, composed where it is written in jamo.
func nextHangul(text string) (rune, int) {
	r, size := utf8.DecodeRuneInString(text)
	if !hangul(r) {
		return 0, 0
	}
	if r < syllableFirst {
		vowel, more := utf8.DecodeRuneInString(text[size:])
		if vowel < vowelFirst || vowel >= vowelFirst+vowels {
			return r, size
		}
		r = syllableFirst + ((r-leadFirst)*vowels+vowel-vowelFirst)*(tails+1)
		size += more
	}
	if tail, more := utf8.DecodeRuneInString(text[size:]); (r-syllableFirst)%(tails+1) == 0 && tailFirst <= tail && tail < tailFirst+tails {
		return r + 1 + tail - tailFirst, size + more
	}
	return r, size
}

// letters reads a run of letters and digits of scripts that need no more than
// lower case: Cyrillic, Greek, Arabic, Hebrew, those of India and others. One
// letter alone is a sign (Σ, ζ), not a word.
func (s *scanner) letters(at int) int {
	from := len(s.lower)
	last := from
	defer func() {
		if last > from {
			s.parts = append(s.parts, span{from, len(s.lower)})
		}
	}()
	for at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		switch {
		case combining(r):
			if whole := compose(s.lower[last:], r); whole != 0 {
				s.lower = utf8.AppendRune(s.lower[:last], whole)
			}
		case pointing(r):
		case letter(r) || unicode.Is(unicode.M, r):
			last = len(s.lower)
			s.lower = utf8.AppendRune(s.lower, plainLetter(unicode.ToLower(r)))
		default:
			return at
		}
		at += size
	}
	return at
}

// letter reports letters and digits that belong to a run of letters.
func letter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !pointing(r) && !han(r) && !hangul(r) && kana(r) == noKana && foldLatin(r) == ""
}

// pointing reports what is left out of a word where it stands: vowel points of
// Arabic and Hebrew, which most texts do without, joiners, and what chooses
// between forms of a character.
func pointing(r rune) bool {
	return '\u064b' <= r && r <= '\u065f' || r == '\u0670' || r == '\u0640' || '\u0591' <= r && r <= '\u05c7' ||
		r == '\u200c' || r == '\u200d' || '\ufe00' <= r && r <= '\ufe0f'
}

// plainLetter drops from a letter what writers often do without: the marks of
// ё, of Greek vowels and of alef, the final form of sigma.
func plainLetter(r rune) rune {
	switch r {
	case 'ё', 'ѐ':
		return 'е'
	case 'ѝ':
		return 'и'
	case 'ά':
		return 'α'
	case 'έ':
		return 'ε'
	case 'ή':
		return 'η'
	case 'ί', 'ϊ', 'ΐ':
		return 'ι'
	case 'ό':
		return 'ο'
	case 'ύ', 'ϋ', 'ΰ':
		return 'υ'
	case 'ώ':
		return 'ω'
	case 'ς':
		return 'σ'
	case 'أ', 'إ', 'آ':
		return 'ا'
	}
	return r
}

// compose returns the letter that a letter becomes by a mark behind it, 0 where
// plainLetter would drop the mark.
func compose(letter []byte, mark rune) rune {
	const acute, breve, diaeresis = '\u0301', '\u0306', '\u0308'
	switch r, _ := utf8.DecodeRune(letter); {
	case r == 'и' && mark == breve:
		return 'й'
	case r == 'у' && mark == breve:
		return 'ў'
	case r == 'і' && mark == diaeresis:
		return 'ї'
	case r == 'г' && mark == acute:
		return 'ѓ'
	case r == 'к' && mark == acute:
		return 'ќ'
	}
	return 0
}
