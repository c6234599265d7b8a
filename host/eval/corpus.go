// Package eval measures choosing on labelled prompts: a corpus becomes a
// catalog, each prompt goes through the same host as in a hook, rankings come
// out, and labels score them. Who answers never sees the labels. Files and
// metrics are those of evalkit.py, the harness that came with the data sets.
package eval

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/tool"
)

// Corpus is the catalog of a data set.
type Corpus struct {
	Hash  string // SHA-256 of the file, hex
	items []Item
	byID  map[string]int
	kind  string // of items that name none
}

// Item is one line of a corpus.jsonl.
type Item struct {
	ID          string   `json:"id"`
	Kind        string   `json:"kind,omitempty"` // as in abi.Ref; empty: that of the corpus
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Keywords    []string `json:"keywords"`
	Body        string   `json:"body"`
	Paths       []string `json:"paths,omitempty"` // of a lesson: globs of the files that it is about
	// Card is what people type when they need the item; null: nobody wrote that down.
	Card *card.Card `json:"card,omitempty"`
}

// ReadCorpus reads a corpus.jsonl: one item a line, ids unique.
func ReadCorpus(r io.Reader) (Corpus, error) {
	sum := sha256.New()
	c := Corpus{byID: map[string]int{}}
	err := readLines(io.TeeReader(r, sum), func(line []byte) error {
		var item Item
		if err := json.Unmarshal(line, &item); err != nil {
			return err
		}
		if item.ID == "" {
			return fmt.Errorf("id is missing")
		}
		if _, twice := c.byID[item.ID]; twice {
			return fmt.Errorf("id %q comes twice", item.ID)
		}
		if item.Card != nil {
			clean, err := item.Card.Clean()
			if err != nil {
				return fmt.Errorf("card of %q: %w", item.ID, err)
			}
			item.Card = &clean
		}
		c.byID[item.ID] = len(c.items)
		c.items = append(c.items, item)
		return nil
	})
	if err != nil {
		return Corpus{}, fmt.Errorf("read corpus: %w", err)
	}
	c.Hash = hex.EncodeToString(sum.Sum(nil))
	return c, nil
}

// part is a corpus of some items of this one, in the order of their ids.
func (c Corpus) part(ids []string) (Corpus, error) {
	sum := sha256.New()
	p := Corpus{byID: map[string]int{}, kind: c.kind}
	for _, id := range ids {
		at, ok := c.byID[id]
		if _, twice := p.byID[id]; twice || !ok {
			return Corpus{}, fmt.Errorf("id %q comes twice, or the corpus does not have it", id)
		}
		p.byID[id] = len(p.items)
		p.items = append(p.items, c.items[at])
		_, _ = fmt.Fprintln(sum, c.Hash, id) // a hash never fails
	}
	p.Hash = hex.EncodeToString(sum.Sum(nil))
	return p, nil
}

// Of returns the corpus as one of items of a kind, but for those that name their own.
func (c Corpus) Of(kind string) Corpus {
	sum := sha256.Sum256([]byte(c.Hash + " " + kind))
	c.kind, c.Hash = kind, hex.EncodeToString(sum[:])
	return c
}

// Has reports whether an item is in the corpus.
func (c Corpus) Has(id string) bool {
	_, ok := c.byID[id]
	return ok
}

// Items are the lines of the corpus, in order.
func (c Corpus) Items() []Item { return c.items }

// Searched returns the item with the texts by which its kind is searched.
func (i Item) Searched(kind string) Item {
	switch kind {
	case abi.KindTool:
		i.Body = "" // the names of arguments are not searched
	case abi.KindLesson:
		if about := lesson.Subject(i.Paths); about != "" {
			i.Keywords = append(slices.Clone(i.Keywords), about)
		}
	}
	return i
}

// Listing is the corpus as a workspace's catalog.
func (c Corpus) Listing() catalog.Listing {
	listing := catalog.Listing{}
	for _, item := range c.items {
		listing.Entries = append(listing.Entries, catalog.Entry{
			Kind: cmp.Or(item.Kind, c.kind, abi.KindSkill), ID: item.ID, Source: catalog.SourceUser, Path: corpusPath(item.ID),
			Stat: catalog.Stat{Size: int64(len(item.Body))},
		})
	}
	return listing
}

// corpusPath is the made-up path of an item: corpora have no files.
func corpusPath(id string) string { return "/corpus/" + id + "/SKILL.md" }

// Load returns the item behind an entry of Listing.
func (c Corpus) Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	at, ok := c.byID[entry.ID]
	if !ok {
		return catalog.Item{}, "", nil, fmt.Errorf("the corpus has no item %q", entry.ID)
	}
	item, hidden := c.items[at].Searched(entry.Kind), ""
	if entry.Kind == abi.KindTool {
		hidden = tool.Hides(item.Description)
	}
	encoded, err := json.Marshal(item)
	if err != nil {
		return catalog.Item{}, "", nil, err
	}
	sum := sha256.Sum256(encoded)
	return catalog.Item{
		Name: item.Name, Description: item.Description, ListedDescription: item.Description,
		Keywords: item.Keywords, Body: item.Body, Card: item.Card, Hidden: hidden,
	}, hex.EncodeToString(sum[:]), nil, nil
}
