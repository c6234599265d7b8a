package install

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure a model that was packed works where it is unpacked, whatever times its
// files have there, and damage is still found.
func TestModelTravels(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	manifest, files := smallModel(t, "tiny")
	describe(t, dir, manifest)
	if _, err := Install(t.Context(), Options{Dir: dir, Model: "tiny", From: folder(t, files)}); err != nil {
		t.Fatal(err)
	}
	described, err := onnx.LoadLibraryManifest()
	if err != nil {
		t.Fatal(err)
	}
	build, err := described.For(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Skip(err)
	}
	library := filepath.Join(dir, described.Dir(), build.Name)
	travelling, err := Travel(dir, "tiny", runtime.GOOS, runtime.GOARCH, library)
	if err != nil {
		t.Fatal(err)
	}
	describe(t, away, manifest)
	write(t, filepath.Join(away, "tiny", onnx.InstalledFile), travelling.Record)
	for name, file := range travelling.Files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(away, name), data)
		at := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(away, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := Verify(away, "tiny"); err != nil {
		t.Error(err)
	}
	embeds(t, away)
	if err := os.Truncate(filepath.Join(away, "tiny", onnx.FastFile), 10); err != nil {
		t.Fatal(err)
	}
	if status, err := Status(away, "tiny"); err != nil || status.State != StateDamaged {
		t.Errorf("truncated: got %+v, %v", status, err)
	}

	_, err = Travel(dir, "tiny", "darwin", "arm64", library)
	if err == nil || !strings.Contains(err.Error(), "is not the library for darwin/arm64") {
		t.Errorf("another platform's library: got %v", err)
	}
	_, err = Travel(dir, "tiny", "darwin", "amd64", library)
	if err == nil || !strings.Contains(err.Error(), "search stays lexical") {
		t.Errorf("a platform without a library: got %v", err)
	}
}

// Ensure a file is fetched once, by its hash, and leaves nothing else behind.
func TestFetch(t *testing.T) {
	dir := t.TempDir()
	server := serve(t, map[string][]byte{"/file": content})
	file := wanted(onnx.Origin{URL: server.URL + "/file"})
	for range 2 {
		path, err := Fetch(t.Context(), dir, file)
		holds(t, path, err)
		server.Close() // the second time it is there
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if entry.Name() != file.Name && entry.Name() != ".lock" {
			t.Errorf("%s was left", entry.Name())
		}
	}
	file.SHA256 = strings.Repeat("0", 64)
	if path, err := Fetch(t.Context(), dir, file); err == nil {
		t.Errorf("another file was taken for it: %s", path)
	}
}
