package place

import (
	"cmp"
	"math"
	"slices"
)

// Ranked is a candidate with its score.
type Ranked struct {
	Candidate
	Score      float64
	Similarity float64 // the chance that the first is right, for the first; less for others
	BM25       float64
	Coverage   float64 // share of the question's terms by weight that occur in any field
	Parts      []Part  // what Score is the sum of
	features   Features
}

// Part is one summand of a score.
type Part struct {
	Name  string
	Value float64
}

// Rank orders candidates, the best first. All must be of one index and one question.
func (r *Recipe) Rank(q Query, s Stats, candidates []Candidate) []Ranked {
	m := r.measure(q, s, candidates)
	vectors := !math.IsInf(m.near, -1)
	weights := &r.Words
	if vectors {
		weights = &r.Vectors
	}
	unordered, order := make([]Ranked, len(candidates)), make([]*Ranked, len(candidates))
	parts := make([]Part, 0, len(candidates)*partsOfScore)
	for i, c := range candidates {
		f, one := m.of(i), &unordered[i]
		before := len(parts)
		parts = weights.parts(parts, &f)
		*one = Ranked{Candidate: c, BM25: m.bm25[i], Coverage: f.Coverage, Parts: parts[before:len(parts):len(parts)], features: f}
		for _, p := range one.Parts {
			one.Score += p.Value
		}
		order[i] = one
	}
	slices.SortStableFunc(order, func(a, b *Ranked) int { return cmp.Compare(b.Score, a.Score) })
	ranked := make([]Ranked, len(candidates))
	for i, one := range order {
		ranked[i] = *one
	}
	r.tell(ranked, vectors)
	return ranked
}
