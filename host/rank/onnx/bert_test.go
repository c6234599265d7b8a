package onnx

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// small is a BERT of random weights: another shape, pooling and prefix than the
// default model's.
var small = Manifest{
	ID: "small", Dimensions: 32, Layers: 2, Heads: 4, Pooling: PoolingCLS, QueryPrefix: "find this: ", TokensMax: 16,
	Files: []File{{Name: TensorsFile}, {Name: VocabularyFile}},
}

const smallVocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n:\nfind\nthis\na\nb\n##a\n##b\nword\n##s\n"

// Ensure a graph of our writing computes what BERT is defined to compute, for
// both ways of pooling, with and without the names' prefix.
func TestGraphEqualsPlainForwardPass(t *testing.T) {
	for _, pooling := range []string{PoolingCLS, PoolingMean} {
		for _, prefix := range []string{"", "bert."} {
			t.Run(pooling+prefix, func(t *testing.T) {
				manifest := small
				manifest.Pooling = pooling
				arrays := randomArrays(manifest, 40)
				embedder := openArrays(t, manifest, arrays, prefix)
				for _, text := range []string{"", "a", "a b abab words", strings.Repeat("word ", 40)} {
					got, err := embedder.Embed(text)
					if err != nil {
						t.Fatal(err)
					}
					want := forward(manifest, arrays, embedder.tokenizer.encode("", text))
					if off := farthest(got, want); off > 1e-5 {
						t.Errorf("%q: a number is off by %g", text, off)
					}
				}
			})
		}
	}
}

// Ensure the query prefix is put before questions and not before documents.
func TestQueryPrefix(t *testing.T) {
	embedder := openArrays(t, small, randomArrays(small, 40), "")
	query, err := embedder.EmbedQuery("a word")
	if err != nil {
		t.Fatal(err)
	}
	for text, same := range map[string]bool{"find this: a word": true, "a word": false} {
		document, err := embedder.Embed(text)
		if err != nil {
			t.Fatal(err)
		}
		if off := farthest(query, document); (off < 1e-6) != same {
			t.Errorf("%q: off by %g from the query", text, off)
		}
	}
}

// Ensure weights that do not fit the manifest are refused by name.
func TestWriteBERTRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Manifest, tensors)
		want   string
	}{
		"missing":        {func(_ *Manifest, w tensors) { delete(w, "encoder.layer.1.output.dense.bias") }, "encoder.layer.1.output.dense.bias"},
		"more layers":    {func(m *Manifest, _ tensors) { m.Layers = 1 }, "more than 1 layers"},
		"fewer layers":   {func(m *Manifest, _ tensors) { m.Layers = 3 }, "encoder.layer.2"},
		"few positions":  {func(m *Manifest, _ tensors) { m.TokensMax = 41 }, "40 positions for 41 tokens"},
		"other size":     {func(m *Manifest, _ tensors) { m.Dimensions = 64 }, "shape [13 32]"},
		"no bias at all": {func(_ *Manifest, w tensors) { clear(w) }, "word_embeddings"},
	} {
		manifest, arrays := small, asTensors(randomArrays(small, 40), "")
		test.change(&manifest, arrays)
		if _, err := writeBERT(manifest, arrays, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q in it", name, err, test.want)
		}
	}
}

// array is a float64 matrix or vector, row after row.
type array struct {
	shape []int64
	data  []float64
}

func randomArrays(manifest Manifest, positions int64) map[string]array {
	random := rand.New(rand.NewPCG(3, 84))
	size, wide := int64(manifest.Dimensions), int64(manifest.Dimensions)*3
	arrays := map[string]array{}
	add := func(name string, shape ...int64) {
		count := int64(1)
		for _, n := range shape {
			count *= n
		}
		one := array{shape: shape, data: make([]float64, count)}
		for i := range one.data {
			one.data[i] = float64(float32(random.NormFloat64() * 0.3))
		}
		arrays[name] = one
	}
	norm := func(name string) { add(name+".weight", size); add(name+".bias", size) }
	dense := func(name string, in, out int64) { add(name+".weight", out, in); add(name+".bias", out) }
	add("embeddings.word_embeddings.weight", int64(strings.Count(smallVocabulary, "\n")), size)
	add("embeddings.position_embeddings.weight", positions, size)
	add("embeddings.token_type_embeddings.weight", 2, size)
	norm("embeddings.LayerNorm")
	for layer := range manifest.Layers {
		name := fmt.Sprintf("encoder.layer.%d.", layer)
		for _, part := range []string{"query", "key", "value"} {
			dense(name+"attention.self."+part, size, size)
		}
		dense(name+"attention.output.dense", size, size)
		norm(name + "attention.output.LayerNorm")
		dense(name+"intermediate.dense", size, wide)
		dense(name+"output.dense", wide, size)
		norm(name + "output.LayerNorm")
	}
	return arrays
}

func asTensors(arrays map[string]array, prefix string) tensors {
	all := tensors{}
	for name, one := range arrays {
		var data []byte
		for _, x := range one.data {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
		}
		all[prefix+name] = tensor{shape: one.shape, data: data}
	}
	return all
}

// safetensors gives a file in that format.
func safetensors(t testing.TB, all tensors) []byte {
	t.Helper()
	type entry struct {
		Type    string  `json:"dtype"`
		Shape   []int64 `json:"shape"`
		Offsets [2]int  `json:"data_offsets"`
	}
	header, data := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, []byte{}
	for name, one := range all {
		header[name] = entry{"F32", one.shape, [2]int{len(data), len(data) + len(one.data)}}
		data = append(data, one.data...)
	}
	encoded, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(encoded)))
	return append(append(file, encoded...), data...)
}

// openArrays converts weights as an installation does, and opens the result.
func openArrays(t *testing.T, manifest Manifest, arrays map[string]array, prefix string) *Embedder {
	t.Helper()
	return openUpdated(t, manifest, arrays, prefix, nil)
}

func openUpdated(t *testing.T, manifest Manifest, arrays map[string]array, prefix string, updates tensors) *Embedder {
	t.Helper()
	models := modelsDir(t, defaultModel)
	_, record, err := check(models, defaultModel)
	if err != nil {
		t.Fatal(err)
	}
	dir, library := t.TempDir(), filepath.Join(models, filepath.FromSlash(record.Library))
	weights, fast := filepath.Join(dir, TensorsFile), filepath.Join(dir, FastFile)
	if err := os.WriteFile(weights, safetensors(t, asTensors(arrays, prefix)), 0o600); err != nil {
		t.Fatal(err)
	}
	sources := Sources{Weights: weights}
	if updates != nil {
		sources.LoRA = filepath.Join(dir, LoRAFile)
		if err := os.WriteFile(sources.LoRA, safetensors(t, updates), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Convert(library, sources, fast, dir, manifest); err != nil {
		t.Fatal(err)
	}
	words, err := readVocabulary(smallVocabulary)
	if err != nil {
		t.Fatal(err)
	}
	embedder := &Embedder{manifest: manifest, tokenizer: &tokenizer{vocabulary: words, tokensMax: manifest.TokensMax}}
	if err := embedder.openSession(library, fast, true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { embedder.Close() })
	return embedder
}
