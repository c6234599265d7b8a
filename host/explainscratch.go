package host

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/rank"
)

// Scratch is a copy of an index in which one item may be described otherwise:
// it is weighed, embedded and calibrated as an edited file would be.
type Scratch struct {
	sources index.Sources
	recipe  *rank.Recipe
	index   *index.Index
	listing catalog.Listing
	at      int // of the item in the listing
	edits   int64
}

// NewScratch copies an index into a folder, which is the caller's to remove.
func (h *Host) NewScratch(x *index.Index, folder string, listing catalog.Listing, kind, id string) (*Scratch, error) {
	at := slices.IndexFunc(listing.Entries, func(e catalog.Entry) bool { return e.Kind == kind && e.ID == id })
	if at < 0 {
		return nil, fmt.Errorf("copy index: there is no %s %s", kind, id)
	}
	path := filepath.Join(folder, "index.db")
	if err := x.Copy(path); err != nil {
		return nil, err
	}
	scratch, err := index.Open(path)
	if err != nil {
		return nil, err
	}
	s := &Scratch{sources: h.Sources(), recipe: h.Recipe, index: scratch, listing: listing, at: at}
	if h.Passages != nil {
		s.sources.Model, s.sources.Embed = h.Passages.Model, h.Passages.Embedder(nil)
	}
	s.listing.Entries = slices.Clone(listing.Entries)
	return s, nil
}

// Close ends the use of the copy.
func (s *Scratch) Close() error { return s.index.Close() }

// Describe gives the catalog as it would be with another description of the
// item; thresholds stay as they are unless it is calibrated, which takes long.
// The view must be closed before the next one is asked for.
func (s *Scratch) Describe(description string, calibrated bool) (*index.View, error) {
	s.edits++
	entry := &s.listing.Entries[s.at]
	entry.Stat.ModTime = -s.edits // unlike any file's: it is read again
	sources := s.sources
	sources.Load = func(e catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		item, hash, rejection, err := s.sources.Load(e)
		if e.Path == entry.Path {
			item.Description, hash = description, fmt.Sprintf("%s+%d", hash, s.edits)
		}
		return item, hash, rejection, err
	}
	var err error
	if calibrated {
		_, err = s.index.Refresh(context.Background(), s.listing, sources, index.Options{})
	} else {
		err = s.index.Reread(context.Background(), s.listing, sources)
	}
	if err != nil {
		return nil, fmt.Errorf("describe %s otherwise: %w", entry.ID, err)
	}
	return s.index.View(s.listing, s.recipe)
}
