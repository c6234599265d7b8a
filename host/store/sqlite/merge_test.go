package sqlite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fileWithLog gives a file and its log, in which two thirds of the notes are,
// written in several transactions of several pages each.
func fileWithLog(t testing.TB) (file, log []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db := openTest(t, path)
	for i := range 3 {
		if i == 1 {
			if err := db.EmptyLog(); err != nil {
				t.Fatal(err)
			}
		}
		for j := range 5 {
			run(t, db, "INSERT INTO notes (text) VALUES (?)", fmt.Sprint("note ", 5*i+j, strings.Repeat(" long", 3000)))
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if log, err = os.ReadFile(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	return file, log
}

// notesAfterMerge merges a log into a file, removes it, and counts.
func notesAfterMerge(t testing.TB, file, log []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	for name, data := range map[string][]byte{path: file, path + "-wal": log} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := mergeLog(path, path+"-wal"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); err == nil {
		t.Fatal("the log is still there")
	}
	db := openTest(t, path)
	if got := ask[string](t, db, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("the result is not sound: %s", got)
	}
	return ask[int](t, db, "SELECT count(*) FROM notes")
}

// Ensure our reading of a log is SQLite's own: everything committed and nothing
// else, up to the first frame that is cut, damaged or from before.
func TestMergeLog(t *testing.T) {
	file, log := fileWithLog(t)
	if got := notesAfterMerge(t, file, log); got != 15 {
		t.Errorf("whole log: got %d notes want 15", got)
	}
	for cut := 0; cut < len(log); cut += 2900 {
		damaged := bytes.Clone(log)
		damaged[cut] ^= 1
		for name, log := range map[string][]byte{"cut": log[:cut], "damaged": damaged} {
			want := notesAsSQLite(t, file, log)
			if got := notesAfterMerge(t, file, log); got != want {
				t.Errorf("%s at %d: got %d notes, SQLite reads %d", name, cut, got, want)
			}
		}
	}
}

func notesAsSQLite(t *testing.T, file, log []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	for name, data := range map[string][]byte{path: file, path + "-wal": log} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return ask[int](t, openTest(t, path), "SELECT count(*) FROM notes")
}

// Ensure no log makes the reader fail or take what was not committed.
func FuzzCommittedFrames(f *testing.F) {
	_, log := fileWithLog(f)
	f.Add(log[:logHeaderBytes+2*(frameHeaderBytes+testPage)])
	f.Add(log[:100])
	f.Add([]byte("no log"))
	f.Fuzz(func(t *testing.T, log []byte) {
		for _, frame := range committedFrames(log) {
			if len(frame) <= frameHeaderBytes || len(frame) > len(log) {
				t.Errorf("a frame of %d bytes from a log of %d", len(frame), len(log))
			}
		}
	})
}
