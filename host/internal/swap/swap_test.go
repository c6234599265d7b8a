package swap

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

func folder(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(path, 0o700), os.WriteFile(filepath.Join(path, "file"), []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func checkIs(t *testing.T, path, want string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path, "file"))
	if got := string(data); got != want || err != nil && want != "" {
		t.Errorf("%s has %q, %v, want %q", filepath.Base(path), got, err, want)
	}
}

// Ensure that two folders change places, that a folder takes a place where nothing is, and
// that an absent folder takes nobody's place; in one step and in several.
func TestFolders(t *testing.T) {
	for name, swap := range map[string]func(path, with, aside string) error{"one step": Folders, "steps": inSteps} {
		dir := t.TempDir()
		path, with, aside := filepath.Join(dir, "path"), filepath.Join(dir, "with"), filepath.Join(dir, "aside")
		folder(t, path, "former")
		folder(t, with, "next")
		if err := swap(path, with, aside); err != nil {
			t.Fatal(name, err)
		}
		checkIs(t, path, "next")
		checkIs(t, with, "former")
		if err := swap(path, filepath.Join(dir, "none"), aside); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v, want that there is none", name, err)
		}
		checkIs(t, path, "next")
		if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: something is left aside: %v", name, err)
		}
	}
	dir := t.TempDir()
	folder(t, filepath.Join(dir, "with"), "first")
	if err := Folders(filepath.Join(dir, "path"), filepath.Join(dir, "with"), filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	checkIs(t, filepath.Join(dir, "path"), "first")
}

// Ensure that who looks while folders change places always finds one of them, where the
// file system can do that.
func TestFoldersAreNeverAway(t *testing.T) {
	dir := t.TempDir()
	path, with := filepath.Join(dir, "path"), filepath.Join(dir, "with")
	folder(t, path, "a")
	folder(t, with, "b")
	if err := exchange(path, with); err != nil {
		t.Skip("this file system exchanges nothing:", err)
	}
	var done atomic.Bool
	looked, away := make(chan int), 0
	go func() {
		n := 0
		for ; !done.Load() || n < 100; n++ {
			if _, err := os.Stat(filepath.Join(path, "file")); err != nil {
				away++
			}
		}
		looked <- n
	}()
	for range 2000 {
		if err := Folders(path, with, filepath.Join(dir, "aside")); err != nil {
			t.Error(err)
			break
		}
	}
	done.Store(true)
	if n := <-looked; away > 0 {
		t.Errorf("away %d of %d times", away, n)
	}
}
