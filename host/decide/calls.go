package decide

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// calls answers the host calls of one decision. What the engine knows (parameters,
// log, other rulesets) it answers itself, before these.
type calls struct {
	abi.Host // the engine's own calls; never reached
	finder   *finder
	view     *index.View
	event    abi.Event
	started  time.Time // of the session
	known    memory
	active   []abi.Active
	vectors  *vectorTable
	kinds    catalog.Kinds
	touched  []string // files; nil: not read yet
	sources  *sources // nil: none are known
}

func newCalls(in Inputs, search *finder, known memory, active []session.ActiveItem, problems *Problems) *calls {
	c := &calls{finder: search, view: in.View, event: in.Event, started: in.Session.Recorded.StartedAt, known: known, vectors: newVectorTable(), kinds: in.Settings.Kinds}
	for _, item := range active {
		key, ok := in.View.Key(item.Ref)
		if !ok {
			continue
		}
		described, err := c.item(key)
		if err != nil {
			problems.Add(ProblemIndex, err)
			continue
		}
		c.active = append(c.active, abi.Active{
			Item: described, ActivatedAt: item.ActivatedAt.UTC().Format(time.RFC3339),
			PromptsSinceRelevant: item.PromptsSinceRelevant, Reason: item.Reason,
		})
	}
	return c
}

// Messages returns the last messages, this event's included.
func (c *calls) Messages(r abi.CountRequest) ([]abi.Message, error) {
	messages, vectors := c.known.messages(r.Count)
	for i := range messages {
		if vector, ok := vectors[messages[i].Sequence]; ok {
			messages[i].Embedding = c.vectors.add(func() ([]float32, error) { return vector, nil })
		}
	}
	return messages, nil
}

// ToolUses returns the last tool uses.
func (c *calls) ToolUses(r abi.CountRequest) ([]abi.ToolUse, error) {
	return c.known.toolUses(r.Count), nil
}

// Active returns what was active before this event.
func (c *calls) Active(r abi.KindsRequest) ([]abi.Active, error) {
	var active []abi.Active
	for _, item := range c.active {
		if len(r.Kinds) == 0 || slices.Contains(r.Kinds, item.Ref.Kind) {
			active = append(active, item)
		}
	}
	return active, nil
}

// Items returns a page of the catalog, ordered by kind and id.
func (c *calls) Items(r abi.PageRequest) (abi.ItemPage, error) {
	keys := c.view.Keys(r.Kinds)
	from := min(r.Offset, len(keys))
	to := min(from+r.Limit, len(keys))
	page := abi.ItemPage{Items: make([]abi.Item, 0, to-from), Truncated: to < len(keys)}
	for _, key := range keys[from:to] {
		item, err := c.item(key)
		if err != nil {
			return page, err
		}
		page.Items = append(page.Items, item)
	}
	return page, nil
}

// Search returns the items nearest to a text. Background text lifts only
// what is active already, and never to where something would be activated.
func (c *calls) Search(r abi.SearchRequest) ([]abi.Candidate, error) {
	if !r.Embedding.IsZero() {
		return c.near(r)
	}
	if len(r.Kinds) == 1 && r.Kinds[0] == abi.KindCode {
		return c.searchPlaces(r, []abi.Candidate{})
	}
	found, err := c.finder.find(r.Text)
	if err != nil {
		return nil, err
	}
	hits, err := c.keptAlive(found.Hits, r.Background)
	if err != nil {
		return nil, err
	}
	candidates := make([]abi.Candidate, 0, r.Limit)
	for _, hit := range hits {
		if len(candidates) == r.Limit {
			break
		}
		if len(r.Kinds) > 0 && !slices.Contains(r.Kinds, hit.Ref.Kind) {
			continue
		}
		item, err := c.item(hit.Key)
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, candidate(item, hit))
	}
	return c.searchPlaces(r, candidates)
}

// keptAlive lifts the similarity of active items to what earlier messages give
// them by words, below every threshold of the built-ins.
func (c *calls) keptAlive(hits []index.Hit, background string) ([]index.Hit, error) {
	if background == "" || len(c.active) == 0 {
		return hits, nil
	}
	earlier, err := c.finder.similarities(background)
	if err != nil {
		return nil, err
	}
	lifted := slices.Clone(hits)
	for _, item := range c.active {
		key, ok := c.view.Key(item.Ref)
		if !ok || earlier[key] == 0 {
			continue
		}
		lift := min(earlier[key], fit.QuietSimilarity)
		if at := slices.IndexFunc(lifted, func(hit index.Hit) bool { return hit.Key == key }); at >= 0 {
			lifted[at].Similarity = max(lifted[at].Similarity, lift)
		} else {
			lifted = append(lifted, index.Hit{Key: key, Ref: item.Ref, Similarity: lift})
		}
	}
	slices.SortStableFunc(lifted, func(x, y index.Hit) int { return cmp.Compare(y.Similarity, x.Similarity) })
	return lifted, nil
}

func candidate(item abi.Item, hit index.Hit) abi.Candidate {
	c := abi.Candidate{Item: item, Similarity: round6(hit.Similarity), BM25: new(round6(hit.Features.BM25))}
	if hit.Features.HasDense {
		c.Cosine = new(round6(hit.Cosine))
	}
	return c
}

// round6 keeps what crosses to a guest free of digits that differ between
// machines.
func round6(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// near returns the items nearest to a vector, by an approximate similarity that
// knows no words.
func (c *calls) near(r abi.SearchRequest) ([]abi.Candidate, error) {
	vector, err := c.vectors.get("search", r.Embedding)
	if err != nil {
		return nil, err
	}
	if dimensions, err := c.view.Dimensions(); err != nil || (dimensions > 0 && dimensions != len(vector)) {
		return nil, cmp.Or(err, error(&abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("search: an embedding has %d numbers, got %d", dimensions, len(vector))}))
	}
	limit, never := r.Limit, c.finder.never
	if never != nil {
		limit = math.MaxInt // some are left out
	}
	hits, err := c.view.Nearest(vector, r.Kinds, limit)
	if err != nil {
		return nil, err
	}
	if never != nil {
		hits = slices.DeleteFunc(hits, func(hit index.Hit) bool { return never(hit.Ref.ID) })
		hits = hits[:min(r.Limit, len(hits))]
	}
	candidates := make([]abi.Candidate, 0, len(hits))
	for _, hit := range hits {
		item, err := c.item(hit.Key)
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, abi.Candidate{Item: item, Similarity: round6(hit.Similarity), Cosine: new(round6(hit.Cosine))})
	}
	return candidates, nil
}

// Relevance returns the similarity of single items to a text, in the order asked;
// refs that are not in the catalog are left out.
func (c *calls) Relevance(r abi.RelevanceRequest) ([]abi.Relevance, error) {
	relevance := make([]abi.Relevance, 0, len(r.Refs))
	found, err := c.finder.find(r.Text)
	if err != nil {
		return nil, err
	}
	byRef := make(map[abi.Ref]float64, len(found.Hits))
	for _, hit := range found.Hits {
		byRef[hit.Ref] = hit.Relevance
	}
	for _, ref := range r.Refs {
		if c.view.Has(ref) {
			relevance = append(relevance, abi.Relevance{Ref: ref, Similarity: round6(byRef[ref])})
		}
	}
	return relevance, nil
}

// Embed returns the vector of a text.
func (c *calls) Embed(r abi.TextRequest) (abi.Embedding, error) {
	vector, err := c.finder.embed(r.Text)
	if err != nil {
		return abi.Embedding{}, &abi.Fault{Code: abi.Unavailable, Message: err.Error()}
	}
	return c.vectors.add(func() ([]float32, error) { return vector, nil }), nil
}

// Similarities compares one vector with several.
func (c *calls) Similarities(r abi.SimilaritiesRequest) ([]float64, error) {
	x, err := c.vectors.get("similarities", r.A)
	if err != nil {
		return nil, err
	}
	cosines := make([]float64, 0, len(r.Bs))
	for _, b := range r.Bs {
		y, err := c.vectors.get("similarities", b)
		if err != nil {
			return nil, err
		}
		c, err := cosine(x, y)
		if err != nil {
			return nil, err
		}
		cosines = append(cosines, c)
	}
	return cosines, nil
}

// Vector returns the numbers of an embedding.
func (c *calls) Vector(r abi.EmbeddingRequest) ([]float32, error) {
	return c.vectors.get("vector", r.Embedding)
}

// Session names the session.
func (c *calls) Session(abi.EmptyRequest) (abi.Session, error) {
	return abi.Session{SessionID: c.event.SessionID, WorkspacePath: c.event.Workspace, StartedAt: c.started.UTC().Format(time.RFC3339)}, nil
}

// item reads an item and makes a reference to its embedding, if it has one.
func (c *calls) item(key int64) (abi.Item, error) {
	item, err := c.finder.cache.item(c.view, key)
	if err != nil {
		return item, err
	}
	c.recall(&item)
	if err := c.see(key, &item); err != nil {
		return item, err
	}
	embedded, err := c.view.Embedded(key)
	if err != nil || !embedded {
		return item, err
	}
	item.Embedding = c.vectors.once(key, func() ([]float32, error) { return c.view.Vector(key) })
	return item, nil
}

// recall says of an item how it was used; what cannot be read is not known.
func (c *calls) recall(item *abi.Item) {
	usage, err := c.known.usage()
	known := usage[abi.Ref{Kind: item.Ref.Kind, ID: item.Ref.ID}]
	if err != nil || known.Used == 0 {
		return
	}
	item.Used = known.Used
	if !known.LastUsed.IsZero() {
		days := max(0, c.event.Time.Sub(known.LastUsed).Hours()/24)
		item.LastUsedDays = new(math.Round(days*1000) / 1000)
	}
}

func cosine(a, b []float32) (float64, error) {
	if len(a) != len(b) || len(a) == 0 {
		return 0, &abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("similarities: vectors of %d and %d numbers cannot be compared", len(a), len(b))}
	}
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb = dot+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0, nil
	}
	return round6(dot / math.Sqrt(aa*bb)), nil
}

// referencesMax bounds the embeddings that one event hands out.
const referencesMax = 8192

// vectorTable gives embeddings their references, numbered in the order in which
// they are handed out, and reads the numbers only when somebody asks for them.
type vectorTable struct {
	readers []func() ([]float32, error)
	byItem  map[int64]abi.Embedding
}

func newVectorTable() *vectorTable { return &vectorTable{byItem: map[int64]abi.Embedding{}} }

func (t *vectorTable) add(read func() ([]float32, error)) abi.Embedding {
	if len(t.readers) == referencesMax {
		return abi.Embedding{}
	}
	t.readers = append(t.readers, read)
	return abi.Embedding{Ref: fmt.Sprintf("embedding:%d", len(t.readers))}
}

// once returns the same reference for an item every time.
func (t *vectorTable) once(key int64, read func() ([]float32, error)) abi.Embedding {
	if known, ok := t.byItem[key]; ok {
		return known
	}
	t.byItem[key] = t.add(read)
	return t.byItem[key]
}

func (t *vectorTable) get(call string, e abi.Embedding) ([]float32, error) {
	if e.Ref == "" {
		if len(e.Values) == 0 {
			return nil, &abi.Fault{Code: abi.BadRequest, Message: call + ": an embedding is missing"}
		}
		for _, x := range e.Values {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, &abi.Fault{Code: abi.BadRequest, Message: call + ": an embedding holds finite numbers only"}
			}
		}
		return e.Values, nil
	}
	var number int
	if _, err := fmt.Sscanf(e.Ref, "embedding:%d", &number); err != nil || number < 1 || number > len(t.readers) {
		return nil, &abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("%s: there is no embedding %.40q in this event", call, e.Ref)}
	}
	return t.readers[number-1]()
}
