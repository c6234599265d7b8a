package main

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/store/index"
)

// reachedWithin is how far down a search people and models look.
const reachedWithin = 5

// reach asks the search for items by what they say of themselves.
type reach struct {
	view  *index.View
	model *embedding.Model
	tier  string
}

// place gives an item's place in the search for its own description without its
// names, from 1; 0 where it is not among the first of `within`.
func (r *reach) place(id string, item catalog.Item, within int, names ...string) (int, error) {
	query := probe.Unnamed(item.Description, append(names, id, item.Name)...)
	if query == "" {
		return 0, nil
	}
	found, err := find.In(r.view, query, within, r.model)
	if err != nil {
		return 0, fmt.Errorf("search for %s: %w", id, err)
	}
	r.tier = found.Tier
	return 1 + slices.IndexFunc(found.Items, func(f find.Item) bool { return f.Item.Ref.ID == id }), nil
}
