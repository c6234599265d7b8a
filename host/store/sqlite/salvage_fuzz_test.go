package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Ensure no damage makes salvage fail, hang or leave a file that cannot be used.
func FuzzSalvage(f *testing.F) {
	f.Add(uint32(0), []byte("SQLite format 4"))
	f.Add(uint32(18), []byte{1, 1})
	f.Add(uint32(28), []byte{0xff, 0xff, 0xff, 0xff})
	f.Add(uint32(3*testPage), []byte{13, 0, 0, 0xff, 0xff})
	f.Add(uint32(4*testPage), []byte{5, 0, 0, 0, 1, 0, 20, 0, 0, 0, 0, 3})
	f.Add(uint32(5*testPage+3000), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	template := smallFile(f)
	f.Fuzz(func(t *testing.T, offset uint32, bytes []byte) {
		path := filepath.Join(t.TempDir(), "a.db")
		data := append([]byte{}, template...)
		copy(data[int(offset)%len(data):], bytes)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := Salvage(path, "x", notes, "")
		if refusedAsNewer(path, err) {
			return // the damage made a version number
		}
		if err != nil {
			t.Fatal(err)
		}
		db := openTest(t, path)
		if got := ask[string](t, db, "PRAGMA integrity_check"); got != "ok" {
			t.Errorf("after %+v: %s", report, got)
		}
		run(t, db, "INSERT INTO notes (text) VALUES ('after')")
	})
}

func refusedAsNewer(path string, err error) bool {
	if err == nil {
		db, opened := Open(path, Options{})
		if opened != nil {
			return false
		}
		defer db.Close()
		err = Migrate(db, notes)
	}
	_, ok := errors.AsType[*NewerError](err)
	return ok
}

func smallFile(f *testing.F) []byte {
	f.Helper()
	path := filepath.Join(f.TempDir(), "template.db")
	db := openTest(f, path)
	run(f, db, `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO notes (id, text) SELECT i, printf('note %d %s', i, hex(zeroblob(200 + i % 50))) FROM n`)
	run(f, db, "INSERT INTO names (name, note) SELECT 'name' || id, id FROM notes")
	if err := db.EmptyLog(); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	return data
}
