package recall

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// Ensure a lock that the tool holds is waited for, not broken, and left in its place; and that
// where there is no folder nothing is locked or made.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), LessonsName)
	theirs, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := filelock.Lock(theirs); err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path); !errors.Is(err, ErrLocked) {
		t.Errorf("held: got %v", err)
	}
	began := time.Now()
	time.AfterFunc(200*time.Millisecond, func() { theirs.Close() })
	unlock, err := Lock(path)
	if err != nil || time.Since(began) < 150*time.Millisecond {
		t.Fatalf("released: got %v after %s", err, time.Since(began))
	}
	unlock()
	if _, err := os.Stat(path + ".lock"); err != nil {
		t.Error(err)
	}
	if unlock, err := Lock(filepath.Join(t.TempDir(), "absent", LessonsName)); err != nil {
		t.Error(err)
	} else {
		unlock()
	}
}
