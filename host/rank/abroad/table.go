package abroad

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/stats"
)

// Table has the English words that a gloss is made of, with their places, and the map from
// one encoder's vectors to the other's. `go run ./cmd/lab gloss` writes its two files. The
// vectors lie in the binary as they are read:
//
//	dimensions d of the second encoder, k of a word's place, m of the first one   integers
//	mean of the words' vectors                                                    d float32
//	projection of what differs from it                                            d×k float32, row by row
//	map of a vector and 1                                                         (d+1)×m float32, row by row
//	places of the words in their order, of length 127                             k bytes with sign each
type Table struct {
	words   []string // sorted
	d, k, m int
	data    string // what follows the integers
}

const header = 3

var (
	//go:embed data/words.txt
	embeddedWords string
	//go:embed data/vectors.bin
	embeddedVectors string
)

// english is the encoder of English that the table is for.
const english = "all-MiniLM-L6-v2-skills"

// Has reports whether there is a table for an encoder of English.
func Has(model string) bool { return model == english }

// For is the table for an encoder of English, by its id, and whether there is one.
func For(model string) (*Table, bool) {
	if !Has(model) {
		return nil, false
	}
	t, err := Decode(embeddedWords, embeddedVectors)
	if err != nil {
		panic(err) // embedded, and read by a test
	}
	return t, true
}

// Decode reads a table as `go run ./cmd/lab gloss` writes it: a word a line, and vectors.
func Decode(words, vectors string) (*Table, error) {
	t := &Table{words: strings.Split(strings.TrimSuffix(words, "\n"), "\n")}
	if len(vectors) < 4*header {
		return nil, errDamaged
	}
	t.d, t.k, t.m = integer(vectors, 0), integer(vectors, 1), integer(vectors, 2)
	t.data = vectors[4*header:]
	if t.d < 1 || t.k < 1 || t.m < 1 || t.d > 1<<14 || t.k > 1<<14 || t.m > 1<<14 ||
		len(t.data) != 4*t.places()+t.k*len(t.words) || !slices.IsSorted(t.words) {
		return nil, errDamaged
	}
	return t, nil
}

var errDamaged = errors.New("the table of words is damaged; make it again: go run ./cmd/lab gloss")

func integer(data string, at int) int {
	return int(binary.LittleEndian.Uint32([]byte(data[4*at : 4*at+4])))
}

// places is how many numbers stand before the places of words.
func (t *Table) places() int { return t.d + t.d*t.k + (t.d+1)*t.m }

// row adds weight times a row of numbers of the data to sum.
func (t *Table) row(sum []float32, at int, weight float32) {
	bytes := t.data[4*at : 4*(at+len(sum))]
	for i := range sum {
		b := bytes[4*i : 4*i+4]
		sum[i] += weight * math.Float32frombits(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24)
	}
}

// place finds a word.
func (t *Table) place(word string) (int, bool) { return slices.BinarySearch(t.words, word) }

// nearest returns the English word whose place is nearest to a vector, and the cosine; it
// is another than the word itself.
func (t *Table) nearest(vector []float32, itself string) (word string, cosine float64) {
	mean := make([]float32, t.d)
	t.row(mean, 0, 1)
	place := make([]float32, t.k)
	for i := range min(t.d, len(vector)) {
		t.row(place, t.d+i*t.k, vector[i]-mean[i])
	}
	length := math.Sqrt(stats.Dot(place, place))
	if length == 0 {
		return "", 0
	}
	best, highest := -1, float32(0)
	places := t.data[4*t.places():]
	for n := range t.words {
		at := places[n*t.k : (n+1)*t.k]
		if sum := alongside(place, at); sum > highest && t.words[n] != itself {
			best, highest = n, sum
		}
	}
	if best < 0 {
		return "", 0
	}
	return t.words[best], float64(highest) / (length * math.MaxInt8)
}

// alongside is the inner product with bytes with sign, in four lanes as stats.Dot.
func alongside(place []float32, bytes string) float32 {
	bytes = bytes[:len(place)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(place); i += 4 {
		s0 += place[i] * float32(int8(bytes[i]))
		s1 += place[i+1] * float32(int8(bytes[i+1]))
		s2 += place[i+2] * float32(int8(bytes[i+2]))
		s3 += place[i+3] * float32(int8(bytes[i+3]))
	}
	for ; i < len(place); i++ {
		s0 += place[i] * float32(int8(bytes[i]))
	}
	return s0 + s1 + s2 + s3
}

// Map carries a vector of the second encoder to where the first has that meaning; of
// length 1.
func (t *Table) Map(vector []float32) []float32 {
	mapped := make([]float32, t.m)
	from := t.d + t.d*t.k
	for i := range min(t.d, len(vector)) {
		t.row(mapped, from+i*t.m, vector[i])
	}
	t.row(mapped, from+t.d*t.m, 1)
	if length := math.Sqrt(stats.Dot(mapped, mapped)); length > 0 {
		for i := range mapped {
			mapped[i] /= float32(length)
		}
	}
	return mapped
}

// Encode writes vectors as Decode reads them. Shapes: mean d, projection d×k, mapping
// (d+1)×m, places one a word, of k numbers each.
func Encode(mean []float32, projection, mapping, places [][]float32) string {
	data := make([]byte, 0, 4*header)
	for _, n := range []int{len(mean), len(projection[0]), len(mapping[0])} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	for _, row := range slices.Concat([][]float32{mean}, projection, mapping) {
		for _, x := range row {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	for _, place := range places {
		length := max(1e-9, math.Sqrt(stats.Dot(place, place)))
		for _, x := range place {
			data = append(data, byte(int8(math.Round(float64(x)/length*math.MaxInt8))))
		}
	}
	return string(data)
}
