package install

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\nworld\n"

// libraryFolder is where the real library of `make test` lies.
func libraryFolder(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", ".tools", "models")
	}
	library, err := onnx.LoadLibraryManifest()
	if err != nil {
		t.Fatal(err)
	}
	build, err := library.For(runtime.GOOS, runtime.GOARCH)
	if err == nil {
		_, err = os.Stat(filepath.Join(dir, library.Dir(), build.Name))
	}
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return filepath.Join(dir, library.Dir())
}

// smallModel is a model of a few kilobytes: its manifest without origins, and
// its files by name.
func smallModel(t testing.TB, id string) (onnx.Manifest, map[string][]byte) {
	t.Helper()
	files := map[string][]byte{onnx.VocabularyFile: []byte(vocabulary), onnx.TensorsFile: smallTensors(t, len(id))}
	manifest := onnx.Manifest{
		ID: id, Dimensions: 4, Layers: 1, Heads: 2, Pooling: onnx.PoolingMean, TokensMax: 8, Licence: "none",
		Files: []onnx.File{fileOf(onnx.VocabularyFile, files), fileOf(onnx.TensorsFile, files)},
	}
	return manifest, files
}

func fileOf(name string, files map[string][]byte) onnx.File {
	hash := sha256.Sum256(files[name])
	return onnx.File{Name: name, SHA256: hex.EncodeToString(hash[:]), Bytes: int64(len(files[name]))}
}

// smallTensors gives the weights of a BERT of 1 layer and 4 dimensions.
func smallTensors(t testing.TB, seed int) []byte {
	t.Helper()
	shapes := map[string][]int{
		"embeddings.word_embeddings.weight": {6, 4}, "embeddings.position_embeddings.weight": {8, 4},
		"embeddings.token_type_embeddings.weight": {2, 4},
		"embeddings.LayerNorm.weight":             {4}, "embeddings.LayerNorm.bias": {4},
	}
	layer := "encoder.layer.0."
	for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
		shapes[layer+name+".weight"], shapes[layer+name+".bias"] = []int{4, 4}, []int{4}
	}
	for _, name := range []string{"attention.output.LayerNorm", "output.LayerNorm"} {
		shapes[layer+name+".weight"], shapes[layer+name+".bias"] = []int{4}, []int{4}
	}
	shapes[layer+"intermediate.dense.weight"], shapes[layer+"intermediate.dense.bias"] = []int{8, 4}, []int{8}
	shapes[layer+"output.dense.weight"], shapes[layer+"output.dense.bias"] = []int{4, 8}, []int{4}

	header, data := map[string]any{}, []byte{}
	for name, shape := range shapes {
		start, count := len(data), 1
		for _, n := range shape {
			count *= n
		}
		for i := range count {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(math.Sin(float64(i+len(name)+seed)))))
		}
		header[name] = map[string]any{"dtype": "F32", "shape": shape, "data_offsets": []int{start, len(data)}}
	}
	encoded, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(encoded))), encoded...), data...)
}

// describe writes a manifest where a user would.
func describe(t testing.TB, dir string, manifest onnx.Manifest) {
	t.Helper()
	data, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, manifest.ID, onnx.ManifestFile), data)
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// folder holds files and a link to the library: what --from can point at.
func folder(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		write(t, filepath.Join(dir, name), data)
	}
	libraries, err := filepath.Glob(filepath.Join(libraryFolder(t), "*onnxruntime.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range libraries {
		absolute, err := filepath.Abs(path)
		if err == nil {
			err = os.Symlink(absolute, filepath.Join(dir, filepath.Base(path)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fetchedBefore puts files where an interrupted call leaves what it fetched.
func fetchedBefore(t testing.TB, dir, from string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(from, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, scratchDir, fmt.Sprintf("%x", sha256.Sum256(data))), data)
	}
}

func zipped(t testing.TB, members map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, data := range members {
		member, err := archive.Create(name)
		if err == nil {
			_, err = member.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
