package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Tiers of a decision, by what its searches could use.
const (
	TierLexical = "lexical"
	TierModel   = "model"
)

// quietSimilarity bounds what a fast path leaves standing: below every
// built-in's threshold, so that the item shows in lists and is not suggested.
const quietSimilarity = .49

// neutralGate is the gate below which a prompt is about nothing in particular,
// unless something fits it all the same.
const neutralGate = -.5

// finder searches one event's view, asking the model only where words alone
// leave the answer open. It remembers what it found for a text.
type finder struct {
	view   *index.View
	recipe *rank.Recipe
	embed  func(text string) ([]float32, error)       // of a query; the error says why there is no model
	beside func(text string) besides                  // what is known besides a text; nil: nothing
	hint   func(text string, hits []index.Hit) hinted // lifts what a project's settings name; nil: nothing
	never  func(id string) bool                       // what the user never wants: it is found by nobody; nil: nothing
	found  map[string]finding
	tier   string
	noted  error // why the model was not used where it was wanted

	last struct { // text that was embedded
		text   string
		vector []float32
		err    error
	}
	left     []index.Hit // what the last search left out
	searches *Searches   // of other decisions on this view; nil: none are known
}

type finding struct {
	hits   []index.Hit
	vector []float32
	gate   float64
	silent bool
	called bool        // the text calls an item by its name
	beside besides     // what moved the hits, if anything did
	hinted hinted      // and which one a project's settings
	never  []index.Hit // what the user never wants
}

func newFinder(view *index.View, recipe *rank.Recipe, embed func(string) ([]float32, error)) *finder {
	return &finder{view: view, recipe: recipe, embed: embed, found: map[string]finding{}, tier: TierLexical}
}

// find scores every item for a text, best first.
func (f *finder) find(text string) (finding, error) {
	if known, ok := f.found[text]; ok {
		return known, nil
	}
	whole := f.view
	defer func() { f.view = whole }()
	var got finding
	for i, part := range whole.Parts() {
		f.view, f.left = part, nil
		one, err := f.search(text)
		if err != nil {
			return finding{}, fmt.Errorf("search the catalog: %w", err)
		}
		one.hits, one.called = f.called(text, one.hits)
		one.never = f.left
		if i > 0 {
			one = got.with(one)
		}
		got = one
	}
	f.found[text] = got
	return got, nil
}

// with adds what was found in another pool: nothing in one moves what is found in the
// other.
func (g finding) with(other finding) finding {
	both := g
	both.hits, both.never = slices.Concat(g.hits, other.hits), slices.Concat(g.never, other.never)
	slices.SortStableFunc(both.hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
	both.silent, both.called = g.silent && other.silent, g.called || other.called
	if g.vector == nil {
		both.vector, both.gate = other.vector, other.gate
	}
	if g.beside.usage == nil && g.beside.Used == nil {
		both.beside = other.beside
	}
	if g.hinted.Ref.IsZero() {
		both.hinted = other.hinted
	}
	return both
}

func (f *finder) search(text string) (finding, error) {
	query := asked(text)
	if len(query.Terms) == 0 {
		return finding{silent: true}, nil
	}
	hits, err := f.hits(text, index.Query{Query: query})
	if err != nil {
		return finding{}, err
	}
	if f.recipe.Silent(query) && !f.named(query.Text) {
		return finding{hits: quiet(hits, 0), silent: true}, nil
	}
	if len(hits) > 0 && f.recipe.Sure(hits[0].Odds) {
		return finding{hits: quiet(hits, 1)}, nil
	}
	if query.Foreign { // the encoder knows one language
		return f.lift(text, finding{hits: hits})
	}
	vector, err := f.vector(query.Text)
	if err != nil {
		f.noted = err
		return f.lift(text, finding{hits: hits})
	}
	f.tier = TierModel
	got := finding{vector: vector, gate: f.recipe.Gate(vector)}
	got.hits, err = f.hits(text, index.Query{Query: query, Vector: vector})
	if err == nil && got.gate >= neutralGate {
		return f.lift(text, got)
	}
	return got, err
}

// vector embeds a text, once for all pools.
func (f *finder) vector(text string) ([]float32, error) {
	if f.last.text != text {
		f.last.vector, f.last.err = f.searches.vector(text, f.embed)
		f.last.text = text
	}
	return f.last.vector, f.last.err
}

// hits searches the view and leaves out what the user never wants.
func (f *finder) hits(text string, query index.Query) ([]index.Hit, error) {
	hits, err := f.searches.hits(f.view, f.view.Pool()+"\x00"+text, query)
	if err != nil || f.never == nil {
		return hits, err
	}
	hits, f.left, err = f.view.Without(hits, f.never)
	return hits, err
}

// lift moves hits by what is known besides a text.
func (f *finder) lift(text string, got finding) (_ finding, err error) {
	if f.beside == nil {
		return got, nil
	}
	got.beside = f.beside(text)
	got.hits, err = f.view.Lift(got.hits, got.beside.Context)
	if err == nil && f.hint != nil {
		got.hinted = f.hint(text, got.hits)
	}
	return got, err
}

// asked is the query of a prompt, of a long one that of its ends.
func asked(text string) rank.Query { return rank.Prompt(searched(rank.Clean(text))) }

// What is searched of a long text: people ask at the beginning or at the end,
// and paste in between. Each different word costs a look into the index.
const (
	searchedHeadBytes = 2 << 10
	searchedTailBytes = 1 << 10
)

// searched leaves out the middle of a long text.
func searched(text string) string {
	if len(text) <= searchedHeadBytes+searchedTailBytes {
		return text
	}
	return cut.Bytes(text, searchedHeadBytes) + " " + cut.Tail(text, searchedTailBytes)
}

// words gives every item's similarity to a text by words alone, by key.
func (f *finder) words(text string) (map[int64]float64, error) {
	hits, err := f.searches.hits(f.view, text, index.Query{Query: asked(text)})
	if err != nil {
		return nil, fmt.Errorf("search the catalog: %w", err)
	}
	similarities := make(map[int64]float64, len(hits))
	for _, hit := range hits {
		similarities[hit.Key] = hit.Similarity
	}
	return similarities, nil
}

// quiet bounds the scores of all hits after the first ones.
func quiet(hits []index.Hit, first int) []index.Hit {
	for i := first; i < len(hits); i++ {
		hits[i].Similarity = min(hits[i].Similarity, quietSimilarity)
		hits[i].Relevance = min(hits[i].Relevance, quietSimilarity)
	}
	return hits
}

// named reports whether a text names an item: then even two words are a request.
func (f *finder) named(text string) bool {
	padded := " " + plainWords(text) + " "
	for _, id := range f.view.IDs() {
		name := plainWords(id[strings.LastIndexByte(id, ':')+1:])
		if name != "" && strings.Contains(padded, " "+name+" ") {
			return true
		}
	}
	return false
}

// plainWords gives lower-case words with single spaces between them.
func plainWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	}), " ")
}

// neutral reports whether a prompt is about nothing in particular: it says too
// little, or the gate takes it for chatter and nothing fits.
func (f *finder) neutral(text string) (bool, error) {
	got, err := f.find(text)
	if err != nil || got.silent {
		return true, err
	}
	if got.vector == nil || got.gate >= neutralGate {
		return false, nil
	}
	return len(got.hits) == 0 || got.hits[0].Similarity < fittingSimilarity, nil
}
