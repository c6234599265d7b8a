package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite/sqlitetest"
)

// startMax is what a session's start removes in these tests.
const startMax = 64

// answer is what a prompt finds, as the host asks: the index is brought up to date
// and searched, and made again where either finds damage.
func (s *shelf) answer(opt Options) (found string, err error) {
	listing := s.listing()
	_, err = s.index.Refresh(context.Background(), listing, s.sources(!opt.Hurry), opt)
	if err == nil {
		found, err = s.found("write database tests")
	}
	if IsDamaged(err) {
		return "", s.index.Rebuild("it was damaged")
	}
	return found, err
}

func (s *shelf) found(text string) (string, error) {
	view, err := s.index.View(s.listing(), pools)
	if err != nil {
		return "", err
	}
	defer view.Close()
	hits, err := view.Search(Query{Query: rank.NewQuery(text), Vector: wordVector(text)})
	if err != nil {
		return "", err
	}
	found := ""
	for _, hit := range hits {
		item, err := view.Item(hit.Key)
		if err != nil {
			return "", err
		}
		found += fmt.Sprintf("%s %.6f %v\n", item.Description, hit.Similarity, hit.Features.HasDense)
	}
	return found, nil
}

// damaged is a shelf whose index was damaged while nobody had it open.
func damaged(t *testing.T, whole []byte, template *shelf, damage func(path string)) *shelf {
	t.Helper()
	s := &shelf{tb: t, root: template.root, model: template.model}
	s.data = t.TempDir()
	if err := os.WriteFile(s.path(), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	s.open()
	s.refresh(true, Options{Check: true}) // which remembers that all is sound
	s.index.Close()
	damage(s.path())
	s.open()
	return s
}

// wholeIndex is a template of the tests below, with vectors, a second workspace and
// a text that came loose.
func wholeIndex(t *testing.T) (s *shelf, file []byte, want string) {
	t.Helper()
	s = newShelf(t)
	for i := range 12 {
		s.put(fmt.Sprintf("topic-%d", i), fmt.Sprintf("Topic number%d of many\nIt has a body, too.", i))
	}
	s.put("migrations", "Write database migrations\nAdd columns safely.")
	s.put("testing", "Write unit tests\nMock the clock.")
	s.put("broken", "BAD")
	s.refresh(true, Options{})
	s.put("topic-1", "Topic that was edited")
	s.refreshOf(s.elsewhere(t.TempDir(), 3), true, Options{})
	s.refresh(true, Options{})
	want, err := s.answer(Options{Hurry: true})
	if err != nil || want == "" {
		t.Fatalf("got %q, %v", want, err)
	}
	if err := s.index.db.EmptyLog(); err != nil {
		t.Fatal(err)
	}
	s.index.Close()
	file, err = os.ReadFile(s.path())
	if err != nil {
		t.Fatal(err)
	}
	return s, file, want
}

// mends holds that prompts do not fail for another reason than damage, that from the
// next session's start on they find what they found before, and that `index` alone
// brings that about as well.
func mends(t *testing.T, name string, make func() *shelf, want string) {
	t.Helper()
	s := make()
	for _, opt := range []Options{{Hurry: true}, {RemoveMax: startMax}, {Hurry: true}} {
		got, err := s.answer(opt)
		if err != nil {
			t.Errorf("%s: %+v: %v", name, opt, err)
		}
		if opt.Hurry {
			continue
		}
		if got == "" { // damage that showed only in the search
			got, err = s.answer(opt)
		}
		if got != want || err != nil {
			t.Errorf("%s: after a session's start: got\n%s%v, want\n%s", name, got, err, want)
		}
	}
	s.index.Close()
	s = make()
	if got, err := s.answer(Options{Check: true}); got != want || err != nil {
		t.Errorf("%s: after index: got\n%s%v, want\n%s", name, got, err, want)
	}
	if err := s.index.Check(); err != nil {
		t.Errorf("%s: after index: %v", name, err)
	}
	s.index.Close()
}

// Ensure that whatever a column holds is found by the next session's start and by
// `index`, and mended: prompts find what they found before.
func TestDamagedColumnsAreMended(t *testing.T) {
	template, file, want := wholeIndex(t)
	all := sqlitetest.Columns(t, template.path())
	every := max(1, len(all)/sqlitetest.Runs(24)) | 1 // another value in each column
	some := []sqlitetest.Damage{}
	for _, quiet := range []string{"items.hidden = 'damaged'", "items.length = -1", "details.description = 'damaged'", "postings.tf = -1", "vectors.vector = X'00ff'"} {
		some = append(some, sqlitetest.Named(t, template.path(), quiet))
	}
	for i := 0; i < len(all); i += every {
		some = append(some, all[i])
	}
	for _, damage := range some {
		mends(t, damage.String(), func() *shelf {
			return damaged(t, file, template, func(path string) { damage.Do(t, path) })
		}, want)
	}
}

// Ensure the same of bytes in any place of the file.
func TestDamagedPagesAreMended(t *testing.T) {
	template, file, want := wholeIndex(t)
	for run := range sqlitetest.Runs(6) {
		mends(t, fmt.Sprintf("pages, seed %d", run), func() *shelf {
			return damaged(t, file, template, func(path string) { sqlitetest.Page(t, path, rand.New(rand.NewPCG(uint64(run), 1))) })
		}, want)
	}
}

// Ensure that an index whose file could not be made again says so, whatever it is asked, and
// that it serves once the file can be.
func TestRebuildFails(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(false, Options{})
	if err := s.index.db.EmptyLog(); err != nil {
		t.Fatal(err)
	}
	aside := []string{s.path() + ".foreign-1", s.path() + ".foreign-2"}
	for _, path := range append(aside, s.path()) { // as many as are moved aside
		if err := os.WriteFile(path, []byte("somebody's text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.index.Rebuild("it was damaged"); err == nil {
		t.Fatal("somebody's file was replaced")
	}
	for name, ask := range map[string]func() error{
		"view": func() error { _, err := s.index.View(s.listing(), pools); return err },
		"refresh": func() error {
			_, err := s.index.Refresh(t.Context(), s.listing(), s.sources(true), Options{})
			return err
		},
		"hurry": func() error {
			_, err := s.index.Refresh(t.Context(), s.listing(), s.sources(false), Options{Hurry: true})
			return err
		},
		"reread":        func() error { return s.index.Reread(t.Context(), s.listing(), s.sources(false)) },
		"workspace":     func() error { _, _, err := s.index.Workspace("/w"); return err },
		"set workspace": func() error { return s.index.SetWorkspace("/w", "stamp", "words") },
		"generation":    func() error { _, err := s.index.Generation(); return err },
		"status":        func() error { _, err := s.index.Status(); return err },
		"cards":         func() error { _, err := s.index.CardsOf(nil, s.listing().Entries); return err },
		"outdated":      func() error { _, err := s.index.Outdated(s.listing(), pools); return err },
		"waits":         func() error { _, err := s.index.Waits(s.listing()); return err },
		"check":         func() error { return s.index.Check() },
		"mark":          func() error { _, err := s.index.Mark(); return err },
	} {
		func() {
			defer func() {
				if reason := recover(); reason != nil {
					t.Errorf("%s: panicked: %v", name, reason)
				}
			}()
			if err := ask(); err == nil || IsDamaged(err) {
				t.Errorf("%s: got %v, want an error that is no damage", name, err)
			}
		}()
	}
	s.index.LeaveLog()
	if err := s.index.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := os.Remove(aside[0]); err != nil {
		t.Fatal(err)
	}
	if err := s.index.Rebuild("it was damaged"); err != nil {
		t.Fatal(err)
	}
	s.refresh(false, Options{})
	expect(t, "search", s.best("database migrations", nil), "migrations")
}
