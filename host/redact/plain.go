package redact

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/visible"
)

// plain is a text as it is searched: blanks beyond ASCII, as in "Mot de passe : abc", are
// those of ASCII, and hidden characters may be left out, which part a word for no reader.
type plain struct {
	text   string
	shifts []shift
}

// shift says by how many bytes places of the original lie behind those of the plain text,
// from a place of that on.
type shift struct{ at, by int }

// plainText returns a text with a blank for each blank of the characters that are looked at,
// and without the others of them; the text itself where there is none.
func plainText(text string, looked func(r rune) bool) plain {
	at := strings.IndexFunc(text, looked)
	if at < 0 {
		return plain{text: text}
	}
	p := plain{}
	out := append(make([]byte, 0, len(text)), text[:at]...)
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case !looked(r):
			out = append(out, text[at:at+size]...)
		case unicode.IsSpace(r):
			out = append(out, ' ')
		}
		at += size
		if by := at - len(out); len(p.shifts) == 0 && by > 0 || len(p.shifts) > 0 && by != p.shifts[len(p.shifts)-1].by {
			p.shifts = append(p.shifts, shift{len(out), by})
		}
	}
	p.text = string(out)
	return p
}

// place returns the place in the original of one in the plain text.
func (p plain) place(at int) int {
	if i := sort.Search(len(p.shifts), func(i int) bool { return p.shifts[i].at > at }); i > 0 {
		return at + p.shifts[i-1].by
	}
	return at
}

// of returns the place in the plain text of one in the original: of what comes next, where
// it was left out.
func (p plain) of(at int) int {
	if i := sort.Search(len(p.shifts), func(i int) bool { return p.shifts[i].at+p.shifts[i].by > at }); i > 0 {
		return at - p.shifts[i-1].by
	}
	return at
}

func isForeignBlank(r rune) bool { return r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r) }

// isUnseen knows foreign blanks and what is hidden, but for line ends and tabs.
func isUnseen(r rune) bool {
	if r < utf8.RuneSelf {
		return visible.Hidden(r) && !unicode.IsSpace(r)
	}
	return visible.Hidden(r) && r != '\u0085' && r != '\u2028' && r != '\u2029'
}
