package language

import "unicode/utf8"

type kanaKind int

const (
	noKana kanaKind = iota
	hiragana
	katakana
	anyKana // the long mark, which continues either, and the voicing marks
)

func kana(r rune) kanaKind {
	switch {
	case r < '\u3041' || r > '\uff9f':
		return noKana
	case r <= '\u3096' || r == 'ゝ' || r == 'ゞ' || r == 'ゟ':
		return hiragana
	case r == 'ー' || r == 'ｰ' || r == '\u3099' || r == '\u309a' || r >= '\uff9e':
		return anyKana
	case '\u30a1' <= r && r <= '\u30fa' || '\u30fd' <= r && r <= '\u30ff' || '\u31f0' <= r && r <= '\u31ff' || '\uff66' <= r:
		return katakana
	}
	return noKana
}

// kana reads a run of one kind of kana, voicing marks composed, in full width.
func (s *scanner) kana(at int, kind kanaKind) int {
	from := len(s.lower)
	last := from
	for at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if k := kana(r); k == noKana || k != kind && k != anyKana {
			break
		}
		at += size
		switch r = wideKana(r); {
		case r != '\u3099' && r != '\u309a':
			last = len(s.lower)
			s.lower = utf8.AppendRune(s.lower, r)
		case len(s.lower) > from:
			before, _ := utf8.DecodeRune(s.lower[last:])
			s.lower = utf8.AppendRune(s.lower[:last], voice(before, r == '\u309a'))
		}
	}
	if len(s.lower) > from {
		s.parts = append(s.parts, span{from, len(s.lower)})
	}
	return at
}

// Katakana of U+FF66–U+FF9D, three bytes each.
const halfWidthKana = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"

// wideKana returns the full-width form of half-width kana, others as they are.
func wideKana(r rune) rune {
	switch {
	case r == '\uff9e':
		return '\u3099'
	case r == '\uff9f':
		return '\u309a'
	case '\uff66' <= r && r <= '\uff9d':
		r, _ = utf8.DecodeRuneInString(halfWidthKana[3*(r-'\uff66'):])
	}
	return r
}

// voice returns the kana that a kana becomes by a voicing mark (half: the small
// circle) behind it; unchanged where there is none.
func voice(r rune, half bool) rune {
	plain := r
	if r >= 'ァ' {
		plain -= 'ァ' - 'ぁ'
	}
	switch {
	case 'は' <= plain && plain <= 'ほ' && (plain-'は')%3 == 0:
		if half {
			return r + 2
		}
		return r + 1
	case half:
		return r
	case 'ワ' <= r && r <= 'ヲ':
		return r + 'ヷ' - 'ワ'
	case 'か' <= plain && plain <= 'ち' && (plain-'か')%2 == 0, plain == 'つ', plain == 'て', plain == 'と', plain == 'ゝ':
		return r + 1
	case plain == 'う':
		return r + 'ゔ' - 'う'
	}
	return r
}
