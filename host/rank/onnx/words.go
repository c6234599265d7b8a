package onnx

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words returns the words of a text as the reference has them: without control
// characters, accents and capitals, split at spaces, with punctuation and each
// ideograph as words of their own.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var run []byte // since the last space
		ascii := true  // whether run is
		flush := func() bool {
			word := fold(run, ascii)
			run, ascii = run[:0], true
			return splitAtPunctuation(word, yield)
		}
		for _, r := range text {
			switch {
			case r > ' ' && r < 0x7F:
				run = append(run, byte(r))
			case isSpace(r):
				if !flush() {
					return
				}
			case isDropped(r):
			case isIdeograph(r):
				if !flush() {
					return
				}
				run, ascii = utf8.AppendRune(run, r), false
				if !flush() {
					return
				}
			default:
				run, ascii = utf8.AppendRune(run, r), false
			}
		}
		flush()
	}
}

func splitAtPunctuation(word string, yield func(string) bool) bool {
	start := 0
	for i, r := range word {
		if !isPunctuation(r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		if start < i && !yield(word[start:i]) || !yield(word[i:end]) {
			return false
		}
		start = end
	}
	return start == len(word) || yield(word[start:])
}

// fold takes accents off and lowers.
func fold(word []byte, ascii bool) string {
	if ascii {
		return strings.ToLower(string(word))
	}
	var folded strings.Builder
	folded.Grow(len(word))
	for _, r := range string(norm.NFD.Bytes(word)) {
		if !isMark(r) {
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	return folded.String()
}
