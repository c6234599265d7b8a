package index

import (
	"reflect"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure words that were read once score as a search does, however often, and with
// meaning after without.
func TestWordsScoreAsSearches(t *testing.T) {
	s := newShelf(t)
	s.put("one", "write database migrations")
	s.put("two", "write database migrations")
	s.put("other", "draw pelicans for migrations")
	s.refresh(true, Options{})
	view := s.view()
	query := rank.Prompt("write database migrations")
	words, err := view.Words(query)
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range [][]float32{nil, wordVector(query.Text), nil} {
		q := Query{Query: query, Vector: vector}
		want, err := view.Search(q)
		if err != nil || len(want) != 3 {
			t.Fatalf("got %v, %v", want, err)
		}
		if got, err := view.Score(words, q); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("vector %t: got %+v, %v\nwant %+v", vector != nil, got, err, want)
		}
	}
}
