package install

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure a model is installed from a folder without any network, works, is
// listed and verified, is not installed twice, and goes with its library.
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
	dir := filepath.Join(t.TempDir(), "a[1]") // which is no pattern
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

// Ensure a model that cannot be read, or that gives no numbers, is not left as
// installed.
func TestInstallRefusesWhatDoesNotWork(t *testing.T) {
	for want, change := range map[string]func(tensors []byte) []byte{
		"read tensors": func([]byte) []byte { return []byte("no tensors at all") },
		"try the model": func(tensors []byte) []byte {
			start := 8 + int(binary.LittleEndian.Uint64(tensors))
			for i := start; i < len(tensors); i++ {
				tensors[i] = 0xFF // not a number
			}
			return tensors
		},
	} {
		dir := t.TempDir()
		manifest, files := smallModel(t, "tiny")
		files[onnx.TensorsFile] = change(files[onnx.TensorsFile])
		manifest.Files[1] = fileOf(onnx.TensorsFile, files)
		describe(t, dir, manifest)
		_, err := Install(t.Context(), Options{Dir: dir, Model: "tiny", From: folder(t, files)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
		if status, err := Status(dir, "tiny"); err != nil || status.State != StateMissing {
			t.Errorf("%s: got %+v, %v", want, status, err)
		}
	}
}
