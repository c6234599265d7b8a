package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
)

// layerNormEpsilon is BERT's (Devlin et al. 2018, as the published code has it).
const layerNormEpsilon = 1e-12

// contrib is the domain of ONNX Runtime's own operations. Its optimiser fuses only
// some ways of writing an encoder. A graph of these operations runs 10 to 20 % faster
// and is shorter. Plain operations are portable, but the optimiser made mistakes where
// query, key and value were one of them.
const contrib = "com.microsoft"

// writeBERT returns an ONNX file that turns the ids of one text into its vector.
// There is no mask, as texts are computed one at a time and never padded: the
// mean over all tokens is the mean over the mask. Batches are no faster on a CPU.
// The updates are of the matrices of dense layers; each must find its own.
func writeBERT(manifest Manifest, weights tensors, updates lora) (message, error) {
	b := &bert{weights: weights, updates: updates, size: int64(manifest.Dimensions)}
	if _, ok := weights["bert.embeddings.word_embeddings.weight"]; ok {
		b.prefix = "bert."
	}
	x := b.embeddings(int64(manifest.TokensMax))
	for layer := range manifest.Layers {
		x = b.layer(x, fmt.Sprintf("encoder.layer.%d.", layer), manifest.Heads)
	}
	if _, more := weights[b.prefix+fmt.Sprintf("encoder.layer.%d.output.dense.weight", manifest.Layers)]; more {
		b.fail("there are more than %d layers", manifest.Layers)
	}
	b.pool(x, manifest.Pooling)
	if b.updated < len(updates) {
		b.fail("%d of %d low-rank updates are of no matrix of a dense layer", len(updates)-b.updated, len(updates))
	}
	if b.err != nil {
		return message{}, fmt.Errorf("write the graph of %s: %w", manifest.ID, b.err)
	}
	return b.model(b.size), nil
}

// bert is the graph of an encoder being written. The first error stays.
type bert struct {
	graph
	weights tensors
	updates lora
	updated int    // how many updates were used
	prefix  string // of the names of tensors
	size    int64
	bytes   int64 // of tensors taken so far
	err     error
}

func (b *bert) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// array returns the numbers of a tensor, which must have this shape; -1 fits any.
func (b *bert) array(name string, shape ...int64) []byte {
	found, ok := b.weights[b.prefix+name]
	if !ok {
		b.fail("there is no tensor %s of float32 or float16", name)
		return nil
	}
	fits := len(found.shape) == len(shape)
	for i := range min(len(shape), len(found.shape)) {
		fits = fits && (shape[i] == -1 || shape[i] == found.shape[i])
	}
	if !fits {
		b.fail("tensor %s has shape %v, not %v", name, found.shape, shape)
		return nil
	}
	if b.bytes += int64(len(found.data)); b.bytes > mappedBytesMax {
		b.fail("the tensors are more than %d bytes", mappedBytesMax) // they may overlap in the file
		return nil
	}
	return found.float32s()
}

func (b *bert) vector(name string) string {
	return b.floats(b.array(name, b.size), b.size)
}

// embeddings sums those of words, positions and the first segment.
func (b *bert) embeddings(tokensMax int64) string {
	row := 4 * b.size
	words := b.array("embeddings.word_embeddings.weight", -1, b.size)
	positions := b.array("embeddings.position_embeddings.weight", -1, b.size)
	segments := b.array("embeddings.token_type_embeddings.weight", -1, b.size)
	if int64(len(positions)) < row*tokensMax {
		b.fail("there are %d positions for %d tokens", int64(len(positions))/row, tokensMax)
	}
	if b.err != nil {
		return ""
	}
	places := make([]byte, 0, row*tokensMax)
	for at := int64(0); at < row*tokensMax; at += 4 {
		sum := float32At(positions, at) + float32At(segments, at%row)
		places = binary.LittleEndian.AppendUint32(places, math.Float32bits(sum))
	}
	word := b.node("Gather", []string{b.floats(words, int64(len(words))/row, b.size), ownInputs[0]})
	count := b.node("Slice", []string{b.node("Shape", ownInputs), b.ints(1), b.ints(2)})
	place := b.node("Slice", []string{b.floats(places, tokensMax, b.size), b.ints(0), count, b.ints(0)})
	return b.node("LayerNormalization",
		[]string{b.node("Add", []string{word, place}), b.vector("embeddings.LayerNorm.weight"), b.vector("embeddings.LayerNorm.bias")},
		attribute{"epsilon", float32(layerNormEpsilon)})
}

// layer is self-attention and a feed-forward of any width, each with its
// residual and norm.
func (b *bert) layer(x, name string, heads int) string {
	self, out := name+"attention.self.", name+"attention.output."
	three := beside(b.size,
		b.turned(self+"query.weight", b.size, b.size),
		b.turned(self+"key.weight", b.size, b.size),
		b.turned(self+"value.weight", b.size, b.size))
	biases := append(append(append([]byte(nil), b.array(self+"query.bias", b.size)...),
		b.array(self+"key.bias", b.size)...), b.array(self+"value.bias", b.size)...)
	mixed := b.nodeOf(contrib, "Attention",
		[]string{x, b.floats(three, b.size, 3*b.size), b.floats(biases, 3*b.size)}, attribute{"num_heads", heads})
	x = b.residual(mixed, x, out, b.size)

	width := int64(len(b.array(name+"intermediate.dense.bias", -1))) / 4
	wide := b.multiply(x, name+"intermediate.dense.weight", b.size, width)
	wide = b.nodeOf(contrib, "BiasGelu", []string{wide, b.floats(b.array(name+"intermediate.dense.bias", width), width)})
	return b.residual(wide, x, name+"output.", width)
}

// residual is norm(x + a dense layer of y).
func (b *bert) residual(y, x, name string, width int64) string {
	return b.nodeOf(contrib, "SkipLayerNormalization", []string{
		b.multiply(y, name+"dense.weight", width, b.size), x,
		b.vector(name + "LayerNorm.weight"), b.vector(name + "LayerNorm.bias"), b.vector(name + "dense.bias"),
	}, attribute{"epsilon", float32(layerNormEpsilon)})
}

func (b *bert) multiply(x, name string, in, out int64) string {
	return b.node("MatMul", []string{x, b.floats(b.turned(name, in, out), in, out)})
}

// pool makes one vector of length 1 of a vector a token.
func (b *bert) pool(x, pooling string) {
	var one string
	if pooling == PoolingCLS {
		one = b.node("Gather", []string{x, b.constant(typeInt64, make([]byte, 8))}, attribute{"axis", 1})
	} else {
		one = b.node("ReduceMean", []string{x}, attribute{"axes", []int{1}}, attribute{"keepdims", 0})
	}
	length := b.node("ReduceL2", []string{one}, attribute{"axes", []int{-1}}, attribute{"keepdims", 1})
	b.write(ownOutputs[0], "", "Div", []string{one, length})
}

// turned returns the matrix of a dense layer, stored as out rows, as in rows.
func (b *bert) turned(name string, in, out int64) []byte {
	stored := b.array(name, out, in)
	if update, ok := b.updates[name]; ok && b.err == nil {
		b.updated++
		var err error
		if stored, err = update.add(stored, []int64{out, in}); err != nil {
			b.fail("tensor %s: %w", name, err)
		}
	}
	if b.err != nil {
		return nil
	}
	turned := make([]byte, len(stored))
	for o := range out {
		for i := range in {
			copy(turned[4*(i*out+o):][:4], stored[4*(o*in+i):])
		}
	}
	return turned
}

// beside joins square matrices row by row.
func beside(rows int64, matrices ...[]byte) []byte {
	var joined []byte
	for row := range rows {
		for _, matrix := range matrices {
			size := int64(len(matrix)) / rows
			joined = append(joined, matrix[row*size:(row+1)*size]...)
		}
	}
	return joined
}

func float32At(data []byte, at int64) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))
}
