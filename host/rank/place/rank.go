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
}

// Part is one summand of a score.
type Part struct {
	Name  string
	Value float64
}

// Rank orders candidates, the best first. All must be of one index and one question.
func (r *Recipe) Rank(q Query, s Stats, candidates []Candidate) []Ranked {
	terms, scorer := r.Weigh(q, s), r.Scorer(s)
	ranked := make([]Ranked, len(candidates))
	for i, c := range candidates {
		ranked[i] = r.score(q, terms, scorer, c)
	}
	slices.SortStableFunc(ranked, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return ranked
}

func (r *Recipe) score(q Query, terms []Weighted, scorer Scorer, c Candidate) Ranked {
	out := Ranked{Candidate: c}
	all := 0.0
	for i, t := range terms {
		all += t.Weight
		if i < len(c.Matches) && c.Matches[i] != (Match{}) {
			out.BM25 += scorer.Add(t.Weight, c.Matches[i], c.Length)
			out.Coverage += t.Weight
		}
	}
	if all > 0 {
		out.Coverage /= all
	}
	out.Score = out.BM25 * r.Prior(q, c.Path, c.Symbol, c.Kind)
	out.Parts = []Part{{"bm25", out.BM25}, {"prior", out.Score - out.BM25}}
	out.Similarity = math.Min(1, out.Coverage)
	return out
}
