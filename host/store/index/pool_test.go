package index

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/abi"
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
		view, err := s.index.View(listing, rank.Default())
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		if hits, err = view.Search(query); err != nil {
			t.Fatal(err)
		}
		hits = slices.DeleteFunc(hits, func(h Hit) bool { return !of(h) })
		for _, p := range view.pools {
			if p.name == "listed" {
				found = fmt.Sprintf("%+v %+v", hits, p)
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
