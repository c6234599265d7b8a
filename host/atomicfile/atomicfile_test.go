package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/host/atomicfile"
)

// Ensure that a file is replaced whole, with its mode, or stays as it was, and that nothing
// else is left in its folder either way.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "config.yaml")
	for mode, write := range map[os.FileMode]func(string, []byte, os.FileMode) error{0o640: atomicfile.WriteFile, 0o600: atomicfile.WriteFast} {
		for _, content := range []string{"first", "", "second, longer"} {
			if err := write(name, []byte(content), mode); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(name); err != nil || string(got) != content {
				t.Errorf("got %q, %v, want %q", got, err, content)
			}
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode && runtime.GOOS != "windows" {
			t.Errorf("got %v, %v, want mode %v", info.Mode(), err, mode)
		}
	}
	broken := errors.New("broken")
	err := atomicfile.Write(name, 0o600, func(out io.Writer) error {
		_, err := out.Write([]byte("half"))
		return errors.Join(err, broken)
	})
	if got, _ := os.ReadFile(name); !errors.Is(err, broken) || string(got) != "second, longer" {
		t.Errorf("got %v, and the file has %q", err, got)
	}
	taken := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(taken, []byte("x"), 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if err := atomicfile.WriteFile(filepath.Join(folder, "absent", "file"), nil, 0o600); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Ensure that a file is created whole, by one of those who do so at once, that nothing which is
// there is replaced, and that nothing else is left in its folder.
func TestCreate(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "config.yaml")
	var creating sync.WaitGroup
	var created atomic.Int32
	for range 8 {
		creating.Go(func() {
			ok, err := atomicfile.Create(name, []byte("whole"), 0o600)
			if err != nil {
				t.Error(err)
			}
			if ok {
				created.Add(1)
			}
		})
	}
	creating.Wait()
	if got, err := os.ReadFile(name); err != nil || string(got) != "whole" || created.Load() != 1 {
		t.Errorf("got %q, %v, created %d times", got, err, created.Load())
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("got %v, %v", info, err)
	}
	taken := filepath.Join(folder, "taken")
	if err := os.Symlink("nowhere", taken); err == nil {
		if ok, err := atomicfile.Create(taken, []byte("x"), 0o600); ok || err != nil {
			t.Errorf("in the place of a link: got %v, %v", ok, err)
		}
		_ = os.Remove(taken)
	}
	if ok, err := atomicfile.Create(filepath.Join(folder, "absent", "file"), nil, 0o600); ok || err == nil {
		t.Errorf("in a folder that is not there: got %v, %v", ok, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}
