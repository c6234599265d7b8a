package host

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Shelf is an index of items that lie on no disk, searched as the hook does it
// where no model is installed. It is for tests of rulesets; it is not safe for
// concurrent use.
type Shelf struct {
	index  *index.Index
	view   *index.View
	finder *finder
}

// OpenShelf indexes items in a folder, which is the caller's to remove.
func OpenShelf(folder string, pools catalog.Pools, now func() time.Time, items []abi.Item) (*Shelf, error) {
	x, err := index.Open(filepath.Join(folder, "index.db"))
	if err != nil {
		return nil, err
	}
	s := &Shelf{index: x}
	listing, load := shelved(items)
	sources := index.Sources{Load: load, Pools: pools, Now: now}
	if _, err := x.Refresh(context.Background(), listing, sources, index.Options{}); err != nil {
		return nil, closing(s, err)
	}
	if s.view, err = x.View(listing, pools); err != nil {
		return nil, closing(s, err)
	}
	s.finder = newFinder(s.view, pools.Default, func(string) ([]float32, error) { return nil, errWords })
	return s, nil
}

var errWords = &abi.Fault{Code: abi.Unavailable, Message: "a scenario's index has no embedding model"}

func closing(s *Shelf, err error) error {
	_ = s.Close() // the first error is the one to tell
	return err
}

// shelved gives items as a catalog gives files.
func shelved(items []abi.Item) (catalog.Listing, func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)) {
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

// Search answers search.
func (s *Shelf) Search(request abi.SearchRequest, active []abi.Active) ([]abi.Candidate, error) {
	return (&answers{finder: s.finder, view: s.view, active: active}).Search(request)
}

// Relevance answers relevance.
func (s *Shelf) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	return (&answers{finder: s.finder, view: s.view}).Relevance(request)
}

// Neutral reports whether a prompt is about nothing in particular.
func (s *Shelf) Neutral(prompt string) (bool, error) {
	return s.finder.neutral(cutPrompt(prompt))
}

// Close ends the use of the index.
func (s *Shelf) Close() error {
	if s.view != nil {
		s.view.Close()
	}
	return s.index.Close()
}
