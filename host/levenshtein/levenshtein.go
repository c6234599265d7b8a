// Package levenshtein guesses which of some known words an unknown one was meant to be.
package levenshtein

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nearest returns the known word that word was probably meant to be, or "": the one with
// the fewest typing errors, of several the first in order. Letters' case, hyphens and
// underscores do not count; a known word such as "owner/name" or "plugin:name" may be meant
// by what follows its last separator.
func Nearest(word string, known []string) string {
	if len(word) > bytesMax {
		return ""
	}
	plain := fold(word)
	best, least := "", 1+max(1, min(3, len(plain)/3)) // short words have many neighbours
	for _, other := range slices.Sorted(slices.Values(known)) {
		for _, name := range []string{other, other[strings.LastIndexAny(other, "/:")+1:]} {
			if edits := Distance(plain, fold(name)); edits < least {
				best, least = other, edits
			} else if best == "" && isPart(word, name) {
				best = other
			}
		}
	}
	return best
}

func fold(word string) string { return separators.Replace(strings.ToLower(word)) }

var separators = strings.NewReplacer("-", "", "_", "")

// partBytesMin is how long a word must be to be known by a part: shorter ones are names
// of their own more often than abbreviations.
const partBytesMin = 4

// isPart reports whether a word is the beginning or the end of a known one, or its longer
// form (maximum for max), but not a compound of it (max_count).
func isPart(word, known string) bool {
	word, known = strings.ToLower(word), strings.ToLower(known)
	if len(word) < partBytesMin || len(known) < partBytesMin-1 {
		return false
	}
	rest, longer := strings.CutPrefix(word, known)
	next, _ := utf8.DecodeRuneInString(rest)
	return strings.HasPrefix(known, word) || strings.HasSuffix(known, word) || longer && unicode.IsLetter(next)
}

// bytesMax of a word that is compared: the work grows with the product of two.
const bytesMax = 200

// Distance is how many bytes must be put in, taken out, changed or swapped with a
// neighbour to make one word of the other (optimal string alignment: Levenshtein's
// distance with swaps). It is bytesMax, more than any typing error, where one of the
// words is longer than that.
func Distance(a, b string) int {
	if len(a) > bytesMax || len(b) > bytesMax {
		return bytesMax
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
