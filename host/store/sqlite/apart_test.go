package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

func checked(t *testing.T, path string, check func(*DB) error) string {
	t.Helper()
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	return fmt.Sprint(check(db))
}

// Ensure a copy has the damages of its file, and a sound one of a sound file, all of it in
// the log or half.
func TestCheckApartFindsTheSame(t *testing.T) {
	damages := map[string]func([]byte) []byte{
		"none":         func(b []byte) []byte { return b },
		"cut":          func(b []byte) []byte { return b[:len(b)/2/testPage*testPage] },
		"cut in page":  func(b []byte) []byte { return b[:len(b)-testPage/2] },
		"header":       func(b []byte) []byte { clear(b[16:100]); return b },
		"first page":   func(b []byte) []byte { scramble(b[100:testPage]); return b },
		"pages count":  func(b []byte) []byte { b[31]--; return b },
		"freelist":     func(b []byte) []byte { b[39]++; return b },
		"page twice":   func(b []byte) []byte { copy(b[20*testPage:], b[21*testPage:22*testPage]); return b },
		"page of none": func(b []byte) []byte { return append(b, b[len(b)-testPage:]...) },
	}
	for i := range 40 {
		damages[fmt.Sprint("bytes ", i)] = func(b []byte) []byte {
			random := rand.New(rand.NewPCG(5, uint64(i)))
			for range 1 + random.IntN(40) {
				b[random.IntN(len(b))] ^= byte(1 + random.IntN(255))
			}
			return b
		}
		damages[fmt.Sprint("page ", i)] = func(b []byte) []byte {
			page := rand.New(rand.NewPCG(6, uint64(i))).IntN(len(b)/testPage) * testPage
			scramble(b[page : page+testPage])
			return b
		}
	}
	copied := func(db *DB) error { return CheckApart(t.Context(), db) }
	found := 0
	for _, inLog := range []bool{false, true} {
		whole := makeFile(t, 3, inLog)
		for name, change := range damages {
			path := t.TempDir() + "/a.db"
			if err := copyDatabase(whole, path); err != nil {
				t.Fatal(err)
			}
			damage(t, path, change)
			there, apart := checked(t, path, Check), checked(t, path, copied)
			if there != apart {
				t.Errorf("%s, half in the log %v: a copy has %q, the file %q", name, inLog, apart, there)
			}
			if there != "<nil>" {
				found++
			}
		}
	}
	if found < len(damages)/2 {
		t.Errorf("only %d of %d files are damaged", found, 2*len(damages))
	}
}

// Ensure that, while a file is checked apart, others can empty its log between any two steps
// and write at any time, as often as they like.
func TestCheckApartLeavesRoom(t *testing.T) {
	path := makeFile(t, 3, true)
	writer := openTest(t, path)
	run(t, writer, "INSERT INTO notes (text) SELECT hex(zeroblob(2000)) FROM notes")
	pages := ask[int](t, writer, "PRAGMA page_count")
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for name, write := range map[string]bool{"reading": false, "writing": true} {
		steps := 0
		err := checkApart(t.Context(), reader, func() {
			if steps++; write {
				run(t, writer, "INSERT INTO notes (text) VALUES ('meanwhile')")
			}
			if err := writer.EmptyLog(); err != nil {
				t.Error(err)
			}
			if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 0 {
				t.Errorf("%s: the log cannot be emptied: %v", name, err)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if steps < 2 || !write && steps != pages/copyPages {
			t.Errorf("%s: %d steps for %d pages", name, steps, pages)
		}
	}
}

// Ensure a check that nobody waits for any longer ends, with the error of its context.
func TestCheckApartEnds(t *testing.T) {
	path := makeFile(t, 3, false)
	db := openTest(t, path)
	run(t, db, "INSERT INTO notes (text) SELECT hex(zeroblob(2000)) FROM notes")
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	err := checkApart(ctx, db, func() { steps++; cancel() })
	if !errors.Is(err, context.Canceled) || IsCorrupt(err) || steps != 1 {
		t.Errorf("%v after %d steps", err, steps)
	}
}
