package index

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that items of another kind in the same workspace, however many and however
// well they fit, move nothing of what is found among skills, down to the last bit, nor
// the thresholds of skills; and that they are found themselves.
func TestPoolsMoveNothing(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations\nAdd columns safely.")
	s.put("testing", "Write unit tests\nMock the clock.")
	listing := s.listing()
	query := Query{Query: rank.NewQuery("write database tests"), Vector: wordVector("write database tests")}
	ask := func(of func(Hit) bool) (found string, hits []Hit) {
		t.Helper()
		s.refreshOf(listing, true, Options{})
		view, err := s.index.View(listing, pools)
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		if hits, err = view.Search(query); err != nil {
			t.Fatal(err)
		}
		hits = slices.DeleteFunc(hits, func(h Hit) bool { return !of(h) })
		for _, part := range view.Parts() {
			if part.Pool() == abi.KindSkill {
				found = fmt.Sprintf("%+v %+v %+v", hits, part.lexical, part.dense)
			}
		}
		return found, hits
	}
	skills := func(h Hit) bool { return h.Ref.Kind == abi.KindSkill }
	alone, _ := ask(skills)
	notes := s.elsewhere(filepath.Join(t.TempDir(), "notes"), 300)
	for _, entry := range notes.Entries {
		entry.Kind = "note"
		listing.Entries = append(listing.Entries, entry)
	}
	beside, _ := ask(skills)
	if beside != alone {
		t.Errorf("beside notes:\n%s\nalone:\n%s", beside, alone)
	}
	if _, hits := ask(func(h Hit) bool { return h.Ref.Kind == "note" }); len(hits) == 0 {
		t.Error("no note is found")
	}
}

// Ensure that a pool is not calibrated anew where only items of another pool change, and
// that no prompt of a listing without notes reads what notes there are.
func TestPoolsAreCalibratedApart(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	skills := s.listing()
	both := skills
	for i := range 3 {
		both.Entries = append(slices.Clone(both.Entries), catalog.Entry{Kind: "note", ID: fmt.Sprint("n", i), Source: catalog.SourceUser, Root: "notes"})
	}
	note := func(id string) string { return "Remember how " + id + " is done" }
	refresh := func(listing catalog.Listing) (seen map[string]string) {
		t.Helper()
		src := s.sources(true)
		src.Load = func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
			if entry.Path != "" {
				return s.load(entry)
			}
			return catalog.Item{Name: entry.ID, Description: note(entry.ID)}, note(entry.ID), nil, nil
		}
		if _, err := s.index.Refresh(t.Context(), listing, src, Options{}); err != nil {
			t.Fatal(err)
		}
		seen = map[string]string{}
		err := each(s.index.db, `SELECT pool, seen || dense_for FROM calibrations`, func(rows *sql.Rows) error {
			var pool, of string
			err := rows.Scan(&pool, &of)
			seen[pool] = of
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return seen
	}
	before := refresh(both)
	both.Entries[1].Stat.Size++
	note = func(id string) string { return "Remember to leave " + id + " alone" }
	after := refresh(both)
	if before["skill"] == "" || before["skill"] != after["skill"] {
		t.Errorf("skills are calibrated for %q, before a note changed for %q", after["skill"], before["skill"])
	}
	if before["note"] == "" || before["note"] == after["note"] {
		t.Errorf("notes are calibrated for %q before and after one changed", after["note"])
	}
	view, err := s.index.View(skills, pools)
	if err != nil {
		t.Fatal(err)
	}
	view.Close() // else the index cannot be written
	for _, within := range view.scopes {
		if n := s.rows(fmt.Sprintf(`SELECT COUNT(*) FROM items WHERE kind = 'note' AND key BETWEEN %d AND %d`, within.first(), within.last())); n > 0 {
			t.Errorf("a listing of skills reads a scope with %d notes", n)
		}
	}
	both.Entries = both.Entries[:3]
	refresh(both)
	if n := s.rows(`SELECT COUNT(*) FROM items WHERE kind = 'note'`); n != 2 {
		t.Errorf("the index has %d notes after one of three was dropped", n)
	}
}

// Ensure the pools of a view come in the order of the kinds, whatever their names: what words
// settle in an earlier one spares the later ones the model.
func TestPoolsInOrder(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations\nAdd columns safely.")
	listing := s.listing()
	notes := s.elsewhere(filepath.Join(t.TempDir(), "notes"), 3)
	for _, entry := range notes.Entries {
		entry.Kind = "a-note"
		listing.Entries = append(listing.Entries, entry)
	}
	s.refreshOf(listing, true, Options{})
	for _, order := range [][]string{{abi.KindSkill, "a-note"}, {"a-note", abi.KindSkill}} {
		var kinds catalog.Kinds
		for _, name := range order {
			kind := catalog.Kind{Name: name, Pool: name}
			if name == abi.KindSkill {
				kind.Recipe = rank.For
			}
			kinds = append(kinds, kind)
		}
		view, err := s.index.View(listing, kinds.Pools(""))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, part := range view.Parts() {
			got = append(got, part.Pool())
		}
		view.Close()
		if !slices.Equal(got, order) {
			t.Errorf("got %q, want %q", got, order)
		}
	}
}
