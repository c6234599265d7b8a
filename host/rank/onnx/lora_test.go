package onnx

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// updatesOf draws an update of rank 3 for a matrix, and adds it to the arrays.
func updatesOf(arrays map[string]array, matrices ...string) tensors {
	random, all := rand.New(rand.NewPCG(8, 1)), tensors{}
	for _, name := range matrices {
		one := arrays[name+weightEnding]
		out, in, rank := one.shape[0], one.shape[1], int64(3)
		down, up := make([]float32, rank*in), make([]float32, out*rank)
		for _, numbers := range [][]float32{down, up} {
			for i := range numbers {
				numbers[i] = float32(random.NormFloat64() * .3)
			}
		}
		for o := range out {
			for i := range in {
				for r := range rank {
					one.data[o*in+i] += float64(up[o*rank+r]) * float64(down[r*in+i])
				}
			}
		}
		all[name+downEnding], all[name+upEnding] = plain(down, rank, in), plain(up, out, rank)
	}
	return all
}

func plain(numbers []float32, shape ...int64) tensor {
	var data []byte
	for _, x := range numbers {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return tensor{shape: shape, data: data}
}

// Ensure that a model with low-rank updates computes what BERT does whose
// matrices hold them.
func TestUpdatedGraphEqualsPlainForwardPass(t *testing.T) {
	arrays, changed := randomArrays(small, 40), randomArrays(small, 40)
	updates := updatesOf(changed, "encoder.layer.0.attention.self.value", "encoder.layer.1.intermediate.dense", "encoder.layer.1.output.dense")
	embedder := openUpdated(t, small, arrays, "bert.", updates)
	for _, text := range []string{"a", "a b abab words"} {
		got, err := embedder.Embed(text)
		if err != nil {
			t.Fatal(err)
		}
		ids := embedder.tokenizer.encode("", text)
		if off := farthest(got, forward(small, changed, ids)); off > 1e-5 {
			t.Errorf("%q: a number is off by %g", text, off)
		}
		if off := farthest(got, forward(small, arrays, ids)); off < 1e-3 {
			t.Errorf("%q: the updates change nothing", text)
		}
	}
}

// Ensure that updates that do not fit are refused by name.
func TestUpdatesRefused(t *testing.T) {
	const name = "encoder.layer.0.output.dense"
	for what, test := range map[string]struct {
		change func(tensors)
		want   string
	}{
		"none at all":   {func(u tensors) { clear(u) }, "there are none"},
		"another array": {func(u tensors) { u["classifier.weight"] = plain(make([]float32, 4), 2, 2) }, "classifier.weight"},
		"no up":         {func(u tensors) { delete(u, name+upEnding) }, "has no .lora_B"},
		"no down":       {func(u tensors) { delete(u, name+downEnding) }, "has no .lora_A"},
		"other ranks":   {func(u tensors) { u[name+upEnding] = plain(make([]float32, 64), 32, 2) }, "shapes [3 96] and [32 2]"},
		"a vector":      {func(u tensors) { u[name+upEnding] = plain(make([]float32, 32), 32) }, "shapes [3 96] and [32]"},
		"too large rank": {func(u tensors) {
			u[name+downEnding], u[name+upEnding] = plain(make([]float32, 300*96), 300, 96), plain(make([]float32, 32*300), 32, 300)
		}, "up to 256"},
		"other size": {func(u tensors) { u[name+upEnding] = plain(make([]float32, 93), 31, 3) }, "[31 96], not [32 96]"},
		"no such layer": {func(u tensors) {
			u["encoder.layer.9.output.dense"+downEnding], u["encoder.layer.9.output.dense"+upEnding] = u[name+downEnding], u[name+upEnding]
		}, "1 of 2 low-rank updates"},
	} {
		all := updatesOf(randomArrays(small, 40), name)
		test.change(all)
		updates, err := readLoRA(all)
		if err == nil {
			_, err = writeBERT(small, asTensors(randomArrays(small, 40), ""), updates)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q in it", what, err, test.want)
		}
	}
}

// Ensure that no file of updates makes reading or using it panic.
func FuzzReadLoRA(f *testing.F) {
	f.Add(safetensors(f, updatesOf(randomArrays(small, 40), "encoder.layer.0.output.dense")))
	f.Add(safetensors(f, tensors{"a.lora_A.weight": plain([]float32{1}, 1), "a.lora_B.weight": plain([]float32{1}, 1)}))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	weights := asTensors(randomArrays(small, 40), "")
	f.Fuzz(func(_ *testing.T, file []byte) {
		all, err := readTensors(file)
		if err != nil {
			return
		}
		if updates, err := readLoRA(all); err == nil {
			_, _ = writeBERT(small, weights, updates) // an error is fine
		}
	})
}

// Ensure that the updates in the program are those of the manifest, whole, for
// every dense layer of the default model.
func TestSkillsUpdates(t *testing.T) {
	manifest, err := builtIn(ModelIDs[0])
	if err != nil {
		t.Fatal(err)
	}
	file, ok := manifest.LoRA()
	if !ok || len(file.Origins) != 1 {
		t.Fatalf("the default model has the files %v", manifest.Files)
	}
	updates, err := readLoRA(embeddedTensors(t, file))
	if err != nil {
		t.Fatal(err)
	}
	if len(updates) != 6*manifest.Layers {
		t.Errorf("%d matrices are updated, want %d", len(updates), 6*manifest.Layers)
	}
}

// embeddedTensors unpacks a file of the program and compares its hash.
func embeddedTensors(t *testing.T, file File) tensors {
	t.Helper()
	packed, err := Embedded(file.Origins[0].Embedded)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != file.SHA256 || int64(len(data)) != file.Bytes {
		t.Fatalf("%d bytes with hash %x, the manifest says %d and %s", len(data), sum, file.Bytes, file.SHA256)
	}
	all, err := readTensors(data)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Ensure that updates in numbers that cannot be read are refused, not left out.
func TestUpdatesOfOtherNumbersRefused(t *testing.T) {
	file := safetensors(t, updatesOf(randomArrays(small, 40), "encoder.layer.0.output.dense"))
	path := filepath.Join(t.TempDir(), LoRAFile)
	if err := os.WriteFile(path, bytes.Replace(file, []byte(`"F32"`), []byte(`"I32"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openLoRA(path); err == nil || !strings.Contains(err.Error(), "1 arrays are neither") {
		t.Errorf("got %v", err)
	}
}
