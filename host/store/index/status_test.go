package index

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

// handOf are the cards of a user, by what they ask for.
type handOf map[string]card.Card

func (h handOf) Stamp() string { return fmt.Sprint(len(h)) }

func (h handOf) Get(hash string) (card.Card, error) {
	if c, ok := h[hash]; ok {
		return c, nil
	}
	return card.Card{}, fs.ErrNotExist
}

// Ensure that cards are counted as they count now: the user's before an author's, one that
// the index has not looked at yet as not ready, and none of an item that is hidden.
func TestCardsAreCounted(t *testing.T) {
	s := newShelf(t)
	for _, id := range []string{"both", "author", "own", "none", "hidden"} {
		s.put(id, "Write "+id+"\n")
	}
	own := handOf{}
	one := card.Card{Asks: []string{"write me one"}}
	hashes := map[string]string{}
	src := s.sources(false)
	src.Cards = own
	src.Load = func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		item, hash, rejection, err := s.load(entry)
		hashes[entry.ID] = hash
		switch entry.ID {
		case "both", "author", "hidden":
			item.Card = &one
		}
		if entry.ID == "hidden" {
			item.Hidden = "disable-model-invocation"
		}
		return item, hash, rejection, err
	}
	want := func(when string, want CardCounts) {
		t.Helper()
		if cards, err := s.index.CardsOf(own, s.listing().Entries); err != nil || cards != want {
			t.Errorf("%s: got %+v, %v, want %+v", when, cards, err, want)
		}
	}
	refresh := func() {
		t.Helper()
		if _, err := s.index.Refresh(context.Background(), s.listing(), src, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	want("authors' alone", CardCounts{Items: 4, Author: 2, ByWords: 2})
	for _, id := range []string{"both", "own", "hidden"} {
		own[hashes[id]] = card.Card{Asks: []string{"write it for me"}}
	}
	want("before the index looks", CardCounts{Items: 4, Own: 2, Author: 1, ByWords: 1})
	refresh()
	want("after it looked", CardCounts{Items: 4, Own: 2, Author: 1, ByWords: 3})
	src.Embed, src.Model = s.embed, s.model
	refresh()
	want("with a model", CardCounts{Items: 4, Own: 2, Author: 1, ByWords: 3, ByMeaning: 3})
	if cards, err := s.index.CardsOf(own, nil); err != nil || cards != (CardCounts{}) {
		t.Errorf("of no entries: got %+v, %v", cards, err)
	}
	of := s.listing().Entries
	elsewhere := of[0]
	elsewhere.Root = "/elsewhere"
	if cards, err := s.index.CardsOf(own, append(slices.DeleteFunc(slices.Clone(of), func(entry catalog.Entry) bool { return entry.ID == "both" }), elsewhere)); err != nil || cards != (CardCounts{Items: 3, Own: 1, Author: 1, ByWords: 2, ByMeaning: 2}) {
		t.Errorf("of some entries: got %+v, %v", cards, err)
	}
	delete(own, hashes["both"])
	want("one was removed", CardCounts{Items: 4, Own: 1, Author: 2, ByWords: 2, ByMeaning: 2})
	if cards, err := s.index.CardsOf(nil, s.listing().Entries); err != nil || cards.Own != 0 {
		t.Errorf("without a folder: got %+v, %v", cards, err)
	}
}
