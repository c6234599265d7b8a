package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// first gives the first n migrations.
func first(t *testing.T, n int) fstest.MapFS {
	t.Helper()
	names, err := migrationNames(notes)
	if err != nil {
		t.Fatal(err)
	}
	some := fstest.MapFS{}
	for _, name := range names[:n] {
		data, err := os.ReadFile(filepath.Join("testdata/migrations", name))
		if err != nil {
			t.Fatal(err)
		}
		some[name] = &fstest.MapFile{Data: data}
	}
	return some
}

// Ensure a file of every earlier version comes forward with its rows.
func TestMigrateForward(t *testing.T) {
	const newest = 3
	for from := range newest + 1 {
		path := filepath.Join(t.TempDir(), "a.db")
		db, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := Migrate(db, first(t, from)); err != nil {
			t.Fatal(err)
		}
		if from > 0 {
			run(t, db, "INSERT INTO notes (id, text) VALUES (7, 'kept')")
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		db = openTest(t, path)
		if got := ask[int](t, db, "PRAGMA user_version"); got != newest {
			t.Errorf("from %d: got version %d want %d", from, got, newest)
		}
		if from > 0 {
			if got := ask[float64](t, db, "SELECT weight FROM notes WHERE id = 7 AND text = 'kept'"); got != 1.5 {
				t.Errorf("from %d: got weight %v want 1.5", from, got)
			}
		}
		if got := ask[string](t, db, "SELECT mood FROM moods"); got != "calm" {
			t.Errorf("from %d: got mood %q", from, got)
		}
	}
}

// Ensure a file of a later version is left alone, and that the error tells what
// the user can do.
func TestNewerIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	openTest(t, path)
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = Migrate(db, first(t, 1))
	newer, ok := errors.AsType[*NewerError](err)
	if !ok || newer.Have != 3 || newer.Want != 1 {
		t.Fatalf("got %v, want a NewerError of 3 over 1", err)
	}
	for _, word := range []string{path, "upgrade impressionism", "move the file"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	if got := ask[int](t, db, "PRAGMA user_version"); got != 3 {
		t.Errorf("version afterwards: got %d want 3", got)
	}
}

// Ensure a migration that fails leaves the file as the one before made it, and
// is named.
func TestBrokenMigration(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "a.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = Migrate(db, os.DirFS("testdata/broken"))
	if err == nil || !strings.Contains(err.Error(), "0002_half.sql") {
		t.Fatalf("got %v, want an error that names the file", err)
	}
	if got := ask[int](t, db, "PRAGMA user_version"); got != 1 {
		t.Errorf("version: got %d want 1", got)
	}
	if got := ask[int](t, db, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'"); got != 0 {
		t.Error("half of a migration stayed")
	}
}

// Ensure a gap in the numbers is found when the program starts, not when the
// missing file turns up.
func TestMisnumbered(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "a.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := Migrate(db, os.DirFS("testdata/misnumbered")); err == nil || !strings.Contains(err.Error(), "0002") {
		t.Fatalf("got %v, want an error that asks for 0002", err)
	}
}
