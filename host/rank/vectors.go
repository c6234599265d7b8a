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
//	dimensions d, nulls n, rank k                        integers
//	gate: d weights, bias                                float32
//	gate of each null, from a fit that had not seen it   n float32
//	adapter: in d×k, out k×d, both row by row            float32
//
// Empty Vectors have no gate and adapt nothing.
type Vectors string

const vectorsHeader = 3

var errVectors = errors.New("the vectors are damaged; fit the recipe again: make tune")

// NewVectors encodes a gate and an adapter. Shapes: gate d+1, its bias last;
// nulls n; in d×k and out k×d, row by row.
func NewVectors(gate, nulls, in, out []float32) (Vectors, error) {
	d := len(gate) - 1
	if d < 1 || len(in) != len(out) || len(in)%d != 0 {
		return "", errVectors
	}
	data := make([]byte, 0, 4*(vectorsHeader+len(gate)+len(nulls)+len(in)+len(out)))
	for _, n := range []int{d, len(nulls), len(in) / d} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	for _, part := range [][]float32{gate, nulls, in, out} {
		for _, x := range part {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return Vectors(data), nil
}

// check refuses what does not hold what its header says.
func (v Vectors) check() error {
	if v == "" {
		return nil
	}
	if len(v) < 4*vectorsHeader {
		return errVectors
	}
	d, n, k := uint64(v.word(0)), uint64(v.word(1)), uint64(v.word(2))
	if d == 0 || d > 1<<16 || n > 1<<16 || k > 1<<12 || uint64(len(v)) != 4*(vectorsHeader+d+1+n+2*d*k) {
		return errVectors
	}
	return nil
}

// fits reports that the vectors belong to a space of so many dimensions.
func (v Vectors) fits(dimensions int) bool { return v != "" && v.dimensions() == dimensions }

func (v Vectors) dimensions() int { return int(v.word(0)) }

func (v Vectors) nulls() int { return int(v.word(1)) }

func (v Vectors) rank() int { return int(v.word(2)) }

// at is number i of the part that begins after so many numbers.
func (v Vectors) at(part, i int) float32 {
	return math.Float32frombits(v.word(vectorsHeader + part + i))
}

func (v Vectors) word(i int) uint32 {
	b := v[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
