package wish

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// folded is a text as words are compared: without case, composed, blanks as one.
func folded(text string) string {
	return strings.Join(strings.Fields(norm.NFC.String(cases.Fold().String(text))), " ")
}

// standsAt returns the first place where a word stands by itself in a text, or -1:
// part of a longer word, name or path it does not count. Both are folded.
func standsAt(text, word string) int {
	for from := 0; word != ""; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(word)
		if parts(text[:at], word) && parts(word, text[end:]) {
			return at
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		from = at + size
	}
	return -1
}

// parts reports that a word may end between two texts.
func parts(left, right string) bool {
	before, _ := utf8.DecodeLastRuneInString(left)
	after, size := utf8.DecodeRuneInString(right)
	if left == "" || right == "" || !joins(before) && before != '.' || !joins(after) && after != '.' {
		return true
	}
	if after == '.' { // an end of a sentence, unless a name goes on behind it
		next, _ := utf8.DecodeRuneInString(right[size:])
		return len(right) == size || !joins(next)
	}
	if before == '.' {
		previous, _ := utf8.DecodeLastRuneInString(left[:len(left)-1])
		return len(left) == 1 || !joins(previous)
	}
	return scripts.Parts(before, after)
}

// joins reports characters that words, names and paths are made of.
func joins(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(`-_/\@#$`, r)
}
