package tune

import (
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// catalog is a set's items as they are scored.
type catalog struct {
	items  []document
	df     map[string]int
	place  map[string]int
	recipe *rank.Recipe
}

type document struct {
	weighed rank.Weighted
	head    []float32
	chunks  [][]float32
}

// labelled is a prompt with its features over all items of its catalog.
type labelled struct {
	Prompt
	gateInput
	set      string
	catalog  *catalog
	features []rank.Features // by item; without the gate
	gold, ok []bool
	silent   bool
}

// features scores every labelled prompt and every null prompt against the items
// of each set.
func (f *fitter) features() error {
	f.prepareRecipe()
	for _, set := range f.Sets {
		c, err := f.catalog(set)
		if err != nil {
			return err
		}
		f.catalogs = append(f.catalogs, c)
		for _, prompt := range set.Prompts {
			in, err := f.read(prompt.Text)
			if err != nil {
				return err
			}
			l := &labelled{Prompt: prompt, gateInput: in, set: set.Name, catalog: c}
			l.features = c.features(in)
			l.gold, l.ok = c.marks(prompt)
			l.silent = f.recipe.Silent(in.query)
			f.cases = append(f.cases, l)
		}
	}
	return nil
}

func (f *fitter) catalog(set Set) (*catalog, error) {
	c := &catalog{df: map[string]int{}, place: map[string]int{}, recipe: &f.recipe}
	for i, item := range set.Items {
		if f.without["body"] {
			item.Body = ""
		}
		d := document{weighed: rank.Weigh(item.Document)}
		for term := range d.weighed.Terms {
			c.df[term]++
		}
		head, chunks := rank.Passages(item.Name, item.Description, item.Body)
		if f.Embed != nil {
			var err error
			if d.head, err = f.EmbedText(head); err != nil {
				return nil, err
			}
			for _, chunk := range chunks {
				vector, err := f.EmbedText(chunk)
				if err != nil {
					return nil, err
				}
				d.chunks = append(d.chunks, vector)
			}
		}
		c.items = append(c.items, d)
		c.place[item.ID] = i
	}
	return c, nil
}

// marks returns which items are right for a prompt and which are tolerated.
func (c *catalog) marks(p Prompt) (gold, ok []bool) {
	gold, ok = make([]bool, len(c.items)), make([]bool, len(c.items))
	for _, id := range p.OK {
		if at, found := c.place[id]; found {
			ok[at] = true
		}
	}
	for _, group := range p.Gold {
		for _, id := range group {
			if at, found := c.place[id]; found {
				gold[at], ok[at] = true, false
			}
		}
	}
	return gold, ok
}

// features of a text over all items, but for the gate.
func (c *catalog) features(in gateInput) []rank.Features {
	q := in.query
	lexicon := c.recipe.Lexicon(q, len(c.items), c.frequencies(q.Terms))
	related, weights := c.recipe.Related(q)
	relatedLexicon := c.recipe.Lexicon(related, len(c.items), c.frequencies(related.Terms))
	adapted := c.recipe.Adapt(narrow(in.vector))
	all := make([]rank.Features, len(c.items))
	for i, item := range c.items {
		x := rank.Features{Mass: lexicon.Mass(), AskedMass: lexicon.AskedMass(), TellsMass: lexicon.TellsMass(), Words: q.Words}
		for t, term := range q.Terms {
			share := lexicon.Share(t, item.weighed.Terms[term], item.weighed.Length)
			x.BM25 += share
			if share > 0 {
				x.Told += lexicon.Tells(t)
			}
			if q.IsAsked(t) {
				x.Asked += share
			}
		}
		for t, term := range related.Terms {
			x.Related += weights[t] * relatedLexicon.Share(t, item.weighed.Terms[term], item.weighed.Length)
		}
		if in.vector != nil {
			x.Dense, x.HasDense = c.recipe.Dense(adapted, item.head, item.chunks), true
		}
		all[i] = x
	}
	return all
}

func (c *catalog) frequencies(terms []string) []int {
	df := make([]int, len(terms))
	for i, term := range terms {
		df[i] = c.df[term]
	}
	return df
}

// alike is the cosine of two items' descriptions.
func (c *catalog) alike(i, j int) float64 {
	if c.items[i].head == nil {
		return 0
	}
	return stats.Dot(wide(c.items[i].head), wide(c.items[j].head))
}
