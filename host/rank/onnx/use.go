package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// useOrders are the widths in tokens of the encoder's windows, and how many tokens before
// the middle each has.
var useOrders = []struct{ width, before int }{{2, 0}, {3, 1}, {5, 2}}

// useHidden are the features of a window.
const useHidden = 256

// writeUSE returns an ONNX file that turns the ids of one text into its vector, as the
// Universal Sentence Encoder with a convolutional network does (Yang et al. 2020,
// "Multilingual Universal Sentence Encoder for Semantic Retrieval"). The arrays are those
// of a publication that keeps the table of pieces in bytes: block i of it, q<i>, has the
// pieces with id mod blocks = i − 1, each number as lo + scale·byte.
func writeUSE(manifest Manifest, arrays map[string]numpyArray) (message, error) {
	u := &use{arrays: arrays, size: int64(manifest.Dimensions)}
	x := u.embeddings()
	features := u.norm(u.windows(x), u.vector("ln_g", useFeatures(u.size)), u.vector("ln_b", useFeatures(u.size)))
	mean := u.node("ReduceMean", []string{features}, attribute{"axes", []int{0}}, attribute{"keepdims", 1})
	length := u.node("Sqrt", []string{u.node("Cast", []string{u.count()}, attribute{"to", typeFloat})})
	sentence := u.node("Mul", []string{u.dense(mean, "cnn_W", "cnn_b", useFeatures(u.size), u.size), length})
	u.head(sentence)
	if u.err != nil {
		return message{}, fmt.Errorf("write the graph of %s: %w", manifest.ID, u.err)
	}
	return u.model(u.size), nil
}

// useFeatures is how many features a token has: its own and those of the windows.
func useFeatures(size int64) int64 { return size + int64(len(useOrders))*useHidden }

// use is the graph of such an encoder being written. The first error stays.
type use struct {
	graph
	arrays map[string]numpyArray
	size   int64
	err    error
}

func (u *use) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fmt.Errorf(format, args...)
	}
}

// array returns an array's bytes; it must have this type and shape, of which −1 fits any.
func (u *use) array(name, kind string, shape ...int64) []byte {
	found, ok := u.arrays[name]
	fits := ok && found.kind == kind && len(found.shape) == len(shape)
	for i := range min(len(shape), len(found.shape)) {
		fits = fits && (shape[i] == -1 || shape[i] == found.shape[i])
	}
	if !fits {
		u.fail("there is no array %s of type %s and shape %v", name, kind, shape)
		return nil
	}
	return found.data
}

func (u *use) vector(name string, size int64) string {
	return u.floats(u.array(name, arrayFloat32, size), size)
}

func (u *use) matrix(name string, in, out int64) string {
	return u.floats(u.array(name, arrayFloat32, in, out), in, out)
}

func (u *use) dense(x, weights, bias string, in, out int64) string {
	return u.node("Add", []string{u.node("MatMul", []string{x, u.matrix(weights, in, out)}), u.vector(bias, out)})
}

// count is the number of tokens, as an array of one.
func (u *use) count() string {
	return u.node("Slice", []string{u.node("Shape", ownInputs), u.ints(1), u.ints(2)})
}

// embeddings are those of the tokens, a row each.
func (u *use) embeddings() string {
	blocks := int64(0)
	for ; u.arrays["q"+strconv.FormatInt(blocks+1, 10)].kind != ""; blocks++ {
	}
	if blocks == 0 {
		u.fail("there is no table of pieces")
	}
	lows, scales := u.array("lo", arrayFloat32, blocks), u.array("scale", arrayFloat32, blocks)
	if u.err != nil {
		return ""
	}
	rows := int64(len(u.array("q1", arrayUint8, -1, u.size))) / u.size
	table := make([]byte, blocks*rows*u.size)
	low, scale := make([]byte, 4*blocks*rows), make([]byte, 4*blocks*rows)
	for block := range blocks {
		data := u.array("q"+strconv.FormatInt(block+1, 10), arrayUint8, rows, u.size)
		if u.err != nil {
			return ""
		}
		for row := range rows {
			id := row*blocks + block
			copy(table[id*u.size:], data[row*u.size:][:u.size])
			copy(low[4*id:], lows[4*block:][:4])
			copy(scale[4*id:], scales[4*block:][:4])
		}
	}
	ids := u.node("Reshape", []string{ownInputs[0], u.ints(-1)})
	of := func(constant string) string { return u.node("Gather", []string{constant, ids}) }
	numbers := u.node("Cast", []string{of(u.constant(typeUint8, table, blocks*rows, u.size))}, attribute{"to", typeFloat})
	scaled := u.node("Mul", []string{numbers, of(u.floats(scale, blocks*rows, 1))})
	return u.node("Add", []string{scaled, of(u.floats(low, blocks*rows, 1))})
}

// windows appends to each token's features those of the windows around it.
func (u *use) windows(x string) string {
	var weights, biases, gains, shifts []byte
	in := make([][]byte, len(useOrders))
	for i, order := range useOrders {
		suffix := strconv.Itoa(order.width)
		in[i] = u.array("proj"+suffix, arrayFloat32, u.size, useHidden)
		biases = append(biases, u.array("proj_b"+suffix, arrayFloat32, useHidden)...)
		gains = append(gains, u.array("ln_g"+suffix, arrayFloat32, useHidden)...)
		shifts = append(shifts, u.array("ln_b"+suffix, arrayFloat32, useHidden)...)
	}
	if u.err != nil {
		return ""
	}
	weights = beside(u.size, in...)
	wide := int64(len(useOrders)) * useHidden
	all := u.node("Add", []string{u.node("MatMul", []string{x, u.floats(weights, u.size, wide)}), u.floats(biases, wide)})
	all = u.norm(all, u.floats(gains, wide), u.floats(shifts, wide))
	features := []string{x}
	for i, order := range useOrders {
		suffix, from := strconv.Itoa(order.width), int64(i)*useHidden
		part := u.node("Slice", []string{all, u.ints(from), u.ints(from + useHidden), u.ints(1)})
		for _, layer := range []string{"1", "2"} {
			around := u.around(part, order.width, order.before)
			next := u.dense(around, "w"+layer+"_"+suffix, "b"+layer+"_"+suffix, int64(order.width)*useHidden, useHidden)
			part = u.node("Add", []string{u.node("Relu", []string{next}), part})
		}
		features = append(features, part)
	}
	return u.node("Concat", features, attribute{"axis", 1})
}

// around puts beside each row those before and after it; beyond the ends there is zero.
func (u *use) around(x string, width, before int) string {
	padded := u.node("Pad", []string{x, u.ints(int64(before), 0, int64(width-1-before), 0)})
	parts := make([]string, width)
	for i := range parts {
		end := int64(i - width + 1)
		if end == 0 {
			end = math.MaxInt64
		}
		parts[i] = u.node("Slice", []string{padded, u.ints(int64(i)), u.ints(end), u.ints(0)})
	}
	return u.node("Concat", parts, attribute{"axis", 1})
}

func (u *use) norm(x, gains, shifts string) string {
	return u.node("LayerNormalization", []string{x, gains, shifts}, attribute{"epsilon", u.epsilon()})
}

// epsilon keeps norms from dividing by zero.
func (u *use) epsilon() float32 {
	data := u.array("eps", arrayFloat64)
	if u.err != nil {
		return 0
	}
	return float32(math.Float64frombits(binary.LittleEndian.Uint64(data)))
}

// useNarrow is the width of the layers behind the sum of a text's tokens.
const useNarrow = 320

// head are the layers that make a text's vector, of length 1, of the sum of its tokens.
func (u *use) head(x string) {
	multiply := func(x, weights string, in, out int64) string {
		return u.node("MatMul", []string{x, u.matrix(weights, in, out)})
	}
	relu := func(x string) string { return u.node("Relu", []string{x}) }
	first := relu(multiply(x, "d0", u.size, useNarrow))
	second := relu(u.node("Add", []string{multiply(x, "p1", u.size, useNarrow), multiply(first, "d1", useNarrow, useNarrow)}))
	third := relu(multiply(second, "d2", useNarrow, u.size))
	last := u.node("Add", []string{multiply(second, "p3", useNarrow, u.size), multiply(third, "d3", u.size, u.size)})
	last = u.node("Tanh", []string{last})
	length := u.node("ReduceL2", []string{last}, attribute{"axes", []int{-1}}, attribute{"keepdims", 1})
	u.write(ownOutputs[0], "", "Div", []string{last, length})
}
