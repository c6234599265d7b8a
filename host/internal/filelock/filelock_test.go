package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// Ensure that one has the lock at a time, that closing gives it up, and that the file can be
// read and written under it.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	first, second := open(), open()
	if err := filelock.TryLock(first); err != nil {
		t.Fatal(err)
	}
	if err := filelock.TryLock(second); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("while locked: got %v", err)
	}
	if _, err := first.WriteString("text"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "text" {
		t.Errorf("got %q, %v", got, err)
	}
	taken := make(chan error)
	go func() { taken <- filelock.Lock(second) }()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-taken; err != nil {
		t.Error(err)
	}
	if err := filelock.TryLock(open()); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("while locked again: got %v", err)
	}
}
