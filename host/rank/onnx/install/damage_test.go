package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure damage of every kind is found, and mended by installing again, with
// nothing fetched where only a time has changed.
func TestDamageIsFoundAndMended(t *testing.T) {
	dir := t.TempDir()
	manifest, files := smallModel(t, "tiny")
	describe(t, dir, manifest)
	options := Options{Dir: dir, Model: "tiny", From: folder(t, files)}
	if _, err := Install(t.Context(), options); err != nil {
		t.Fatal(err)
	}
	fast := filepath.Join(dir, "tiny", onnx.FastFile)
	for _, test := range []struct {
		name          string
		damage        func(path string) error
		stat, hash    bool // whether sizes and times, and hashes, tell
		fetched       int
		damagedInFile string
	}{
		{"a flipped byte, its time put back", flipQuietly, false, true, 1, fast},
		{"truncated", func(path string) error { return os.Truncate(path, 10) }, true, true, 1, fast},
		{"gone", os.Remove, true, true, 1, fast},
		{"touched", func(path string) error { return os.Chtimes(path, time.Now(), time.Now()) }, true, false, 0, fast},
		{"vocabulary", func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }, true, true, 2, filepath.Join(dir, "tiny", onnx.VocabularyFile)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := test.damage(test.damagedInFile); err != nil {
				t.Fatal(err)
			}
			status, err := Status(dir, "tiny")
			if err != nil || (status.State == StateDamaged) != test.stat {
				t.Errorf("got status %+v, %v", status, err)
			}
			err = Verify(dir, "tiny")
			damaged, ok := errors.AsType[*onnx.DamagedError](err)
			if ok != test.hash || ok && !strings.HasSuffix(test.damagedInFile, filepath.FromSlash(damaged.File)) {
				t.Errorf("verify: got %v", err)
			}
			if err := Accept(t.Context(), dir, "tiny"); (err == nil) != !test.hash {
				t.Errorf("accept: got %v", err)
			}
			report, err := Install(t.Context(), options)
			if err != nil || len(report.Fetched) != test.fetched || report.Already != (test.fetched == 0) {
				t.Errorf("install: got %+v, %v", report, err)
			}
			if status, err := Status(dir, "tiny"); err != nil || status.State != StateInstalled || Verify(dir, "tiny") != nil {
				t.Errorf("afterwards: got %+v, %v", status, err)
			}
		})
	}
}

func flipQuietly(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	return os.Chtimes(path, info.ModTime(), info.ModTime())
}
