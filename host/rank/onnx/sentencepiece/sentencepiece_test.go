package sentencepiece

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// modelID is the model whose vocabulary the reference was made with.
const modelID = "universal-sentence-encoder-multilingual-3"

// installed reads the vocabulary of an installed model.
func installed(t testing.TB) *Model {
	t.Helper()
	dir := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", ".tools", "models")
	}
	data, err := os.ReadFile(filepath.Join(dir, modelID, "sentencepiece.model"))
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	model, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// Ensure ids are those of the reference: prompts in seven languages, and characters of all
// scripts at random.
func TestReference(t *testing.T) {
	model := installed(t)
	packed, err := os.Open("testdata/reference.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, 1<<20)
	count, wrong := 0, 0
	for lines.Scan() {
		var want struct {
			Text string
			IDs  []int64
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		count++
		got := model.Append(nil, want.Text, 254)
		if !slices.Equal(got, want.IDs) {
			if wrong++; wrong < 10 {
				t.Errorf("%.60q: got %v want %v", want.Text, got, want.IDs)
			}
		}
	}
	if err := lines.Err(); err != nil || count < 900 {
		t.Errorf("%d texts: %v", count, err)
	}
	t.Logf("%d of %d differ", wrong, count)
}

type testPiece struct {
	text  string
	score float32
	kind  byte
}

var small = []testPiece{
	{"<unk>", 0, kindUnknown},
	{"<s>", 0, kindControl},
	{"</s>", 0, kindControl},
	{"▁", -3, kindNormal},
	{"a", -2, kindNormal},
	{"b", -2, kindNormal},
	{"ab", -3, kindNormal},
	{"▁a", -4, kindNormal},
	{"ba", -1, kindNormal},
	{"é", -2, kindNormal},
	{"zz", -1, kindUnused},
}

// encoded is a model's file of some pieces.
func encoded(pieces []testPiece, more ...byte) []byte {
	var file []byte
	for _, p := range pieces {
		one := append([]byte{1<<3 | 2, byte(len(p.text))}, p.text...)
		one = binary.LittleEndian.AppendUint32(append(one, 2<<3|5), math.Float32bits(p.score))
		one = append(one, 3<<3, p.kind)
		file = append(append(file, 1<<3|2, byte(len(one))), one...)
	}
	return append(file, more...)
}

// Ensure that of all ways to cut a text the most likely is taken, and that control pieces
// and unused ones are found in no text.
func TestAppend(t *testing.T) {
	model, err := Read(encoded(small))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int64{
		"":       nil,
		"   ":    nil,
		"a":      {7},       // ▁a −4, not ▁ a −5
		"aba":    {7, 8},    // ▁a ba −5
		"abab":   {7, 8, 5}, // ▁a ba b −7
		"b  ab ": {3, 5, 3, 6},
		"xyxa":   {3, 0, 4}, // what no piece has is one unknown
		"zz":     {3, 0},
		"é":      {3, 9},
		"e\xff":  {3, 0},
	} {
		if got := model.Append(nil, text, 100); !slices.Equal(got, want) {
			t.Errorf("%q: got %v want %v", text, got, want)
		}
	}
	if got, want := model.Append([]int64{1}, strings.Repeat("a b", 10_000), 3), []int64{1, 7, 3, 8}; !slices.Equal(got, want) {
		t.Errorf("cut: got %v want %v", got, want)
	}
}

// Ensure that what is no Unigram model is an error that says why.
func TestReadRefuses(t *testing.T) {
	for want, data := range map[string][]byte{
		"is missing":        encoded(small[1:]),
		"only Unigram":      encoded(small, 2<<3|2, 2, 3<<3, 2),
		"is damaged":        encoded(small)[:40],
		"which is not read": encoded(append(slices.Clone(small), testPiece{"<0x00>", 0, 6})),
		"at most":           make([]byte, FileBytesMax+1),
		"replacements":      encoded(small, 3<<3|2, 10, 2<<3|2, 8, 4, 0, 0, 0, 0, 0, 0, 0),
	} {
		if _, err := Read(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v want %q", err, want)
		}
	}
}

// Ensure that no bytes make reading or encoding panic.
func FuzzRead(f *testing.F) {
	f.Add(encoded(small), "a text")
	f.Add(encoded(small, 3<<3|2, 14, 2<<3|2, 12, 4, 0, 0, 0, 1, 2, 3, 4, 'x', 0, 'y', 0), "a text")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		model, err := Read(data)
		if err != nil {
			return
		}
		for _, id := range model.Append(nil, text, 64) {
			if id < 0 || id >= int64(model.Pieces()) {
				t.Errorf("id %d of %d pieces", id, model.Pieces())
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	model := installed(b)
	data, err := os.ReadFile(filepath.Join(os.Getenv("IMPRESSIONISM_TEST_MODELS"), modelID, "sentencepiece.model"))
	if err != nil {
		b.Skip(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := Read(bytes.Clone(data)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			model.Append(nil, "Kannst du bitte die Größe der Tabelle ändern und danach den Dienst neu starten?", 254)
		}
	})
}
