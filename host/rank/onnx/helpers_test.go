package onnx

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// modelsDir is where `make test` put the models.
func modelsDir(t testing.TB, model string) string {
	t.Helper()
	dir := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", ".tools", "models")
	}
	if err := Installed(dir, model); err != nil {
		missing(t, err.Error())
	}
	return dir
}

func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

func unpacked(t testing.TB, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// bertTokenizer has the vocabulary that is built in.
func bertTokenizer(t testing.TB) *tokenizer {
	t.Helper()
	words, err := readVocabulary(string(unpacked(t, "models/bert-uncased.txt.gz")))
	if err != nil {
		t.Fatal(err)
	}
	return &tokenizer{vocabulary: words, tokensMax: 256}
}

// reference is one text of testdata/reference.py with what the reference makes
// of it.
type reference struct {
	Text   string  `json:"text"`
	IDs    []int64 `json:"ids"`
	Vector []float32
}

func (r reference) name() string { return r.Text }

func references(t testing.TB) []reference {
	t.Helper()
	var all []reference
	if err := json.Unmarshal(unpacked(t, "testdata/reference.json.gz"), &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 300 {
		t.Fatalf("got %d reference texts, want at least 300", len(all))
	}
	numbers := unpacked(t, "testdata/reference.f32.gz")
	for i := range all {
		all[i].Vector = make([]float32, 384)
		if _, err := binary.Decode(numbers[i*4*384:], binary.LittleEndian, all[i].Vector); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
