package host

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Found is the answer to a person's search.
type Found struct {
	Items []FoundItem
	Tier  string
	Note  error // why words alone were used, or nil
}

// FoundItem is one item of it.
type FoundItem struct {
	Item    abi.Item
	Hit     index.Hit
	Snippet string
}

// Find searches for a person: by words and meaning fused, as far as there is a
// model, then by full text, which sees whole bodies. Nothing is gated: a person
// who asks with one word wants an answer.
func (h *Host) Find(x *index.Index, listing catalog.Listing, query string, limit int, model *Model) (Found, error) {
	view, err := x.View(listing, h.Pools)
	if err != nil {
		return Found{}, err
	}
	defer view.Close()
	return h.FindIn(view, query, limit, model)
}

// FindIn is Find for whoever asks more than once of one view.
func (h *Host) FindIn(view *index.View, query string, limit int, model *Model) (Found, error) {
	found := Found{Tier: TierLexical}
	q := index.Query{Query: rank.NewQuery(query)}
	if q.Vector, found.Note = queryVector(view, query, model); found.Note == nil {
		found.Tier = TierModel
	}
	hits, err := view.Search(q)
	if err != nil {
		return found, err
	}
	texts, err := view.Text(query, limit)
	if err != nil {
		return found, err
	}
	snippets := map[int64]string{}
	listed := map[int64]bool{}
	for _, text := range texts {
		snippets[text.Key] = text.Snippet
	}
	for _, hit := range hits[:min(limit, len(hits))] {
		listed[hit.Key] = true
		if err := found.add(view, hit, snippets[hit.Key]); err != nil {
			return found, err
		}
	}
	for _, text := range texts {
		if listed[text.Key] || len(found.Items) >= limit {
			continue
		}
		if err := found.add(view, index.Hit{Key: text.Key}, text.Snippet); err != nil {
			return found, err
		}
	}
	return found, nil
}

func queryVector(view *index.View, query string, model *Model) ([]float32, error) {
	if err := model.Broken(); err != nil {
		return nil, err
	}
	if id := model.Identity(); id != "" && id != view.Model() {
		return nil, errNotEmbedded
	}
	embedder, err := model.Await(nil)
	if err != nil {
		return nil, err
	}
	return embedder.Embed(query)
}

func (f *Found) add(view *index.View, hit index.Hit, snippet string) error {
	item, err := view.Item(hit.Key)
	if err != nil {
		return fmt.Errorf("read what was found: %w", err)
	}
	f.Items = append(f.Items, FoundItem{Item: item, Hit: hit, Snippet: snippet})
	return nil
}
