package sqlite

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Ensure who keeps a file open learns that another one lies in its place, or that it
// has another schema, and that writing to it changes neither.
func TestMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := openTest(t, path)
	mark := func() Mark {
		t.Helper()
		m, err := db.Mark()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	before := mark()
	run(t, db, "INSERT INTO notes (text) VALUES ('x')")
	if !mark().Same(before) {
		t.Error("writing made it another file")
	}
	run(t, db, "PRAGMA user_version = 77")
	if mark().Same(before) {
		t.Error("a migration went unseen")
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Mark(); err == nil {
		t.Error("a file that is gone has a mark")
	}
	openTest(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mark().Same(before) || before.IsOf(info) || before.IsOf(nil) || !mark().IsOf(info) {
		t.Error("another file in its place went unseen")
	}
}

// Ensure the wait for others can be changed while a file is open.
func TestSetBusy(t *testing.T) {
	db := openTest(t, filepath.Join(t.TempDir(), "a.db"))
	if err := db.SetBusy(123 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if got := ask[int](t, db, "PRAGMA busy_timeout"); got != 123 {
		t.Errorf("got %d ms", got)
	}
}
