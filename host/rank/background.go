package rank

import (
	_ "embed"
	"strings"
)

// backgroundTable is "term\tdocuments\n" sorted by term: how many of the
// background's documents hold each stem. It is searched as it lies in the
// binary, so that a cold process pays nothing for it.
//
//go:embed data/background.txt
var backgroundTable string

// background stands in for all the items there might be, so that a small index
// knows which words are common.
type background struct {
	table     string
	documents int
	length    float64 // average weighted length of a document
}

// frequency is in how many background documents a stem occurs; 0 where in too
// few to be listed.
func (b background) frequency(term string) int {
	low, high := 0, len(b.table) // both at the start of a line
	for low < high {
		start := strings.LastIndexByte(b.table[:(low+high)/2], '\n') + 1
		line, _, _ := strings.Cut(b.table[start:], "\n")
		found, count, _ := strings.Cut(line, "\t")
		switch {
		case found == term:
			return number(count)
		case found < term:
			low = start + len(line) + 1
		default:
			high = start
		}
	}
	return 0
}

func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}
