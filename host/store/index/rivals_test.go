package index

import (
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that where a recipe asks which item is meant, a rival lowers the best item, which
// then lies behind none, and that a copy of the item is no rival.
func TestRivals(t *testing.T) {
	s := newShelf(t)
	s.put("one", "write safe database migrations for postgres tables")
	s.put("copy", "write safe database migrations for postgres tables")
	s.put("rival", "write database migrations for postgres tables with views")
	s.refresh(true, Options{})
	view := s.view()
	recipe := *view.recipe
	recipe.Best.Rivals = 1
	for _, part := range view.parts {
		part.recipe = &recipe
	}
	odds := func(ids ...string) (best, lowered float64) {
		hits, err := view.Search(Query{Query: rank.Prompt("write safe database migrations for our postgres tables")})
		if err != nil {
			t.Fatal(err)
		}
		kept, _ := view.Without(hits, func(id string) bool { return !slices.Contains(ids, id) })
		if !kept[0].Ahead.IsZero() {
			t.Errorf("%v: the best lies behind %v", ids, kept[0].Ahead)
		}
		return kept[0].Odds, kept[0].Logit - kept[0].Odds
	}
	alone, _ := odds("one")
	if copied, _ := odds("one", "copy"); copied != alone {
		t.Errorf("with a copy: got odds %v, want %v", copied, alone)
	}
	if with, lowered := odds("one", "rival"); with >= alone || lowered <= 0 {
		t.Errorf("with a rival: got odds %v, alone %v", with, alone)
	}
}
