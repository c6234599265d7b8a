package index

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure an item clearly behind the best one counts less than it fits, that items which fit
// alike do not take from each other, and that an item which the settings leave out takes
// from none.
func TestBehind(t *testing.T) {
	s := newShelf(t)
	s.put("one", "write safe database migrations for postgres tables")
	s.put("two", "write safe database migrations for postgres tables")
	s.put("behind", "write postgres reports")
	s.refresh(false, Options{})
	view := s.view()
	hits, err := view.Search(Query{Query: rank.Prompt("write safe database migrations for our postgres tables")})
	if err != nil || len(hits) != 3 {
		t.Fatalf("got %v, %v", hits, err)
	}
	for i, hit := range hits {
		best := i < 2
		if lowered := hit.Odds < hit.Logit; lowered == best || lowered != !hit.Ahead.IsZero() || (hit.Similarity < hit.Relevance) != lowered {
			t.Errorf("%s: logit %v, odds %v, behind %q, similarity %v, relevance %v", hit.Ref.ID, hit.Logit, hit.Odds, hit.Ahead, hit.Similarity, hit.Relevance)
		}
	}
	kept, left := view.Without(hits, func(id string) bool { return id != "behind" })
	if len(kept) != 1 || len(left) != 2 || kept[0].Odds != kept[0].Logit || kept[0].Ahead != (abi.Ref{}) {
		t.Errorf("alone: kept %+v of %d", kept, len(kept)+len(left))
	}
}
