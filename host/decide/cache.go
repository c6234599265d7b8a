package decide

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Cache keeps the search results on one view, by pool and text, for the next decision
// on that view. The zero value is empty; it is not safe for concurrent use.
type Cache struct {
	lexical map[string]lexical
	dense   map[string][]index.Hit
	vectors map[string][]float32
	items   map[int64]abi.Item // by key, without embeddings; at most the catalog
}

// lexical is what words alone find.
type lexical struct {
	words index.Words
	hits  []index.Hit
}

// cachedMax bounds how many texts a Cache keeps: those of one event, for
// rulesets that search for more than the prompt.
const cachedMax = 32

// words scores the view by a text's words. The hits are the caller's to change.
func (c *Cache) words(view *index.View, text string, query rank.Query) (lexical, error) {
	found, err := kept(&c.lexical, view.Pool()+"\x00"+text, func() (lexical, error) {
		words, err := view.Words(query)
		if err != nil {
			return lexical{}, err
		}
		hits, err := view.Score(words, index.Query{Query: query})
		return lexical{words, hits}, err
	})
	found.hits = slices.Clone(found.hits)
	return found, err
}

// meaning adds a vector to what the words of a text gave. The hits are the caller's to
// change.
func (c *Cache) meaning(view *index.View, text string, words index.Words, query index.Query) ([]index.Hit, error) {
	hits, err := kept(&c.dense, view.Pool()+"\x00"+text, func() ([]index.Hit, error) { return view.Score(words, query) })
	return slices.Clone(hits), err
}

// vector embeds a text.
func (c *Cache) vector(text string, embed func(string) ([]float32, error)) ([]float32, error) {
	return kept(&c.vectors, text, func() ([]float32, error) { return embed(text) })
}

// item reads an item of the view.
func (c *Cache) item(view *index.View, key int64) (abi.Item, error) {
	if item, ok := c.items[key]; ok {
		return item, nil
	}
	item, err := view.Item(key)
	if err == nil {
		if c.items == nil {
			c.items = map[int64]abi.Item{}
		}
		c.items[key] = item
	}
	return item, err
}

// kept returns what is known of a text, or makes and keeps it.
func kept[T any](known *map[string]T, text string, find func() (T, error)) (T, error) {
	if value, ok := (*known)[text]; ok {
		return value, nil
	}
	value, err := find()
	if err != nil {
		return value, err
	}
	if *known == nil || len(*known) >= cachedMax {
		*known = map[string]T{}
	}
	(*known)[text] = value
	return value, nil
}
