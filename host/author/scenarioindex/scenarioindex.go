// Package scenarioindex indexes a scenario's items in memory and searches them as a hook
// does without a model. It stands apart from ruletest, which SDKs use where there is no C
// compiler.
package scenarioindex

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/index"
)

// memoryIndex is an index of items that lie on no disk.
type memoryIndex struct {
	*decide.Searcher
	index *index.Index
	view  *index.View
}

// Open indexes items in memory. It is for ruletest.Player's Index.
func Open(pools catalog.Pools, now func() time.Time, items []abi.Item) (ruletest.Searcher, error) {
	x, err := index.OpenMemory(nil)
	if err != nil {
		return nil, err
	}
	listing, load := listed(items)
	sources := index.Sources{Load: load, Pools: pools, Now: now}
	if _, err := x.Refresh(context.Background(), listing, sources, index.Options{}); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	view, err := x.View(listing, pools)
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return &memoryIndex{decide.NewSearcher(view), x, view}, nil
}

// Close ends the use of the index.
func (m *memoryIndex) Close() error { return errors.Join(m.view.Close(), m.index.Close()) }

// listed returns items as a catalog has files.
func listed(items []abi.Item) (catalog.Listing, func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)) {
	var listing catalog.Listing
	known := map[string]abi.Item{}
	for _, item := range items {
		path := "/" + item.Ref.Kind + "/" + item.Ref.ID
		known[path] = item
		listing.Entries = append(listing.Entries, catalog.Entry{Kind: item.Ref.Kind, ID: item.Ref.ID, Source: catalog.SourceUser, Path: path})
	}
	return listing, func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		item := known[entry.Path]
		encoded, err := json.Marshal(item)
		name := item.Name
		if name == "" {
			name = item.Ref.ID
		}
		return catalog.Item{
			Name: name, Description: item.Description, ListedDescription: item.Description, Keywords: item.Keywords, Sticky: item.Sticky,
		}, fmt.Sprintf("%x", sha256.Sum256(encoded)), nil, err
	}
}
