package index

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// Hit is one item with its scores for a query.
type Hit struct {
	Key        int64
	Kind, ID   string
	Similarity float64 // calibrated, 0–1
	Logit      float64 // behind Similarity
	Features   rank.Features
	Cosine     float64 // to the item's name and description; with Features.HasDense
	Matched    []string
}

// Query is what is searched for.
type Query struct {
	rank.Query
	Vector []float32 // of the text, by the view's model; nil: lexical only
	Kinds  []string  // empty: all
}

// Search scores every item of the view, best similarity first, ties by kind and
// id. Items that share nothing with the query are left out of a lexical search.
func (v *View) Search(q Query) ([]Hit, error) {
	hits, err := v.scored(q)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hits, order)
	return hits, nil
}

func (v *View) scored(q Query) ([]Hit, error) {
	matches, err := v.matches(q.Query)
	if err != nil {
		return nil, err
	}
	cosines, err := v.cosines(q.Vector)
	if err != nil {
		return nil, err
	}
	gate := 0.0
	if q.Vector != nil {
		gate = v.recipe.Gate(q.Vector)
	}
	var hits []Hit
	for i, item := range v.items {
		c, embedded := cosines[i]
		if !wanted(q.Kinds, item.kind) || (!embedded && matches.bm25[i] == 0) {
			continue
		}
		hit := Hit{Key: item.key, Kind: item.kind, ID: item.id, Cosine: c.head, Matched: matches.terms[i]}
		hit.Features = rank.Features{BM25: matches.bm25[i], Mass: matches.mass, HasDense: embedded}
		thresholds := v.lexical
		if embedded {
			hit.Features.Dense, hit.Features.Gate = v.recipe.DenseOf(c.head, c.best, c.mean), gate
			thresholds = v.dense
		}
		hit.Logit = v.recipe.Logit(hit.Features)
		hit.Similarity = thresholds.Similarity(hit.Logit)
		hits = append(hits, hit)
	}
	return hits, nil
}

// lexicalMatches are sums and matched terms by position in the view.
type lexicalMatches struct {
	bm25  []float64
	terms [][]string
	mass  float64
}

func (v *View) matches(q rank.Query) (lexicalMatches, error) {
	found := lexicalMatches{bm25: make([]float64, len(v.items)), terms: make([][]string, len(v.items))}
	postings := make([][]posting, len(q.Terms))
	df := make([]int, len(q.Terms))
	for t, term := range q.Terms {
		var err error
		if postings[t], err = v.postings(term); err != nil {
			return found, err
		}
		df[t] = len(postings[t])
	}
	lexicon := v.recipe.Lexicon(q, len(v.items), df)
	found.mass = lexicon.Mass()
	for t, list := range postings {
		for _, p := range list {
			found.bm25[p.item] += lexicon.Share(t, p.tf, v.items[p.item].length)
			found.terms[p.item] = append(found.terms[p.item], q.Terms[t])
		}
	}
	return found, nil
}

// posting is a term's weight in the item at a position of the view.
type posting struct{ item, tf int }

func (v *View) postings(term string) ([]posting, error) {
	rows, err := v.tx.Query(`SELECT item, tf FROM postings WHERE term = ?`, term)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []posting
	for rows.Next() {
		var key int64
		var tf int
		if err := rows.Scan(&key, &tf); err != nil {
			return nil, err
		}
		if at, ok := v.position[key]; ok {
			list = append(list, posting{at, tf})
		}
	}
	return list, rows.Err()
}

// cosine is a query's nearness to an item: its head, its best passage, the mean
// of its passages. An item without a body has its head for all three.
type cosine struct{ head, best, mean float64 }

// cosines asks sqlite-vec for the exact distance to every passage, by position
// in the view. One pass in C over all of them is faster, up to some thousand
// items, than a nearest-neighbour query and a second look at each candidate.
func (v *View) cosines(vector []float32) (map[int]cosine, error) {
	if vector == nil {
		return nil, nil
	}
	rows, err := v.tx.Query(`WITH near AS MATERIALIZED (
			SELECT p.item, p.n, 1 - vec_distance_cosine(v.vector, ?) AS c
			FROM passages p JOIN vectors v ON v.id = p.vector)
		SELECT item, MAX(CASE WHEN n = 0 THEN c END), MAX(CASE WHEN n > 0 THEN c END), AVG(CASE WHEN n > 0 THEN c END)
		FROM near GROUP BY item`, sqlite.EncodeVector(vector))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	cosines := make(map[int]cosine, len(v.items))
	for rows.Next() {
		var key int64
		var head, best, mean *float64
		if err := rows.Scan(&key, &head, &best, &mean); err != nil {
			return nil, err
		}
		at, visible := v.position[key]
		if !visible || head == nil {
			continue
		}
		c := cosine{*head, *head, *head}
		if best != nil {
			c.best, c.mean = *best, *mean
		}
		cosines[at] = c
	}
	return cosines, rows.Err()
}

// Nearest gives the items nearest to a vector, best first, with the recipe's
// approximate similarity of a dense score alone.
func (v *View) Nearest(vector []float32, kinds []string, limit int) ([]Hit, error) {
	cosines, err := v.cosines(vector)
	if err != nil {
		return nil, err
	}
	var hits []Hit
	for at, c := range cosines {
		item := v.items[at]
		if !wanted(kinds, item.kind) {
			continue
		}
		dense := v.recipe.DenseOf(c.head, c.best, c.mean)
		hits = append(hits, Hit{
			Key: item.key, Kind: item.kind, ID: item.id, Cosine: c.head, Logit: dense,
			Similarity: v.recipe.DenseSimilarity(dense), Features: rank.Features{Dense: dense, HasDense: true},
		})
	}
	slices.SortFunc(hits, order)
	return hits[:min(limit, len(hits))], nil
}

// order is best first, ties by kind and id.
func order(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.Logit, a.Logit), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}
