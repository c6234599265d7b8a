package onnx

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
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
		"shape overflows": entry(`{"dtype":"F32","shape":[4294967296,4294967296,1],"data_offsets":[0,4]}`),
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
		if graph, err := writeBERT(manifest, all); err == nil && graph.size > 8*len(file)+1<<20 {
			t.Fatalf("a graph of %d bytes of a file of %d", graph.size, len(file))
		}
	})
}

// Ensure no record makes reading it panic, and that what is accepted stays
// inside the models' directory.
func FuzzDecodeRecord(f *testing.F) {
	f.Add([]byte(`{"identity":"m@1","library":"onnxruntime-1.27.0/l.so","version":"1.27.0","files":[{"path":"onnxruntime-1.27.0/l.so","bytes":1,"mtime":2,"sha256":"00"}]}`))
	f.Add([]byte(`{"library":"../l.so","version":"1.24","files":[{"path":"../l.so"}]}`))
	f.Add([]byte(`{"library":"/l.so","version":"99999999999999999999.1","files":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		record, err := decodeRecord(data)
		if err != nil {
			return
		}
		for _, file := range record.Files {
			if inside := filepath.Join("/models", file.Path); !strings.HasPrefix(inside, "/models/") && inside != "/models" {
				t.Fatalf("%q leads to %s", file.Path, inside)
			}
		}
	})
}

// Ensure no manifest makes reading it panic, and that what is accepted has an
// id that is one directory.
func FuzzDecodeManifest(f *testing.F) {
	for _, id := range ModelIDs {
		data, err := embedded.ReadFile("models/" + id + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		manifest, err := decodeManifest(data)
		if err == nil && (filepath.Base(manifest.ID) != manifest.ID || manifest.ID == "." || manifest.ID == "..") {
			t.Fatalf("accepted id %q", manifest.ID)
		}
	})
}

// Ensure the built-in models are those that are promised (000.4a, 000.4c).
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]Manifest{
		"all-MiniLM-L6-v2": {ID: "all-MiniLM-L6-v2", Layers: 6, Pooling: PoolingMean, TokensMax: 256},
		"BGESmallENV15": {
			ID: "bge-small-en-v1.5", Layers: 12, Pooling: PoolingCLS, TokensMax: 512,
			QueryPrefix: "Represent this sentence for searching relevant passages: ",
		},
		"all-MiniLM-L6-v2-int8": {ID: "all-MiniLM-L6-v2-int8", Layers: 6, Pooling: PoolingMean, TokensMax: 256},
	} {
		got, err := Find(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID || got.Layers != want.Layers || got.Pooling != want.Pooling || got.TokensMax != want.TokensMax ||
			got.QueryPrefix != want.QueryPrefix || got.Dimensions != 384 || got.Heads != 12 || got.Licence == "" {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if err := Installed(dir, "BGESmallENV15"); err == nil || !strings.Contains(err.Error(), "impressionism model install bge-small-en-v1.5") {
		t.Errorf("got %v", err)
	}
	if _, err := Find(dir, "../other"); err == nil {
		t.Error("an id that leads elsewhere: got no error")
	}
	if _, err := Find(dir, "unheard-of"); err == nil || !strings.Contains(err.Error(), "all-MiniLM-L6-v2") {
		t.Errorf("got %v", err)
	}
}

// Ensure a user's own manifest is found by id and alias, cannot take the place
// of a built-in model, and is refused with a reason where it is wrong.
func TestFindOwn(t *testing.T) {
	dir := t.TempDir()
	own := Manifest{
		ID: "mine", Aliases: []string{"M"}, Dimensions: 32, Layers: 1, Heads: 2, Pooling: PoolingCLS, TokensMax: 64,
		Files: []File{{Name: VocabularyFile, SHA256: strings.Repeat("a", 64)}, {Name: TensorsFile, SHA256: strings.Repeat("b", 64)}},
	}
	write := func(id string, manifest Manifest) {
		t.Helper()
		data, err := json.Marshal(manifest)
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, id), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, id, ManifestFile), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("mine", own)
	for _, name := range []string{"mine", "M"} {
		got, err := Find(dir, name)
		if diff := cmp.Diff(own, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	write("all-MiniLM-L6-v2", own)
	if got, err := Find(dir, "all-MiniLM-L6-v2"); err != nil || got.Dimensions != 384 {
		t.Errorf("a built-in id: got %+v, %v", got, err)
	}
	for want, change := range map[string]func(*Manifest){
		"divide":     func(m *Manifest) { m.Heads = 5 },
		"pooling":    func(m *Manifest) { m.Pooling = "max" },
		"tokens_max": func(m *Manifest) { m.TokensMax = 2 },
		"dimensions": func(m *Manifest) { m.Dimensions = 1 << 20 },
		"layers":     func(m *Manifest) { m.Layers = 0 },
		"SHA-256":    func(m *Manifest) { m.Files[0].SHA256 = "zz" },
		"files must": func(m *Manifest) { m.Files = m.Files[:1] },
		"directory":  func(m *Manifest) { m.ID = "other" },
	} {
		wrong := own
		wrong.Files = append([]File(nil), own.Files...)
		change(&wrong)
		write("wrong", wrong)
		if want != "directory" && wrong.ID == "mine" {
			wrong.ID = "wrong"
			write("wrong", wrong)
		}
		if _, err := Find(dir, "wrong"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", want, err)
		}
	}
}

// Ensure the identity changes with whatever shapes vectors, and with nothing
// else.
func TestIdentity(t *testing.T) {
	base, err := Find("", "bge-small-en-v1.5")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Manifest){
		"pooling": func(m *Manifest) { m.Pooling = PoolingMean },
		"prefix":  func(m *Manifest) { m.QueryPrefix = "" },
		"tokens":  func(m *Manifest) { m.TokensMax = 128 },
		"weights": func(m *Manifest) {
			m.Files = append([]File(nil), m.Files...)
			m.Files[1].SHA256 = strings.Repeat("0", 64)
		},
	} {
		other := base
		change(&other)
		if other.Identity() == base.Identity() {
			t.Errorf("%s: the identity stays %s", name, base.Identity())
		}
	}
	same := base
	same.Aliases, same.Licence = nil, "other"
	if same.Identity() != base.Identity() {
		t.Error("aliases and licence change the identity")
	}
}

// Ensure an older library is refused unopened: asking it prints to stderr.
func TestRecent(t *testing.T) {
	for version, want := range map[string]bool{
		"1.24.0": true, "1.27.0": true, "2.0": true, "1.23.9": false, "0.99": false, "": false, "1": false, "x.30": false,
	} {
		if got := recent(version); got != want {
			t.Errorf("%q: got %t", version, got)
		}
	}
}

// Ensure every platform's library is described, and others are told that they
// stay lexical (000.4d).
func TestLibrary(t *testing.T) {
	library, err := LoadLibraryManifest()
	if err != nil {
		t.Fatal(err)
	}
	if !recent(library.Version) {
		t.Errorf("version %s is older than %s", library.Version, libraryVersionMin)
	}
	for _, platform := range [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}} {
		file, err := library.For(platform[0], platform[1])
		if err != nil || len(file.SHA256) != 64 || file.Bytes < 1<<20 || len(file.Origins) == 0 {
			t.Errorf("%v: got %+v, %v", platform, file, err)
		}
	}
	if _, err := library.For("darwin", "amd64"); err == nil || !strings.Contains(err.Error(), "lexical") {
		t.Errorf("darwin/amd64: got %v", err)
	}
}
