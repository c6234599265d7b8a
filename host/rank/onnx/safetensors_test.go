package onnx

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure what is written in the format of safetensors is read as it was, and
// float16 as the same numbers.
func TestReadTensors(t *testing.T) {
	file := safetensors(t, tensors{"a": {shape: []int64{2, 1}, data: []byte{0, 0, 128, 63, 0, 0, 0, 192}}})
	all, err := readTensors(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{2, 1}, all["a"].shape); diff != "" {
		t.Error(diff)
	}
	if one, two := float32At(all["a"].float32s(), 0), float32At(all["a"].float32s(), 4); one != 1 || two != -2 {
		t.Errorf("got %g, %g, want 1, -2", one, two)
	}
	halves := tensor{shape: []int64{6}, half: true}
	for _, half := range []uint16{0x3C00, 0xC000, 0x3555, 0x0001, 0x7BFF, 0x8000} {
		halves.data = binary.LittleEndian.AppendUint16(halves.data, half)
	}
	want := []float32{1, -2, 0.33325195, 5.9604645e-08, 65504, float32(math.Copysign(0, -1))}
	for i, number := range want {
		if got := float32At(halves.float32s(), int64(4*i)); got != number {
			t.Errorf("float16 number %d: got %g, want %g", i, got, number)
		}
	}
}

// Ensure lengths that lie and shapes that overflow are errors.
func TestReadTensorsRefuses(t *testing.T) {
	header := func(size uint64, text string) []byte {
		return append(binary.LittleEndian.AppendUint64(nil, size), text...)
	}
	entry := func(text string) []byte {
		text = `{"a":` + text + `}`
		return append(header(uint64(len(text)), text), 1, 2, 3, 4)
	}
	for name, file := range map[string][]byte{
		"empty":           nil,
		"huge header":     header(math.MaxUint64, "{}"),
		"long header":     header(100, "{}"),
		"no JSON":         header(2, "{]"),
		"beyond the end":  entry(`{"dtype":"F32","shape":[2],"data_offsets":[0,8]}`),
		"backwards":       entry(`{"dtype":"F32","shape":[1],"data_offsets":[4,0]}`),
		"negative":        entry(`{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}`),
		"other shape":     entry(`{"dtype":"F32","shape":[3],"data_offsets":[0,4]}`),
		"negative shape":  entry(`{"dtype":"F32","shape":[-1,-1],"data_offsets":[0,4]}`),
		"shape overflows": entry(`{"dtype":"F32","shape":[4611686018427387905],"data_offsets":[0,4]}`),
	} {
		if _, err := readTensors(file); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// Ensure no file of tensors makes reading it, or writing a graph of it, panic
// or take more than a few times its size.
func FuzzReadTensors(f *testing.F) {
	manifest := small
	f.Add(safetensors(f, asTensors(randomArrays(manifest, 16), "")))
	f.Add(safetensors(f, tensors{"embeddings.word_embeddings.weight": {shape: []int64{1, 32}, data: make([]byte, 128)}}))
	f.Add([]byte{2, 0, 0, 0, 0, 0, 0, 0, '{', '}'})
	f.Fuzz(func(t *testing.T, file []byte) {
		all, err := readTensors(file)
		if err != nil {
			return
		}
		if graph, err := writeBERT(manifest, all, nil); err == nil && graph.size > 8*len(file)+1<<20 {
			t.Fatalf("a graph of %d bytes of a file of %d", graph.size, len(file))
		}
	})
}
