package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Ensure each kind of failure is told apart from the others, through wrapping,
// since the host does something else for each.
func TestKindsOfErrors(t *testing.T) {
	kinds := map[string]func(error) bool{"busy": IsBusy, "full": IsFull, "corrupt": IsCorrupt, "read-only": IsReadOnly}
	for want, provoke := range map[string]func(*testing.T) error{
		"busy": provokeBusy, "full": provokeFull, "corrupt": provokeCorrupt, "read-only": provokeReadOnly, "": provokeOther,
	} {
		err := fmt.Errorf("wrapped: %w", provoke(t))
		for kind, is := range kinds {
			if got := is(err); got != (kind == want) {
				t.Errorf("provoked %q: is %s = %v for: %v", want, kind, got, err)
			}
		}
	}
	for kind, is := range kinds {
		if is(nil) {
			t.Errorf("nil is %s", kind)
		}
	}
}

func provokeBusy(t *testing.T) error {
	path := filepath.Join(t.TempDir(), "a.db")
	tx, err := openTest(t, path).Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	db, err := Open(path, Options{Busy: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	_, err = db.Begin()
	return err
}

func provokeFull(t *testing.T) error {
	db := openTest(t, filepath.Join(t.TempDir(), "a.db"))
	run(t, db, "PRAGMA max_page_count = 20")
	_, err := db.Exec("INSERT INTO notes (text) VALUES (?)", strings.Repeat("x", 100<<10))
	return err
}

func provokeCorrupt(t *testing.T) error {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	return err
}

func provokeReadOnly(t *testing.T) error {
	path := filepath.Join(t.TempDir(), "a.db")
	openTest(t, path)
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	_, err = db.Exec("DELETE FROM notes")
	return err
}

func provokeOther(t *testing.T) error {
	_, err := openTest(t, filepath.Join(t.TempDir(), "a.db")).Exec("INSERT INTO nowhere VALUES (1)")
	return err
}
