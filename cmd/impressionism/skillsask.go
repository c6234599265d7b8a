package main

import (
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// catalogSearch asks the workspace's index, brought up to date, many questions.
type catalogSearch struct {
	app      *app
	listing  catalog.Listing
	recipe   *rank.Recipe
	index    *index.Index
	view     *index.View
	embedder embedding.Embedder
	words    error // why words alone are compared, or nil
}

func (a *app) openSearch(workspace string) (*catalogSearch, error) {
	s := &catalogSearch{app: a, listing: a.list(workspace), recipe: a.recipe()}
	var err error
	if s.index, _, err = a.freshIndex(s.listing, a.wire(workspace, nil)); err != nil {
		return nil, err
	}
	if s.view, err = s.index.View(s.listing, a.pools()); err != nil {
		return nil, errors.Join(err, s.close())
	}
	model := a.model(queries)
	switch {
	case model == nil:
		s.words = errors.New("no embedding model is installed; run: impressionism model install")
	case model.Broken() != nil:
		s.words = model.Broken()
	case model.Identity() != s.view.Model():
		s.words = errors.New("the index has no vectors of this model yet; run: impressionism index")
	default:
		s.embedder, s.words = model.Await(nil)
	}
	return s, nil
}

func (s *catalogSearch) close() error {
	var err error
	if s.view != nil {
		err = s.view.Close()
	}
	return errors.Join(err, s.index.Close())
}

// tier is what answers are made of.
func (s *catalogSearch) tier() string {
	if s.words != nil {
		return index.TierLexical
	}
	return index.TierModel
}

// notes tell people why answers are poorer than they could be.
func (s *catalogSearch) notes() []string {
	if s.words == nil {
		return []string{}
	}
	return []string{"words only: " + s.words.Error()}
}

// isAbout reports that a text says enough to be about something.
func (s *catalogSearch) isAbout(text string) bool { return !s.recipe.Silent(rank.Prompt(text)) }

// byWords ranks all items for a text by words alone.
func (s *catalogSearch) byWords(text string) ([]probe.Standing, error) { return s.ask(text, nil) }

// byMeaning ranks by words and meaning, as far as a model is at hand and knows
// the language.
func (s *catalogSearch) byMeaning(text string) ([]probe.Standing, error) {
	query := rank.Prompt(text)
	if s.words != nil || rank.Foreign(query.Text) {
		return s.byWords(text)
	}
	vector, err := s.embedder.Embed(query.Text)
	if err != nil {
		return nil, fmt.Errorf("embed a prompt: %w", err)
	}
	return s.ask(text, vector)
}

func (s *catalogSearch) ask(text string, vector []float32) ([]probe.Standing, error) {
	hits, err := s.view.Search(index.Query{Query: rank.Prompt(text), Vector: vector})
	if err != nil {
		return nil, fmt.Errorf("search the catalog: %w", err)
	}
	standings := make([]probe.Standing, len(hits))
	for i, hit := range hits {
		standings[i] = probe.Standing{ID: hit.Ref.ID, Logit: hit.Logit, Fit: hit.Relevance}
	}
	return standings, nil
}

// head is the stored vector of an item's description, or nil.
func (s *catalogSearch) head(id string) ([]float32, error) {
	for _, entry := range s.listing.Entries {
		if entry.ID != id {
			continue
		}
		if key, ok := s.view.Key(entry.Ref()); ok {
			return s.view.Vector(key)
		}
	}
	return nil, nil
}

// items reads every item that the model may be told of.
func (s *catalogSearch) items() []probe.Item {
	var items []probe.Item
	for _, entry := range s.listing.Entries {
		item, _, rejection, err := s.app.kinds.Load(entry)
		if err != nil || rejection != nil || !s.view.Has(entry.Ref()) {
			continue // told by: impressionism skills lint
		}
		items = append(items, probeItem(entry.ID, item))
	}
	return items
}

func probeItem(id string, item catalog.Item) probe.Item {
	return probe.Item{
		ID: id, When: item.WhenToUse,
		Document: rank.Document{Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body},
	}
}
