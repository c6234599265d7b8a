package install_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// Ensure that of a models' directory only what a record lists in its own places is ours, and
// what an interrupted installation of a known model leaves.
func TestOwns(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"mine/installed.json":    `{"identity": "mine@123456", "files": [{"path": "mine/model.ort"}, {"path": "onnxruntime-1.27.0/odd.so"}, {"path": "theirs/model.bin"}, {"path": "model.bin"}, {"path": "mine/../model.bin"}]}`,
		"theirs/installed.json":  `{"files": [{"path": "theirs/model.bin"}]}`,
		"another/installed.json": `{"identity": "mine@123456", "files": [{"path": "another/model.bin"}]}`,
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	owns := install.Owns(dir)
	for name, want := range map[string]bool{
		"mine/installed.json": true, "mine/model.ort": true, "mine/model.json": false, "mine/notes.txt": false,
		"theirs/installed.json": false, "theirs/model.bin": false, "another/model.bin": false, "model.bin": false,
		"onnxruntime-1.27.0/odd.so": true, "onnxruntime-1.27.0/libonnxruntime.so": true, "onnxruntime-1.27.0/notes.txt": false,
		"all-MiniLM-L6-v2/vocab.txt": true, "all-MiniLM-L6-v2/notes.txt": false, "unknown/vocab.txt": false,
		".lock": true, ".partial/pip-1/x/y": true, ".partial/0123456789abcdef.part": true, ".partial/notes.txt": false,
		".partial/": true, ".partial/pip-1/": true, "onnxruntime-1.27.0/": true, "all-MiniLM-L6-v2/": true, "unknown/": false, ".partial/mine/": false,
	} {
		if got := owns(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
