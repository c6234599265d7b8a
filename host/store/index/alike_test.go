package index

import (
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that a hit knows those that say nearly the same, once however often
// hits are moved, and that where nothing is embedded nothing is known.
func TestAlike(t *testing.T) {
	for _, embed := range []bool{true, false} {
		s := newShelf(t)
		s.put("one", "write database migrations")
		s.put("two", "write database migrations")
		s.put("other", "draw pelicans for migrations")
		s.refresh(embed, Options{})
		view := s.view()
		q := Query{Query: rank.Prompt("write database migrations")}
		hits, err := view.Search(q)
		if err != nil || len(hits) != 3 {
			t.Fatalf("got %v, %v", hits, err)
		}
		if hits, err = view.Lift(hits, Context{}); err != nil {
			t.Fatal(err)
		}
		ids := map[int64]string{}
		for _, hit := range hits {
			ids[hit.Key] = hit.Ref.ID
		}
		for _, hit := range hits {
			var got []string
			for _, alike := range hit.Alike {
				got = append(got, ids[alike.Key])
				if alike.Cosine < pools.Default.Best.Duplicate || alike.Key == hit.Key {
					t.Errorf("%s: got %+v", hit.Ref.ID, alike)
				}
			}
			want := map[string]string{"one": "two", "two": "one"}[hit.Ref.ID]
			if !embed {
				want = ""
			}
			if (want == "" && len(got) > 0) || (want != "" && (len(got) != 1 || got[0] != want)) {
				t.Errorf("embedded %t, %s: got %v, want %q", embed, hit.Ref.ID, got, want)
			}
		}
	}
}
