package rank

import _ "embed"

// backgroundTable is "term\tdocuments\n" sorted by term: how many of the
// background's documents hold each stem. It is searched as it lies in the
// binary, so that a cold process pays nothing for it.
//
//go:embed data/background.txt
var backgroundTable string

// How many documents the table counts, and their average weighted length.
const (
	backgroundDocuments = 3922
	backgroundLength    = 117.50535441101479
)

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
	count, _ := lineOf(b.table, term)
	return number(count)
}

func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}
