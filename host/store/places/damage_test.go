package places

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/sqlite"
	"github.com/ed-irl/impressionism/host/store/sqlite/sqlitetest"
)

func noContext() context.Context { return context.Background() }

func isFull(err error) bool { return sqlite.IsFull(err) }

// filled returns the path of a closed database with all sorts of rows.
func filled(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "a.db")
	s, err := Open(path)
	must(tb, err)
	for n := range 6 {
		apply(tb, s, "/r", batch(n)...)
	}
	_, err = s.Apply("/r", Changes{At: moment, Delete: []string{"d0/f1.go"}})
	must(tb, err)
	must(tb, s.PutVectors("m", []Embedded{{batch(5)[0].Content.Sums[0], []float32{1, 2}}, {batch(5)[1].Content.Sums[0], []float32{3, -2}}}))
	must(tb, s.db.EmptyLog())
	must(tb, s.Close())
	return path
}

// useAll does with a database all that there is, and returns the first error.
func useAll(path string) error {
	s, err := OpenRead(path)
	if err != nil {
		return err
	}
	all := Filter{Language: "go", Path: func(string) bool { return true }, Kind: "function"}
	for _, search := range []Search{
		{Query: place.ParseQuery("common words batch5 d1")}, {Query: place.ParseQuery("common"), Filter: all, Model: "m", Vector: []float32{1, 0}}, {Filter: Filter{Symbol: "F5"}},
	} {
		if err == nil {
			search.Root, search.Recipe = "/r", place.Default()
			_, err = s.Search(search)
		}
	}
	_, failed := s.Files("/r")
	err = errors.Join(err, failed)
	_, failed = s.Status()
	err = errors.Join(err, failed)
	_, failed = s.Without("/r", "m", 100)
	err = errors.Join(err, failed, s.Close())
	if err != nil {
		return err
	}
	if s, err = Open(path); err != nil {
		return err
	}
	_, err = s.Restore("/r", always, "d0")
	_, failed = s.Apply("/r", Changes{At: moment, Upsert: batch(7), Delete: []string{"d2/f0.go"}})
	err = errors.Join(err, failed, s.PutVectors("m", []Embedded{{7, []float32{1, 2}}}), s.Compact(noContext(), moment.Add(restorable)))
	_, failed = s.Forget(map[string]string{"/r": "d0"})
	return errors.Join(err, failed, s.Close())
}

// Ensure each column of each table may hold anything: what cannot be right is damage that is
// said, nothing panics, and nothing hangs.
func TestDamagedColumns(t *testing.T) {
	path := filled(t)
	must(t, useAll(copyOf(t, path)))
	for _, damage := range sqlitetest.Columns(t, path) {
		if testing.Short() {
			break
		}
		damaged := copyOf(t, path)
		damage.Do(t, damaged)
		if err := useAll(damaged); err != nil && !IsDamaged(err) && !IsOtherSchema(err) {
			t.Errorf("%v: %v", damage, err)
		}
	}
}

// Ensure random bytes anywhere in the file are either not noticed or damage, and that Open
// makes a file that works of it.
func TestDamagedPages(t *testing.T) {
	path := filled(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range sqlitetest.Runs(30) {
		damaged := copyOf(t, path)
		sqlitetest.Page(t, damaged, random)
		err := useAll(damaged)
		if err != nil && !IsDamaged(err) && !IsOtherSchema(err) {
			t.Errorf("%v", err)
		}
	}
}

func copyOf(tb testing.TB, path string) string {
	tb.Helper()
	data, err := os.ReadFile(path)
	must(tb, err)
	copied := filepath.Join(tb.TempDir(), "copy.db")
	must(tb, os.WriteFile(copied, data, 0o600))
	return copied
}

// Ensure what is no database of ours is replaced, and said so: nothing is left of a damaged one,
// and another program's is kept beside it.
func TestReplaced(t *testing.T) {
	whole, err := os.ReadFile(filled(t))
	must(t, err)
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	other, err := sqlite.Open(foreign, sqlite.Options{})
	must(t, err)
	_, err = other.Exec(`CREATE TABLE theirs (x)`)
	must(t, err)
	must(t, other.EmptyLog())
	must(t, other.Close())
	theirs, err := os.ReadFile(foreign)
	must(t, err)
	later := bytes.Clone(whole)
	later[63] = byte(file.Number) + 1 // user_version, big endian
	for _, c := range []struct {
		name, why string
		data      []byte
		aside     bool
	}{
		{"cut", "damaged", whole[:len(whole)/2+100], false},
		{"header only", "too damaged to tell", whole[:100], true},
		{"zeroed", "too damaged to tell", make([]byte, len(whole)), true},
		{"text", "too damaged to tell", []byte(strings.Repeat("a shopping list\n", 999)), true},
		{"another program's", "not impressionism's", theirs, true},
		{"a later schema", "its schema was number 2", later, false},
		{"empty", "", nil, false},
	} {
		path := filepath.Join(t.TempDir(), "a.db")
		must(t, os.WriteFile(path, c.data, 0o600))
		if s, err := OpenRead(path); err == nil && c.name != "cut" {
			_ = s.Close()
			t.Errorf("%s: OpenRead opened it", c.name)
		} else if err != nil && !IsDamaged(err) && !IsOtherSchema(err) {
			t.Errorf("%s: OpenRead: %v", c.name, err)
		}
		if got := IsNewer(path); got != (c.name == "a later schema") {
			t.Errorf("%s: is newer: %v", c.name, got)
		}
		s, err := Open(path)
		must(t, err)
		if c.name == "cut" && s.Replaced() == "" { // shows later
			if _, err := s.Apply("/r", Changes{At: moment, Upsert: batch(1)}); !IsDamaged(err) {
				t.Errorf("%s: %v", c.name, err)
			}
			must(t, s.Rebuild("the file was damaged"))
		}
		if !strings.Contains(s.Replaced(), c.why) || c.why == "" && s.Replaced() != "" {
			t.Errorf("%s: replaced because %q", c.name, s.Replaced())
		}
		apply(t, s, "/r", batch(1)...)
		if search(t, s, "/r", "common", Filter{}) == "" {
			t.Errorf("%s: nothing is found afterwards", c.name)
		}
		must(t, s.Close())
		if got := len(sqlite.Aside(path)) > 0; got != c.aside {
			t.Errorf("%s: aside %v", c.name, got)
		}
		info, err := os.Stat(path)
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v", c.name, info.Mode())
		}
	}
}

// Ensure a file that is not there is not made by reading.
func TestOpenReadNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.db")
	if _, err := OpenRead(path); err == nil {
		t.Error("opened")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("made")
	}
}

// Ensure a sealed blob shows each bit that changed.
func TestSeal(t *testing.T) {
	blob := seal([]byte("postings"))
	if got, err := unseal(blob); err != nil || string(got) != "postings" {
		t.Errorf("got %q, %v", got, err)
	}
	for bit := range 8 * len(blob) {
		changed := bytes.Clone(blob)
		changed[bit/8] ^= 1 << (bit % 8)
		if _, err := unseal(changed); err == nil {
			t.Errorf("bit %d", bit)
		}
	}
	for n := range len(blob) {
		if _, err := unseal(blob[:n]); err == nil {
			t.Errorf("cut to %d", n)
		}
	}
}
