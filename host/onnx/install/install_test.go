package install

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/onnx"
)

// Ensure a model is installed from a folder without any network, works, is
// listed and verified, is not installed twice, and goes with its library
// (000.4e).
func TestInstallVerifyRemove(t *testing.T) {
	dir := t.TempDir()
	manifest, files := smallModel(t, "tiny")
	describe(t, dir, manifest)
	options := Options{Dir: dir, Model: "tiny", From: folder(t, files)}

	report, err := Install(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if report.Already || len(report.Fetched) != 3 || report.Bytes == 0 {
		t.Errorf("got %+v", report)
	}
	embeds(t, dir)
	if err := Verify(dir, "tiny"); err != nil {
		t.Errorf("verify: %v", err)
	}
	if status, err := Status(dir, "tiny"); err != nil || status.State != StateInstalled || status.Bytes != report.Bytes {
		t.Errorf("got status %+v, %v", status, err)
	}
	if all, err := List(dir); err != nil || len(all) != len(onnx.ModelIDs)+1 || all[0].State != StateMissing {
		t.Errorf("got list %+v, %v", all, err)
	}
	checkModes(t, dir)

	before := modTimes(t, dir)
	if report, err = Install(t.Context(), options); err != nil || !report.Already {
		t.Errorf("again: got %+v, %v", report, err)
	}
	for path, modTime := range modTimes(t, dir) {
		if before[path] != modTime {
			t.Errorf("again: %s was written", path)
		}
	}
	if err := Remove(t.Context(), dir, "tiny"); err != nil {
		t.Fatal(err)
	}
	for path := range modTimes(t, dir) {
		if base := filepath.Base(path); base != ".lock" && base != onnx.ManifestFile {
			t.Errorf("after removing: %s is left", path)
		}
	}
}

func embeds(t *testing.T, dir string) {
	t.Helper()
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: "tiny"})
	if err != nil {
		t.Fatal(err)
	}
	if vector, err := embedder.Embed("hello world"); err != nil || len(vector) != 4 {
		t.Errorf("got %v, %v", vector, err)
	}
	if err := embedder.Close(); err != nil {
		t.Error(err)
	}
}

// checkModes wants nothing readable by others (0600, 0700).

func checkModes(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func modTimes(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	times := map[string]time.Time{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		times[path] = info.ModTime()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// Ensure that of two models one can be removed without the other, and that the
// library stays for it.
func TestRemoveOneOfTwo(t *testing.T) {
	dir := t.TempDir()
	for _, id := range []string{"one", "other"} {
		manifest, files := smallModel(t, id)
		describe(t, dir, manifest)
		if _, err := Install(t.Context(), Options{Dir: dir, Model: id, From: folder(t, files)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Remove(t.Context(), dir, "one"); err != nil {
		t.Fatal(err)
	}
	if _, ok := errors.AsType[*onnx.NotInstalledError](Verify(dir, "one")); !ok {
		t.Error("the removed model is still installed")
	}
	if err := Verify(dir, "other"); err != nil {
		t.Errorf("the other model: %v", err)
	}
}

// Ensure a model that cannot be read is not left as installed.
func TestInstallRefusesWhatDoesNotWork(t *testing.T) {
	dir := t.TempDir()
	manifest, files := smallModel(t, "tiny")
	files[onnx.TensorsFile] = []byte("no tensors at all")
	manifest.Files[1] = fileOf(onnx.TensorsFile, files)
	describe(t, dir, manifest)
	if _, err := Install(t.Context(), Options{Dir: dir, Model: "tiny", From: folder(t, files)}); err == nil {
		t.Fatal("got no error")
	}
	if status, err := Status(dir, "tiny"); err != nil || status.State != StateMissing {
		t.Errorf("got %+v, %v", status, err)
	}
}
