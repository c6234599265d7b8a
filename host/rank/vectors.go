package rank

import (
	"encoding/binary"
	"errors"
	"math"
)

// Vectors are the parts of a recipe that belong to one encoder's space, as they
// lie in the binary: little-endian numbers of four bytes, read where they are
// used, so that a cold process pays only for what it touches.
//
//	dimensions d, nulls n, rank k, concepts c            integers
//	gate: d weights, bias                                float32
//	gate of each null, from a fit that had not seen it   n float32
//	adapter: in d×k, out k×d, both row by row            float32
//	step of the concepts' numbers                        float32
//	concepts: c vectors of length 1, in steps            c×d bytes with sign
//
// Empty Vectors have no gate, adapt nothing and know no concept.
type Vectors string

const vectorsHeader = 4

var errVectors = errors.New("the vectors are damaged; fit the recipe again: make tune")

// NewVectors encodes a gate, an adapter and concepts. Shapes: gate d+1, its bias last;
// nulls n; in d×k and out k×d, row by row; concepts c×d, of length 1 each.
func NewVectors(gate, nulls, in, out []float32, concepts [][]float32) (Vectors, error) {
	d := len(gate) - 1
	if d < 1 || len(in) != len(out) || len(in)%d != 0 {
		return "", errVectors
	}
	data := make([]byte, 0, 4*(vectorsHeader+len(gate)+len(nulls)+len(in)+len(out)+1)+len(concepts)*d)
	for _, n := range []int{d, len(nulls), len(in) / d, len(concepts)} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	step := conceptStep(concepts)
	for _, part := range [][]float32{gate, nulls, in, out, {step}} {
		for _, x := range part {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	for _, concept := range concepts {
		if len(concept) != d {
			return "", errVectors
		}
		for _, x := range concept {
			data = append(data, byte(int8(math.Round(float64(x/step)))))
		}
	}
	return Vectors(data), nil
}

// conceptStep is the least that keeps every number within −127 to 127 steps.
func conceptStep(concepts [][]float32) float32 {
	largest := float32(1e-6)
	for _, concept := range concepts {
		for _, x := range concept {
			largest = max(largest, x, -x)
		}
	}
	return largest / math.MaxInt8
}

// check refuses what does not hold what its header says.
func (v Vectors) check() error {
	if v == "" {
		return nil
	}
	if len(v) < 4*vectorsHeader {
		return errVectors
	}
	d, n, k, c := uint64(v.word(0)), uint64(v.word(1)), uint64(v.word(2)), uint64(v.word(3))
	if d == 0 || d > 1<<16 || n > 1<<16 || k > 1<<12 || c > 1<<16 || uint64(len(v)) != 4*(vectorsHeader+d+1+n+2*d*k+1)+c*d {
		return errVectors
	}
	return nil
}

// fits reports that the vectors belong to a space of so many dimensions.
func (v Vectors) fits(dimensions int) bool { return v != "" && v.dimensions() == dimensions }

func (v Vectors) dimensions() int { return int(v.word(0)) }

func (v Vectors) nulls() int { return int(v.word(1)) }

func (v Vectors) rank() int { return int(v.word(2)) }

// concepts are how many concepts there are, their vectors one after the other, and the
// step of their numbers.
func (v Vectors) concepts() (count int, bytes string, step float32) {
	if v == "" {
		return 0, "", 0
	}
	d := v.dimensions()
	at := d + 1 + v.nulls() + 2*d*v.rank()
	return int(v.word(3)), string(v[4*(vectorsHeader+at+1):]), v.at(at, 0)
}

// at is number i of the part that begins after so many numbers.
func (v Vectors) at(part, i int) float32 {
	return math.Float32frombits(v.word(vectorsHeader + part + i))
}

func (v Vectors) word(i int) uint32 {
	b := v[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
