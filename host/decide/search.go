package decide

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/internal/scripts"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/store/index"
)

// neutralGate is the gate below which a prompt is about nothing in particular,
// unless something fits it all the same.
const neutralGate = -.5

// fittingSimilarity is from which on an item fits where the ruleset has no
// threshold of its own.
const fittingSimilarity = .70

// Found is what a search found for a text.
type Found struct {
	Hits    []index.Hit  // best first
	Vector  []float32    // of the text; nil where words alone were used
	Silent  bool         // the text says too little
	Context *fit.Context // what moved the hits; nil: nothing
	Called  bool         // the text calls an item by its name

	gate    float64
	settled bool        // words alone are certain of an item
	hinted  hinted      // what a project's settings lifted
	never   []index.Hit // what the user never wants
}

// hinted is the one item that a project's settings lifted for a prompt.
type hinted struct {
	Ref abi.Ref
	why string
	by  float64 // what was added to its similarity
}

// neutral reports whether a prompt is about nothing in particular: it says too
// little, or the gate takes it for chatter and nothing fits.
func (f Found) neutral() bool {
	if f.Silent || f.Vector == nil || f.gate >= neutralGate {
		return f.Silent
	}
	return len(f.Hits) == 0 || f.Hits[0].Similarity < fittingSimilarity
}

// finder searches one view for texts, asking the model only where words alone leave
// the answer open. It keeps what it found for a text.
type finder struct {
	view   *index.View
	embed  func(text string) ([]float32, error) // of a query; the error says why there is no vector
	never  func(id string) bool                 // what the user never wants: nobody finds it; nil: nothing
	cache  *Cache
	prompt Prompt                                             // of the event: for it alone, context counts
	lift   func(part *index.View, found Found) (Found, error) // of the prompt's hits in a part, by what is known besides it

	found map[string]Found
	tier  string
	noted error // why the model was not used where it was wanted
}

func newFinder(in Inputs, lift func(*index.View, Found) (Found, error)) *finder {
	f := &finder{
		view: in.View, embed: in.Embed, cache: in.Cache, prompt: in.Prompt, lift: lift,
		found: map[string]Found{}, tier: index.TierLexical,
	}
	if f.cache == nil {
		f.cache = &Cache{}
	}
	if wishes := in.Settings.Wishes; len(wishes.Never) > 0 {
		f.never = func(id string) bool { _, never := wishes.Forbids(id); return never }
	}
	return f
}

// ofEvent finds what fits an event's prompt: nothing for an event without one. Found is
// nil where the search failed.
func (f *finder) ofEvent(event string) (*Found, error) {
	if event != abi.EventPrompt {
		return &Found{}, nil
	}
	found, err := f.find(f.prompt.Text)
	if err != nil {
		return nil, err
	}
	return &found, nil
}

// find scores every item for a text, best first.
func (f *finder) find(text string) (Found, error) {
	if known, ok := f.found[text]; ok {
		return known, nil
	}
	var found Found
	vector := f.embedOnce(text)
	for i, part := range f.view.Parts() {
		one, err := f.search(part, text, vector, found.settled)
		if err != nil {
			return Found{}, fmt.Errorf("search the catalog: %w", err)
		}
		one.Hits, one.Called = called(text, one.Hits, part)
		if i > 0 {
			one = found.with(one)
		}
		found = one
	}
	f.found[text] = found
	return found, nil
}

// with adds what was found in another pool: nothing in one moves what is found in the
// other.
func (f Found) with(other Found) Found {
	both := f
	both.Hits, both.never = merged(f.Hits, other.Hits), slices.Concat(f.never, other.never)
	both.Silent, both.Called, both.settled = f.Silent && other.Silent, f.Called || other.Called, f.settled || other.settled
	if f.Vector == nil {
		both.Vector, both.gate = other.Vector, other.gate
	}
	if f.Context == nil {
		both.Context = other.Context
	}
	if f.hinted.Ref.IsZero() {
		both.hinted = other.hinted
	}
	return both
}

// merged returns hits of two pools, each best first, best first together. They are large: each
// is moved once.
func merged(a, b []index.Hit) []index.Hit {
	both := make([]index.Hit, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if b[0].Similarity > a[0].Similarity {
			both, b = append(both, b[0]), b[1:]
		} else {
			both, a = append(both, a[0]), a[1:]
		}
	}
	return append(append(both, a...), b...)
}

// embedOnce returns what embeds a text for all pools: the first that needs the vector
// waits for the model, and an error is the same for the others.
func (f *finder) embedOnce(text string) func() ([]float32, error) {
	return sync.OnceValues(func() ([]float32, error) { return f.cache.vector(f.query(text).Text, f.embed) })
}

// search scores the items of a part for a text. Where words are certain of an item of an earlier
// pool, the model is not asked about this one: a prompt that words settle costs less than half,
// and what the model found here would hardly be suggested beside that. Lessons that words find
// are told beside it.
func (f *finder) search(part *index.View, text string, embed func() ([]float32, error), settled bool) (found Found, err error) {
	query := f.query(text)
	if len(query.Terms) == 0 {
		return Found{Silent: true}, nil
	}
	words, err := f.cache.words(part, text, query)
	if err != nil {
		return Found{}, err
	}
	found.Hits, found.never = f.without(part, words.hits)
	if part.Recipe().Silent(query) && !named(query, part.IDs()) {
		found.Hits, found.Silent = quiet(found.Hits, 0), true
		return found, nil
	}
	if sure(part.Recipe(), found.Hits) {
		found.Hits, found.settled = quiet(found.Hits, 1), true
		return found, nil
	}
	if settled {
		return f.lifted(part, text, found)
	}
	if !part.Recipe().Knows(query) {
		return f.lifted(part, text, found)
	}
	vector, err := embed()
	if err != nil {
		f.noted = err
		return f.lifted(part, text, found)
	}
	f.tier = index.TierModel
	hits, err := f.cache.meaning(part, text, words.words, index.Query{Query: query, Vector: vector})
	if err != nil {
		return Found{}, err
	}
	found = Found{Vector: vector, gate: part.Recipe().Gate(vector)}
	if found.Hits, found.never = f.without(part, hits); found.gate >= neutralGate {
		return f.lifted(part, text, found)
	}
	return found, nil
}

// notLineSure is the share of a prompt's mass in a line that an item is not for, from which
// on words do not settle that the item fits.
const notLineSure = .3

// sure reports whether words settle which item fits.
func sure(recipe *rank.Recipe, hits []index.Hit) bool {
	if len(hits) == 0 {
		return false
	}
	next := math.Inf(-1)
	if len(hits) > 1 {
		next = hits[1].Logit
	}
	// What the item's card does not mean, words alone compare too little.
	card := hits[0].Features.Card
	return recipe.Sure(hits[0].Logit, next, card.Has) && card.NotLine < notLineSure
}

func (f *finder) query(text string) rank.Query {
	if text == f.prompt.Text {
		return f.prompt.Query
	}
	return Query(text)
}

// without leaves out what the user never wants, and lowers what names things that are gone.
func (f *finder) without(part *index.View, hits []index.Hit) (kept, never []index.Hit) {
	hits = part.Doubted(hits)
	if f.never == nil {
		return hits, nil
	}
	return part.Without(hits, f.never)
}

// lifted moves hits by what is known besides a text: of the prompt's own.
func (f *finder) lifted(part *index.View, text string, found Found) (_ Found, err error) {
	if f.lift == nil {
		return found, nil
	}
	if text == f.prompt.Text {
		return f.lift(part, found)
	}
	found.Hits, err = part.Lift(found.Hits, index.Context{})
	return found, err
}

// similarities returns every item's similarity to a text by words alone, by key.
func (f *finder) similarities(text string) (map[int64]float64, error) {
	words, err := f.cache.words(f.view, text, f.query(text))
	if err != nil {
		return nil, fmt.Errorf("search the catalog: %w", err)
	}
	similarities := make(map[int64]float64, len(words.hits))
	for _, hit := range words.hits {
		similarities[hit.Key] = hit.Similarity
	}
	return similarities, nil
}

// quiet bounds the scores of all hits after the first ones.
func quiet(hits []index.Hit, first int) []index.Hit {
	for i := first; i < len(hits); i++ {
		hits[i].Similarity = min(hits[i].Similarity, fit.QuietSimilarity)
		hits[i].Relevance = min(hits[i].Relevance, fit.QuietSimilarity)
	}
	return hits
}

// named reports whether a query names an item, or says nothing but two words or more of an
// item's name ("deploy this to vercel"): then even these are a request.
func named(query rank.Query, ids []string) bool {
	padded, content := " "+plainWords(query.Text)+" ", query.Content()
	for _, id := range ids {
		name := plainWords(id[strings.LastIndexByte(id, ':')+1:])
		if name != "" && strings.Contains(padded, " "+name+" ") {
			return true
		}
		if len(content) < namedWords {
			continue
		}
		terms := language.Terms(name)
		if !slices.ContainsFunc(content, func(term string) bool { return !slices.Contains(terms, term) }) {
			return true
		}
	}
	return false
}

// namedWords is how many words of an item's name are a request.
const namedWords = 2

// plainWords returns lower-case words with single spaces between them, also between letters
// that are written without blanks and others.
func plainWords(text string) string {
	var words strings.Builder
	unspaced := false
	for _, r := range strings.ToLower(text) {
		if scripts.Unspaced(r) != unspaced {
			unspaced = !unspaced
			words.WriteByte(' ')
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			r = ' '
		}
		words.WriteRune(r)
	}
	return strings.Join(strings.Fields(words.String()), " ")
}

// calledSimilarity is that of an item which the prompt calls by its name: above
// every built-in's threshold, below what nothing can be more than.
const calledSimilarity = .95

// uncalledSimilarity bounds all others then: no ruleset's boost may bring one of
// them before what was called.
const uncalledSimilarity = .79

// called puts first what a prompt asks for by name ("use the pdf-forms skill").
func called(text string, hits []index.Hit, part *index.View) ([]index.Hit, bool) {
	names := surroundings.Named(text, part.IDs(), part.Kinds())
	if len(names) == 0 {
		return hits, false
	}
	for i := range hits {
		if slices.Contains(names, hits[i].Ref.ID) {
			hits[i].Similarity = max(hits[i].Similarity, calledSimilarity)
			hits[i].Relevance = max(hits[i].Relevance, calledSimilarity)
		} else {
			hits[i].Similarity = min(hits[i].Similarity, uncalledSimilarity)
		}
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return hits, true
}
