package index

import (
	"cmp"
	"database/sql"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Hit is one item with its scores for a query.
type Hit struct {
	Key        int64
	Ref        abi.Ref
	Similarity float64 // calibrated, 0–1: does it fit the prompt, and none clearly better?
	Relevance  float64 // on the same scale: does it fit the prompt?
	Logit      float64 // log-odds of fitting; behind Relevance
	Odds       float64 // rank.Recipe.Choice of these; behind Similarity
	Ahead      abi.Ref // the best item of the pool, where Odds are below Logit for it
	Features   rank.Features
	Cosine     float64 // to the item's name and description; with Features.HasDense
	Concept    string  // that bid most against it; of the best, with Features.HasDense
	Matched    []string
	Alike      []Alike       // among the best, those that say nearly the same
	Doubt      string        // what it names that is gone, where Doubted was asked
	Evidence   rank.Evidence // what else speaks for it, where Lift was asked
}

// Alike is another item with nearly the same description.
type Alike struct {
	Key    int64
	Cosine float64 // of the descriptions
}

// Tiers of a search, by what it could use.
const (
	TierLexical = "lexical" // words alone
	TierModel   = "model"   // words and meaning
)

// Query is what is searched for.
type Query struct {
	rank.Query
	Vector []float32 // of the text, by the view's model; nil: lexical only
	Kinds  []string  // empty: all
	null   *gates    // of a null prompt, from a fit that had not seen it
}

// Search scores every item of the view, best similarity first, ties by kind and
// id. Items that share nothing with the query are left out of a lexical search.
func (v *View) Search(q Query) ([]Hit, error) {
	words, err := v.Words(q.Query)
	if err != nil {
		return nil, err
	}
	return v.Score(words, q)
}

// Words are the features of every item of a view for a query's words.
type Words struct{ matches []lexicalMatches } // by part

// Words reads the postings of a query's words, once for every Score of the query.
func (v *View) Words(q rank.Query) (words Words, err error) {
	words.matches = make([]lexicalMatches, len(v.parts))
	for i, part := range v.parts {
		if words.matches[i], err = part.matches(q); err != nil {
			return Words{}, err
		}
	}
	return words, nil
}

// Score is Search for a query whose words were read: with the query's vector, if there
// is one, meaning is added to the scores of the words.
func (v *View) Score(words Words, q Query) ([]Hit, error) {
	var hits []Hit
	for i, part := range v.parts {
		scored, err := part.scored(words.matches[i], q)
		if err != nil {
			return nil, err
		}
		hits = append(hits, scored...)
	}
	return sorted(hits), nil
}

// scored is Score of a part, in no order.
func (v *View) scored(matches lexicalMatches, q Query) ([]Hit, error) {
	var adapted []float32
	var bids *rank.Bids
	if q.Vector != nil {
		adapted = v.recipe.Adapt(q.Vector)
		bids = v.recipe.Bids(adapted)
	}
	cosines, err := v.cosines(q.Vector, adapted)
	if err != nil {
		return nil, err
	}
	gates, technologies := v.gates(q), rank.TechnologiesOf(q.Text)
	hits := make([]Hit, 0, len(v.items))
	for i, item := range v.items {
		c, embedded := cosines[i]
		if !wanted(q.Kinds, item.ref.Kind) {
			continue
		}
		hit := Hit{Key: item.key, Ref: item.ref, Cosine: c.plain, Matched: matches.terms[i]}
		hit.Features = matches.of[i]
		hit.Features.Gate, hit.Features.Items = gates.word, len(v.items)
		if embedded {
			hit.Features.Dense, hit.Features.HasDense = v.recipe.DenseOf(c.head, c.best, c.mean), true
			hit.Features.Gate, hit.Features.Manner = gates.vector, gates.manner
			if bids != nil {
				hit.Features.Margin = c.head - bids.Highest()
			}
		}
		hit.Features.Another, hit.Features.Other = technologies.Another(nil), 1
		hit.Logit = v.recipe.Logit(hit.Features)
		hits = append(hits, hit)
	}
	if err := v.byCards(hits, q); err != nil {
		return nil, err
	}
	hits = slices.DeleteFunc(hits, func(hit Hit) bool {
		f := hit.Features
		return !f.HasDense && f.BM25 == 0 && f.Related == 0 && f.Card.Words == 0
	})
	if err := v.lookCloser(hits, q.Text, technologies, bids); err != nil {
		return nil, err
	}
	v.calibrated(hits)
	return hits, nil
}

// gates are the prompt's, with the model and without.
type gates struct{ vector, word, manner float64 }

func (v *View) gates(q Query) gates {
	if q.null != nil {
		return *q.null
	}
	g := gates{word: v.recipe.WordGate(q.Query)}
	if q.Vector != nil {
		g.vector, g.manner = v.recipe.Gate(q.Vector), v.recipe.MannerGate(q.Query)
	}
	return g
}

// lookCloser asks of the best hits of a part what takes a look at each: what is bid
// against it, which technologies it names, and which others say nearly the same. Until
// then a hit has the worst of what there may be.
func (v *View) lookCloser(hits []Hit, text string, technologies rank.Technologies, bids *rank.Bids) error {
	logits := make([]float64, len(hits))
	for i := range hits {
		logits[i] = hits[i].Logit
	}
	best := v.recipe.Top(logits)
	var actions rank.Actions
	if v.recipe.UsesActions() {
		actions = rank.ActionsOf(text)
	}
	heads := make([][]float32, len(best))
	for n, i := range best {
		hit := &hits[i]
		var err error
		if heads[n], err = v.Vector(hit.Key); err != nil {
			return err
		}
		if bids != nil && hit.Features.HasDense {
			against, concept := bids.Against(heads[n])
			hit.Features.Margin += bids.Highest() - against
			hit.Concept = v.recipe.Concept(concept)
		}
		if v.recipe.UsesActions() {
			hit.Features.Same, hit.Features.Other = actions.Fit(hit.Ref.ID)
		}
		if len(technologies) > 0 {
			var name, description string
			err := one(v.tx.QueryRow(namesQuery, hit.Key), &name, &description)
			if isNone(err) {
				err = sqlite.Unreadable(errSum)
			}
			if err != nil {
				return err
			}
			hit.Features.Another = technologies.Another(rank.TechnologiesOfItem(name, description))
		}
		hit.Logit = v.recipe.Logit(hit.Features)
		for m, j := range best[:n] {
			if cosine := stats.Dot(heads[n], heads[m]); cosine >= v.recipe.Best.Duplicate {
				hit.Alike = append(hit.Alike, Alike{hits[j].Key, cosine})
				hits[j].Alike = append(hits[j].Alike, Alike{hit.Key, cosine})
			}
		}
	}
	return nil
}

const namesQuery = `SELECT name, description FROM details WHERE key = ?`

// calibrated sets relevance, odds and similarity of every hit of a part.
func (v *View) calibrated(hits []Hit) {
	standing := v.standing(hits)
	best := 0
	for i := range hits {
		if standing[i] > standing[best] {
			best = i
		}
	}
	for i := range hits {
		hit, t := &hits[i], v.thresholds(hits[i].Features.HasDense)
		hit.Ahead = abi.Ref{}
		if hit.Odds = v.recipe.Choice(standing[i], standing[best], t); hit.Odds < standing[i] {
			hit.Ahead = hits[best].Ref
		}
		hit.Relevance, hit.Similarity = t.Similarity(hit.Logit), t.Similarity(hit.Odds)
	}
}

// sameWords is the cosine of two descriptions from which they say the same in nearly the
// same words, as a file and its copy do: pairs with other numbers, or a "not" more, are below.
const sameWords = .97

// standing is rank.Recipe.Standing of hits of a part.
func (v *View) standing(hits []Hit) []float64 {
	logits := make([]float64, len(hits))
	for i, hit := range hits {
		logits[i] = hit.Logit
	}
	return v.recipe.Standing(logits, func(i, j int) bool {
		return slices.ContainsFunc(hits[i].Alike, func(a Alike) bool { return a.Key == hits[j].Key && a.Cosine >= sameWords })
	})
}

// lexicalMatches are the features of words and matched terms by position in the
// view.
type lexicalMatches struct {
	of    []rank.Features
	terms [][]string
}

func (v *View) matches(q rank.Query) (lexicalMatches, error) {
	found := lexicalMatches{of: make([]rank.Features, len(v.items)), terms: make([][]string, len(v.items))}
	lexicon, postings, err := v.weigh(q)
	if err != nil {
		return found, err
	}
	for i := range found.of {
		found.of[i] = rank.Features{Mass: lexicon.Mass(), AskedMass: lexicon.AskedMass(), TellsMass: lexicon.TellsMass(), Words: q.Words, Foreign: q.Foreign}
	}
	for t, list := range postings {
		for _, p := range list {
			share := lexicon.Share(t, p.tf, v.items[p.item].length)
			found.of[p.item].BM25 += share
			found.of[p.item].Told += lexicon.Tells(t)
			if q.IsAsked(t) {
				found.of[p.item].Asked += share
			}
			found.terms[p.item] = append(found.terms[p.item], q.Terms[t])
		}
	}
	related, weights := v.recipe.Related(q)
	lexicon, postings, err = v.weigh(related)
	for t, list := range postings {
		for _, p := range list {
			found.of[p.item].Related += weights[t] * lexicon.Share(t, p.tf, v.items[p.item].length)
		}
	}
	return found, err
}

// weigh reads the postings of a query's terms, and weighs the terms by how many items
// have them.
func (v *View) weigh(q rank.Query) (rank.Lexicon, [][]posting, error) {
	postings := make([][]posting, len(q.Terms))
	df := make([]int, len(q.Terms))
	for t, term := range q.Terms {
		var err error
		if postings[t], err = v.postings(term); err != nil {
			return rank.Lexicon{}, nil, err
		}
		df[t] = len(postings[t])
	}
	return v.recipe.Lexicon(q, len(v.items), df), postings, nil
}

// posting is a term's weight in the item at a position of the view.
type posting struct{ item, tf int }

const postingsQuery = `SELECT item, tf FROM ` + eachScope + `postings ON term = ? AND item` + inScope

// keptPostingsMax bounds what a view that keeps postings has in memory: 16 MB.
const keptPostingsMax = 1 << 20

// KeepPostings has each term's postings read, and what the recipe knows of it, once for all queries
// that follow, for who asks many of one view.
func (v *View) KeepPostings() {
	for _, part := range v.parts {
		part.kept, part.keptLeft, part.whole = map[string][]posting{}, keptPostingsMax/len(v.parts), false
		part.recipe = part.recipe.Remembering()
	}
}

// wholePostingsMax is how many postings a view has read at once where it keeps them: a query for
// each of the 1,700 words of null prompts takes longer.
const wholePostingsMax = 4096

const wholeQuery = `SELECT term, item, tf FROM ` + eachScope + `postings INDEXED BY postings_item ON item` + inScope + ` LIMIT ?`

// keepWhole reads all postings of a view that has few.
func (v *View) keepWhole() error {
	rest, kept := wholePostingsMax, map[string][]posting{}
	err := each(v.tx, wholeQuery, func(rows *sql.Rows) error {
		var term string
		var key int64
		var tf int
		err := rows.Scan(&term, &key, &tf)
		rest--
		if at, ok := v.position[key]; ok {
			kept[term] = append(kept[term], posting{at, tf})
		}
		return err
	}, v.within, wholePostingsMax+1)
	if rest >= 0 && err == nil {
		v.kept, v.whole = kept, true
	}
	return err
}

func (v *View) postings(term string) ([]posting, error) {
	if v.kept != nil && len(v.kept) == 0 && !v.whole {
		if err := v.keepWhole(); err != nil {
			return nil, err
		}
	}
	if list, ok := v.kept[term]; ok || v.whole {
		return list, nil
	}
	list, err := v.readPostings(term)
	if v.kept != nil && err == nil && len(list) <= v.keptLeft {
		v.kept[term] = list
		v.keptLeft -= len(list)
	}
	return list, err
}

func (v *View) readPostings(term string) ([]posting, error) {
	var list []posting
	err := each(v.tx, postingsQuery, func(rows *sql.Rows) error {
		var key int64
		var tf int
		err := rows.Scan(&key, &tf)
		if at, ok := v.position[key]; ok {
			list = append(list, posting{at, tf})
		}
		return err
	}, v.within, term)
	return list, err
}

// cosine is an adapted query's nearness to an item: its head, its best passage,
// the mean of its passages; and that of the query as it is to the head. An item
// without a body has its head for all.
type cosine struct{ head, best, mean, plain float64 }

const cosinesQuery = `WITH near AS MATERIALIZED (
		SELECT p.item, p.n, 1 - vec_distance_cosine(v.vector, ?) AS c,
			CASE WHEN n = 0 THEN 1 - vec_distance_cosine(v.vector, ?) END AS plain
		FROM ` + eachScope + embedded + ` WHERE p.item` + inScope + ` AND p.n < 64)
	SELECT item, MAX(CASE WHEN n = 0 THEN c END), MAX(CASE WHEN n > 0 THEN c END), AVG(CASE WHEN n > 0 THEN c END), MAX(plain)
	FROM near GROUP BY item`

// cosines asks sqlite-vec for the exact distance to every passage, by position
// in the view. One pass in C over all of them is faster, up to some thousand
// items, than a nearest-neighbour query and a second look at each candidate. See
// RATIONALE.md, "Why is the distance computed to every passage?".
func (v *View) cosines(vector, adapted []float32) (map[int]cosine, error) {
	if vector == nil {
		return nil, nil
	}
	cosines := make(map[int]cosine, len(v.items))
	err := each(v.tx, cosinesQuery, func(rows *sql.Rows) error {
		var key int64
		var head, best, mean, plain *float64
		if err := rows.Scan(&key, &head, &best, &mean, &plain); err != nil {
			return err
		}
		at, visible := v.position[key]
		if !visible || head == nil || plain == nil { // NULL: a ruleset's numbers are too large for 32 bits
			return nil
		}
		c := cosine{*head, *head, *head, *plain}
		if best != nil {
			c.best, c.mean = *best, *mean
		}
		cosines[at] = c
		return nil
	}, sqlite.EncodeVector(adapted), sqlite.EncodeVector(vector), v.within, v.model)
	return cosines, err
}

// Nearest returns the items nearest to a vector, best first, with the recipe's
// approximate similarity of a dense score alone.
func (v *View) Nearest(vector []float32, kinds []string, limit int) ([]Hit, error) {
	var hits []Hit
	for _, part := range v.parts {
		cosines, err := part.cosines(vector, part.recipe.Adapt(vector))
		if err != nil {
			return nil, err
		}
		for at, c := range cosines {
			item := part.items[at]
			if !wanted(kinds, item.ref.Kind) {
				continue
			}
			dense := part.recipe.DenseOf(c.head, c.best, c.mean)
			hits = append(hits, Hit{
				Key: item.key, Ref: item.ref, Cosine: c.plain, Logit: dense,
				Similarity: part.recipe.DenseSimilarity(dense), Features: rank.Features{Dense: dense, HasDense: true},
			})
		}
	}
	return sorted(hits)[:min(limit, len(hits))], nil
}

// sorted returns hits in their order. They are large: each is moved once.
func sorted(hits []Hit) []Hit {
	if len(hits) < 2 {
		return hits
	}
	places := make([]int, len(hits))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int { return order(&hits[i], &hits[j]) })
	moved := make([]Hit, len(hits))
	for n, i := range places {
		moved[n] = hits[i]
	}
	return moved
}

// order is best first, ties by kind and id.
func order(a, b *Hit) int {
	return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.Logit, a.Logit), a.Ref.Compare(b.Ref))
}
