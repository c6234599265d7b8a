// Package find searches for a person, by words, meaning and full text, and explains
// what was found. Nothing is gated: a person who asks with one word wants an answer.
package find

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Found is the answer to a person's search.
type Found struct {
	Items []Item
	Tier  string
	Note  error // why words alone were used, or nil
}

// Item is one item of it.
type Item struct {
	Item    abi.Item
	Hit     index.Hit
	Snippet string
	Doubt   string // what it names that is gone, in words
}

// Query is a search.
type Query struct {
	Text  string
	Limit int
	Kinds []string // of items; empty: all
	Bare  bool     // without snippets, for who asks for many
}

// Find returns at most so many items: those nearest by words and, as far as there is a
// model, by meaning, then those that full text finds, which sees whole bodies.
func Find(x *index.Index, listing catalog.Listing, pools catalog.Pools, query Query, model *embedding.Model) (Found, error) {
	view, err := x.View(listing, pools)
	if err != nil {
		return Found{}, err
	}
	defer view.Close()
	return In(view, query, model)
}

// In is Find for whoever asks more than once of one view.
func In(view *index.View, query Query, model *embedding.Model) (Found, error) {
	found := Found{Tier: index.TierLexical}
	q := index.Query{Query: rank.NewQuery(query.Text), Kinds: query.Kinds}
	if q.Vector, found.Note = model.Query(query.Text, view.Model(), nil); found.Note == nil {
		found.Tier = index.TierModel
	}
	hits, err := view.Search(q)
	if err != nil {
		return found, err
	}
	var texts []index.TextHit
	if !query.Bare || len(hits) < query.Limit {
		if texts, err = view.Text(query.Text, query.Kinds, query.Limit); err != nil {
			return found, err
		}
	}
	snippets := map[int64]string{}
	listed := map[int64]bool{}
	for _, text := range texts {
		snippets[text.Key] = text.Snippet
	}
	for _, hit := range hits[:min(query.Limit, len(hits))] {
		listed[hit.Key] = true
		if err := found.add(view, hit, snippets[hit.Key]); err != nil {
			return found, err
		}
	}
	for _, text := range texts {
		if listed[text.Key] || len(found.Items) >= query.Limit {
			continue
		}
		if err := found.add(view, index.Hit{Key: text.Key}, text.Snippet); err != nil {
			return found, err
		}
	}
	return found, nil
}

func (f *Found) add(view *index.View, hit index.Hit, snippet string) error {
	item, err := view.Item(hit.Key)
	if err != nil {
		return fmt.Errorf("read what was found: %w", err)
	}
	f.Items = append(f.Items, Item{Item: item, Hit: hit, Snippet: snippet, Doubt: view.Doubt(hit.Key)})
	return nil
}
