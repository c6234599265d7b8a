package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var letters = Remade{Mark: "notes", Number: 3, Schema: `CREATE TABLE notes (text TEXT NOT NULL) STRICT`}

// Ensure a file that can be made again is made once, by many processes at a time too, and that one
// that is to be kept, or is another version's, is neither made nor changed.
func TestRemadeOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			db, err := letters.Open(path, Options{}, false)
			if err == nil {
				err = db.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	later := letters
	later.Number++
	for _, options := range []Options{{}, {ReadOnly: true}} {
		if _, err := later.Open(path, options, false); !IsOtherSchema(err) || !strings.Contains(later.Why(err), "3") || later.IsNewer(path) {
			t.Errorf("an earlier version's: got %v", err)
		}
	}
	earlier := letters
	earlier.Number--
	if _, err := earlier.Open(path, Options{}, false); !IsOtherSchema(err) || !earlier.IsNewer(path) || letters.IsNewer(path) {
		t.Errorf("a later version's: got %v", err)
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := letters.Open(empty, Options{}, true); !IsOtherSchema(err) {
		t.Errorf("an empty file that is kept: got %v", err)
	}
}

// Ensure a file that cannot be used is removed with its logs, and one that may be somebody's is
// moved aside and said so.
func TestRemadeClear(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	write := func(suffix, text string) {
		t.Helper()
		if err := os.WriteFile(path+suffix, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("", "damaged, CREATE TABLE notes (text")
	write("-shm", "")
	_, err := letters.Open(path, Options{}, false)
	why := letters.Why(err)
	if told, err := letters.Clear(path, why); err != nil || told != "the file was damaged" {
		t.Errorf("damaged: got %q, %v", told, err)
	}
	if left, _ := filepath.Glob(path + "*"); left != nil {
		t.Errorf("left: %v", left)
	}
	write("", "somebody's letter")
	told, err := letters.Clear(path, why)
	if text, _ := os.ReadFile(path + asideSuffix + "1"); err != nil || !strings.Contains(told, asideSuffix) || string(text) != "somebody's letter" {
		t.Errorf("another's: got %q, %v, %q", told, err, text)
	}
}
