package tune

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// catalog is a set's items as they are scored.
type catalog struct {
	size   int // SizeWhole or SizeOwn
	items  []document
	place  map[string]int
	terms  map[string][]int // the weighted frequency of each term, by item
	groups [][]int          // places of the items of each group; nil: there are no groups
	recipe *rank.Recipe
}

type document struct {
	id      string
	length  int
	words   rank.CardWords   // of its card; empty: it has none
	vectors rank.CardVectors // of its card
	named   rank.Technologies
	head    []float32
	chunks  [][]float32
}

// labelled is a prompt with its features over all items of its catalog.
type labelled struct {
	Prompt
	gateInput
	set      string
	catalog  *catalog
	named    rank.Technologies
	actions  rank.Actions
	adapted  []float32
	bids     *rank.Bids // nil: nothing bids
	card     *rank.CardPrompt
	dense    []float64 // by item; nil without a model
	gold, ok []bool    // by item
	silent   bool
	related  rank.Query // of the query, and how much each of its terms counts
	weights  []float64
	counted  []bool    // the terms that are looked for in items; nil: all
	abroad   *labelled // the same prompt as if in another language; nil unless asked for
}

// features scores every labelled prompt and every null prompt against the items
// of each set.
func (f *fitter) features() error {
	if f.words != nil {
		f.prepareRecipe()
	}
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
			l.named, l.actions = rank.TechnologiesOf(in.query.Text), rank.ActionsOf(in.query.Text)
			if in.vector != nil {
				l.adapted = f.recipe.Adapt(narrow(in.vector))
				l.bids = cmp.Or(f.bidding[set.Name], &f.recipe).Bids(l.adapted)
			}
			l.card = f.recipe.CardPrompt(in.query, narrow(in.vector))
			l.gold, l.ok = c.marks(prompt)
			l.silent = f.recipe.Silent(in.query)
			l.related, l.weights = f.recipe.Related(in.query)
			f.cases = append(f.cases, l)
			if err := f.goAbroad(l); err != nil {
				return err
			}
		}
	}
	if f.Embed != nil {
		sum(len(f.cases), nil, func(i int, _ []float64) float64 {
			f.cases[i].setDense(&f.recipe)
			if f.cases[i].abroad != nil {
				f.cases[i].abroad.setDense(&f.recipe)
			}
			return 0
		})
	}
	f.drawAll()
	return nil
}

func (l *labelled) setDense(r *rank.Recipe) {
	l.dense = make([]float64, len(l.catalog.items))
	for i, item := range l.catalog.items {
		l.dense[i] = r.Dense(l.adapted, item.head, item.chunks)
	}
}

func (f *fitter) catalog(set Set) (*catalog, error) {
	c := &catalog{place: map[string]int{}, terms: map[string][]int{}, recipe: &f.recipe}
	if set.Days {
		c.size = SizeOwn
	}
	for i, item := range set.Items {
		if f.without["body"] {
			item.Body = ""
		}
		weighed := rank.Weigh(item.Document)
		for term, frequency := range weighed.Terms {
			if c.terms[term] == nil {
				c.terms[term] = make([]int, len(set.Items))
			}
			c.terms[term][i] = frequency
		}
		d := document{id: item.ID, length: weighed.Length, named: rank.TechnologiesOfItem(item.Name, item.Description)}
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
		if err := f.compile(&d, item); err != nil {
			return nil, err
		}
		c.items = append(c.items, d)
		c.place[item.ID] = i
	}
	c.groups = groupsOf(set.Items)
	return c, nil
}

// groupsOf returns the places of the items of each group, by name.
func groupsOf(items []Item) (groups [][]int) {
	places := map[string][]int{}
	for i, item := range items {
		if item.Group == "" {
			return nil
		}
		places[item.Group] = append(places[item.Group], i)
	}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		groups = append(groups, places[name])
	}
	return groups
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

// features of a prompt over the items at some places, but for the gates and what is bid.
func (c *catalog) features(l *labelled, places []int) []rank.Features {
	q := l.query
	held, df := c.frequencies(q.Terms, places)
	lexicon := c.recipe.Lexicon(q, len(places), df)
	related, weights := l.related, l.weights
	relatedHeld, df := c.frequencies(related.Terms, places)
	relatedLexicon := c.recipe.Lexicon(related, len(places), df)
	all := make([]rank.Features, len(places))
	for i, place := range places {
		length := c.items[place].length
		x := rank.Features{
			Mass: lexicon.Mass(), AskedMass: lexicon.AskedMass(), TellsMass: lexicon.TellsMass(), Words: q.Words, Items: len(places),
		}
		for t, frequencies := range held {
			if frequencies == nil || l.counted != nil && !l.counted[t] {
				continue
			}
			share := lexicon.Share(t, frequencies[place], length)
			x.BM25 += share
			if share > 0 {
				x.Told += lexicon.Tells(t)
			}
			if q.IsAsked(t) {
				x.Asked += share
			}
		}
		for t, frequencies := range relatedHeld {
			if frequencies != nil {
				x.Related += weights[t] * relatedLexicon.Share(t, frequencies[place], length)
			}
		}
		if l.dense != nil {
			x.Dense, x.HasDense = l.dense[place], true
		}
		all[i] = x
	}
	return all
}

// frequencies returns those of some terms by item, nil where none has the term, and how many
// of the items at some places have each.
func (c *catalog) frequencies(terms []string, places []int) (held [][]int, df []int) {
	held, df = make([][]int, len(terms)), make([]int, len(terms))
	for i, term := range terms {
		held[i] = c.terms[term]
		if held[i] == nil {
			continue
		}
		for _, place := range places {
			if held[i][place] > 0 {
				df[i]++
			}
		}
	}
	return held, df
}
