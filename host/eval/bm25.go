package eval

import (
	"cmp"
	"math"
	"slices"
)

// Constants of BM25 (Robertson and Zaragoza, 2009), and how often a word of the
// query counts at most.
const (
	bm25K1       = 1.2
	bm25B        = .75
	bm25CountMax = 2
)

// bm25 ranks by BM25 with the frequencies of the corpus alone: what a search
// that knows no other text does.
type bm25 struct {
	ids      []string
	lengths  []float64
	average  float64
	postings map[string][]posting
}

type posting struct {
	item  int
	count float64
}

func newBM25(items []Item, w weights) *bm25 {
	b := &bm25{postings: map[string][]posting{}}
	for i, item := range items {
		c := w.count(item)
		b.ids = append(b.ids, item.ID)
		b.lengths = append(b.lengths, c.length)
		b.average += c.length
		for _, term := range c.terms {
			b.postings[term] = append(b.postings[term], posting{i, c.counts[term]})
		}
	}
	b.average /= float64(max(1, len(items)))
	return b
}

// rank returns the items that share a word with a text, best first.
func (b *bm25) rank(text string) []Ranked {
	query := counted{}
	query.add(text, 1)
	scores := map[int]float64{}
	for _, term := range query.terms {
		list := b.postings[term]
		n, df := float64(len(b.ids)), float64(len(list))
		idf := math.Log(1 + (n-df+.5)/(df+.5))
		for _, p := range list {
			long := 1 - bm25B + bm25B*b.lengths[p.item]/b.average
			scores[p.item] += idf * min(query.counts[term], bm25CountMax) * p.count * (bm25K1 + 1) / (p.count + bm25K1*long)
		}
	}
	return best(b.ids, scores)
}

// best orders scored items, ties by id, and keeps as many as a ranking names.
func best(ids []string, scores map[int]float64) []Ranked {
	ranking := make([]Ranked, 0, len(scores))
	for item, score := range scores {
		ranking = append(ranking, Ranked{ids[item], score})
	}
	slices.SortFunc(ranking, func(a, b Ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	return ranking[:min(len(ranking), RankedMax)]
}

// RankedMax is how many items a ranking names.
const RankedMax = 50
