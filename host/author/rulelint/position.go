package rulelint

import (
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// didYouMean is an order to use the right word, or else what there is.
func didYouMean(word string, words []string, otherwise string) string {
	if meant := levenshtein.Nearest(word, words); meant != "" {
		return "Did you mean " + meant + "?"
	}
	return otherwise
}

// lineOf returns a line of a file, from 1.
func lineOf(data []byte, line int) string {
	text := string(data)
	for ; line > 1; line-- {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return ""
		}
		text = rest
	}
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(text, "\r")
}

// columnOf is where a word stands in a line, from 1; 1 where it does not.
func columnOf(line, word string) int {
	for from := 0; word != "" && from < len(line); {
		at := strings.Index(line[from:], word)
		if at < 0 {
			break
		}
		at += from
		end := at + len(word)
		if (at == 0 || !isWord(line[at-1])) && (end == len(line) || !isWord(line[end])) {
			return 1 + utf8.RuneCountInString(line[:at])
		}
		from = at + 1
	}
	return 1
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
