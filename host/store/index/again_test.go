package index

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// ids are those that a kept index shows of a listing, after a refresh for a prompt.
func (s *shelf) idsOf(x *Index, listing catalog.Listing) []string {
	s.tb.Helper()
	_, err := x.Refresh(s.tb.Context(), listing, s.sources(false), Options{Hurry: true})
	if err != nil {
		s.tb.Fatal(err)
	}
	view, err := x.View(listing, pools)
	if err != nil {
		s.tb.Fatal(err)
	}
	defer view.Close()
	var ids []string
	for _, id := range view.IDs() {
		key, ok := view.Key(view.items[len(ids)].ref)
		item, err := view.Item(key)
		if !ok || err != nil || item.Ref.ID != id {
			s.tb.Fatalf("%s: got %+v, %v", id, item, err)
		}
		ids = append(ids, id+"="+item.Description)
	}
	return ids
}

// Ensure an index that stays open answers from what it found last, and sees every change:
// of a file, of the listing, and by another process.
func TestAgain(t *testing.T) {
	s := newShelf(t)
	s.put("a", "Write migrations")
	s.put("b", "Bake bread")
	kept, err := OpenKept(s.path())
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	expect := func(after string, again bool, want ...string) {
		t.Helper()
		listing := s.listing()
		version, err := kept.version()
		if err != nil || kept.isLast(listing, pools, version) != again {
			t.Errorf("%s: found again is %t, %v", after, !again, err)
		}
		if got := s.idsOf(kept, listing); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", after, got, want)
		}
	}
	expect("at first", false, "a=Write migrations", "b=Bake bread")
	view := kept.last.view
	expect("nothing changed", true, "a=Write migrations", "b=Bake bread")
	if kept.last.view != view || view == nil {
		t.Error("the view was read again")
	}
	s.put("b", "Bake rye bread")
	expect("a file changed", false, "a=Write migrations", "b=Bake rye bread")
	s.put("c", "Plan a journey")
	s.refreshOf(s.listing(), true, Options{}) // by another connection, which embeds as well
	expect("another process indexed it", false, "a=Write migrations", "b=Bake rye bread", "c=Plan a journey")
	if err := os.Remove(filepath.Join(s.root, "skills", "a", "SKILL.md")); err != nil {
		t.Fatal(err)
	}
	expect("a file is gone", false, "b=Bake rye bread", "c=Plan a journey")
	expect("nothing changed", true, "b=Bake rye bread", "c=Plan a journey")
	for _, elsewhere := range []catalog.Listing{{Workspace: "/elsewhere"}, {Home: "/elsewhere"}} {
		elsewhere.Entries = s.listing().Entries
		if version, err := kept.version(); err != nil || kept.isLast(elsewhere, pools, version) {
			t.Errorf("that of another workspace or home is taken for the same: %v", err)
		}
	}
	listing := s.listing()
	other := *rank.Default()
	other.Foreign = &rank.Weights{}
	if version, err := kept.version(); err != nil || kept.isLast(listing, catalog.Pools{Default: &other}, version) {
		t.Errorf("what other recipes rank is taken for the same: %v", err)
	}
	if err := kept.Rebuild("for the test"); err != nil {
		t.Fatal(err)
	}
	expect("the index was made again", false, "b=Bake rye bread", "c=Plan a journey")
	s.put("d", "Sing songs")
	late := s.listing()
	if _, err := kept.Refresh(t.Context(), late, s.sources(false), Options{Hurry: true, Late: func() bool { return true }}); err != nil || kept.last != nil {
		t.Errorf("a refresh without time for all is taken for the last: %v", err)
	}
	expect("with time again", false, "b=Bake rye bread", "c=Plan a journey", "d=Sing songs")
}
