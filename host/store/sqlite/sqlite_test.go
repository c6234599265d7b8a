package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var notes = os.DirFS("testdata/migrations")

func openTest(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := Migrate(db, notes); err != nil {
		t.Fatal(err)
	}
	return db
}

func ask[T any](t testing.TB, db *DB, query string, args ...any) (answer T) {
	t.Helper()
	if err := db.QueryRow(query, args...).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func run(t testing.TB, db *DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Ensure nobody else can read what is stored, whatever the umask, in the file
// and in those that SQLite puts beside it; and that a file made readable to
// others is taken back.
func TestModes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "deeper")
	path := filepath.Join(folder, "a.db")
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		t.Fatal(err)
	}
	db := openTest(t, path)
	for name, want := range map[string]os.FileMode{folder: 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("mode of %s: got %o want %o", filepath.Base(name), got, want)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	openTest(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode after opening again: got %v, %v", info.Mode(), err)
	}
}

// Ensure every connection has the settings that the stores rely on.
func TestSettings(t *testing.T) {
	db := openTest(t, filepath.Join(t.TempDir(), "a.db"))
	for query, want := range map[string]string{
		"PRAGMA journal_mode": "wal", "PRAGMA synchronous": "1", "PRAGMA foreign_keys": "1",
		"PRAGMA auto_vacuum": "2", "PRAGMA busy_timeout": "2000",
	} {
		if got := ask[string](t, db, query); got != want {
			t.Errorf("%s: got %s want %s", query, got, want)
		}
	}
	version, err := VecVersion(db)
	if err != nil || !strings.HasPrefix(version, "v0.") {
		t.Errorf("sqlite-vec: got %q, %v", version, err)
	}
}

// Ensure a path is a path: names that mean something in a URI, spaces and other
// scripts open the very file that was named.
func TestPaths(t *testing.T) {
	for _, name := range []string{"a b.db", "a?mode=memory.db", "a#b.db", "100%25.db", "пробел ☃.db", "[x]&y=1.db", "'q\".db"} {
		path := filepath.Join(t.TempDir(), name)
		db := openTest(t, path)
		run(t, db, "INSERT INTO notes (text) VALUES ('x')")
		if err := db.EmptyLog(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: got %v, %v", name, info, err)
		}
	}
}

// Ensure opening for reading creates nothing and writes nothing.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "a.db")
	if _, err := Open(path, Options{ReadOnly: true}); err == nil {
		t.Fatal("a missing file was opened for reading")
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Fatal("opening for reading made a folder")
	}
	openTest(t, path)
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := Migrate(db, notes); err != nil {
		t.Errorf("nothing is to be migrated, got %v", err)
	}
	if _, err := db.Exec("INSERT INTO notes (text) VALUES ('x')"); !IsReadOnly(err) {
		t.Errorf("writing: got %v, want an error for which IsReadOnly holds", err)
	}
	if _, err := Open(filepath.Dir(path), Options{}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("opening a folder: got %v", err)
	}
}

// Ensure opening a file that another process is just creating waits for it.
func TestOpenWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	other, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	for _, lock := range []string{"BEGIN EXCLUSIVE", "BEGIN IMMEDIATE", "BEGIN"} {
		for _, statement := range []string{"PRAGMA journal_mode = DELETE", lock, "SELECT count(*) FROM sqlite_schema"} {
			if _, err := other.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		time.AfterFunc(100*time.Millisecond, func() { _, _ = other.Exec("ROLLBACK") })
		db, err := Open(path, Options{Busy: 20 * time.Second})
		if err != nil {
			t.Fatalf("%s elsewhere: %v", lock, err)
		}
		if got := ask[string](t, db, "PRAGMA journal_mode"); got != "wal" {
			t.Errorf("%s elsewhere: journal mode %s", lock, got)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
