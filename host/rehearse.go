package host

import (
	"context"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Rehearse answers an event of the past as Respond would have, on a view as it
// is now: the same steps in the same order, but no index is refreshed, nothing is
// retained or removed, and there are no deadlines. What is recorded and decided
// goes to h.Sessions, which should be a scratch store. What was searched may be
// shared by hosts that are asked about the same view.
func (h *Host) Rehearse(ctx context.Context, event abi.Event, view *index.View, searches *Searches) Response {
	e := &exchange{Host: h, ctx: ctx, event: event, steps: map[string]int64{}}
	e.response.Report = &index.Report{} // the view is all there is: nothing waits to be indexed
	e.step("record", e.record)
	switch {
	case event.Name == abi.EventSessionEnded:
		e.step("usage", e.sumUp)
	case e.asks():
		e.decideOn(view, searches)
	}
	return e.response
}

// searchesMax bounds how many texts Searches remembers: those of one event, for
// rulesets that search for more than the prompt.
const searchesMax = 32

// Searches remembers what was found on one view, by text. nil remembers nothing.
type Searches struct {
	lexical, dense map[string][]index.Hit
	vectors        map[string][]float32
	items          map[int64]abi.Item // by key, without embeddings; at most the catalog
}

// item reads an item of the view, or gives what was read before.
func (s *Searches) item(view *index.View, key int64) (abi.Item, error) {
	if s == nil {
		return view.Item(key)
	}
	if item, ok := s.items[key]; ok {
		return item, nil
	}
	item, err := view.Item(key)
	if err == nil {
		if s.items == nil {
			s.items = map[int64]abi.Item{}
		}
		s.items[key] = item
	}
	return item, err
}

// hits searches the view for what a text asks, or gives what was found before. They are the caller's
// to change.
func (s *Searches) hits(view *index.View, text string, query index.Query) ([]index.Hit, error) {
	if s == nil {
		return view.Search(query)
	}
	known := &s.lexical
	if query.Vector != nil {
		known = &s.dense
	}
	if hits, ok := (*known)[text]; ok {
		return slices.Clone(hits), nil
	}
	hits, err := view.Search(query)
	if err != nil {
		return nil, err
	}
	keep(known, text, slices.Clone(hits))
	return hits, nil
}

// vector embeds a text, or gives what it was before.
func (s *Searches) vector(text string, embed func(string) ([]float32, error)) ([]float32, error) {
	if s == nil {
		return embed(text)
	}
	if vector, ok := s.vectors[text]; ok {
		return vector, nil
	}
	vector, err := embed(text)
	if err != nil {
		return nil, err
	}
	keep(&s.vectors, text, vector)
	return vector, nil
}

func keep[T any](known *map[string]T, text string, value T) {
	if *known == nil || len(*known) >= searchesMax {
		*known = map[string]T{}
	}
	(*known)[text] = value
}
