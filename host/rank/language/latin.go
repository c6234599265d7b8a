package language

import (
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/ascii"
)

// latin reads one word with letters outside ASCII as ascii does one without:
// letters lose their marks (é, e, and e with a combining accent are one), ß, æ
// and their like become the letters they stand for, full width becomes ASCII.
func (s *scanner) latin(at int) int {
	whole := len(s.lower)
	part, wasUpper := whole, false
	for at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if combining(r) {
			at += size
			continue
		}
		plain := foldLatin(r)
		if plain == "" {
			break
		}
		isUpper := unicode.IsUpper(r)
		if isUpper && len(s.lower) > whole && (!wasUpper || startsLower(s.text[at+size:])) {
			s.parts = append(s.parts, span{part, len(s.lower)})
			part = len(s.lower)
		}
		s.lower = append(s.lower, plain...)
		wasUpper = isUpper
		at += size
	}
	for at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if r = narrow(r); r != '+' && r != '#' {
			break
		}
		s.lower = append(s.lower, byte(r))
		at += size
	}
	s.marked++
	s.parts = append(s.parts, span{part, len(s.lower)})
	if part != whole {
		s.wholes = append(s.wholes, span{whole, len(s.lower)})
	}
	return at
}

// continuesLatin reports that a text goes on with what belongs to the Latin
// word before it.
func continuesLatin(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return combining(r) || foldLatin(r) != ""
}

// startsLower reports that a text starts with a Latin letter in lower case,
// after marks of the letter before it.
func startsLower(text string) bool {
	for _, r := range text {
		if !combining(r) {
			return unicode.IsLower(r) && foldLatin(r) != ""
		}
	}
	return false
}

// combining reports an accent that stands behind its letter.
func combining(r rune) bool { return '\u0300' <= r && r <= '\u036f' }

// narrow returns the ASCII form of a full-width character, others as they are.
func narrow(r rune) rune {
	if '\uff01' <= r && r <= '\uff5e' {
		return r - '\uff01' + '!'
	}
	return r
}

const lowerASCII = "0123456789abcdefghijklmnopqrstuvwxyz"

// Base letters of U+00C0–U+024F and U+1E00–U+1EFF, after Unicode's
// decompositions; capitals are for those that become two, a point for none.
const (
	latinExtended = "aaaaaaAceeeeiiiidnooooo.ouuuuyTSaaaaaaAceeeeiiiidnooooo.ouuuuyTy" +
		"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkklllllll" +
		"lllnnnnnnnnnooooooOOrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs" +
		"bbbb..occdddd.eeeffg...ikkl..nnooo..pp.....ttttuu.vyyzzz........" +
		"....DDDLLLNNNaaiioouuuuuuuuuueaaaaAAggggkkoooozzjDDDgg..nnaaAAoo" +
		"aaaaeeeeiiiioooorrrruuuusstt..hh.d..zzaaeeooooooooyylntj..acclts" +
		"z..bu.eejjqqrryy"
	latinAdditional = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm" +
		"mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv" +
		"wwwwwwwwwwxxxxyyzzzzzzhtwyasssS.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee" +
		"eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"
)

// foldLatin returns the ASCII letters or digit, in lower case, that a Latin
// character stands for; "" for every other character.
func foldLatin(r rune) string {
	switch r = narrow(r); {
	case r < utf8.RuneSelf:
		return foldASCII(r)
	case 0xc0 <= r && r < 0x250:
		return spell(latinExtended[r-0xc0])
	case 0x1e00 <= r && r < 0x1f00:
		return spell(latinAdditional[r-0x1e00])
	}
	switch r {
	case 'ª':
		return "a"
	case 'º':
		return "o"
	case 'µ':
		return "u"
	case 'ə':
		return "e"
	case 'ʒ':
		return "z"
	case 'ﬀ':
		return "ff"
	case 'ﬁ':
		return "fi"
	case 'ﬂ':
		return "fl"
	case 'ﬃ':
		return "ffi"
	case 'ﬄ':
		return "ffl"
	case 'ﬅ', 'ﬆ':
		return "st"
	}
	return ""
}

func foldASCII(r rune) string {
	if r < 0 || !ascii.IsAlphanumeric(byte(r)) {
		return ""
	}
	c := byte(r)
	switch {
	case ascii.IsUpper(c):
		c -= 'A' - 10
	case ascii.IsLower(c):
		c -= 'a' - 10
	default:
		c -= '0'
	}
	return lowerASCII[c : c+1]
}

// spell returns the letters that an entry of a table stands for.
func spell(c byte) string {
	switch c {
	case '.':
		return ""
	case 'A':
		return "ae"
	case 'D':
		return "dz"
	case 'I':
		return "ij"
	case 'L':
		return "lj"
	case 'N':
		return "nj"
	case 'O':
		return "oe"
	case 'S':
		return "ss"
	case 'T':
		return "th"
	}
	return foldASCII(rune(c))
}
