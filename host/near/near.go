// Package near tells how far a word is from another, to guess what was meant by one
// that is not known. It knows no words.
package near

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
