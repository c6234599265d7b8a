package eval

import "math"

// tfidf scores by the cosine of vectors of term weights, 0 to 1: how much of
// the prompt an item is about, where BM25 grows with the prompt.
type tfidf struct {
	n        float64
	df       map[string]float64
	postings map[string][]posting // count is the weight in a vector of length 1
}

func newTFIDF(items []Item, w weights) *tfidf {
	t := &tfidf{n: float64(len(items)), df: map[string]float64{}, postings: map[string][]posting{}}
	documents := make([]counted, len(items))
	for i, item := range items {
		documents[i] = w.count(item)
		for _, term := range documents[i].terms {
			t.df[term]++
		}
	}
	for i, c := range documents {
		weights, length := t.weigh(c)
		for j, term := range c.terms {
			t.postings[term] = append(t.postings[term], posting{i, weights[j] / length})
		}
	}
	return t
}

// weigh returns the weight of each term and the length of the vector.
func (t *tfidf) weigh(c counted) ([]float64, float64) {
	weights, squares := make([]float64, len(c.terms)), 0.0
	for i, term := range c.terms {
		weights[i] = (1 + math.Log(c.counts[term])) * t.idf(term)
		squares += weights[i] * weights[i]
	}
	if squares == 0 {
		return weights, 1
	}
	return weights, math.Sqrt(squares)
}

// idf is the rarity of a term; one that the corpus does not have is as rare as
// one half of an item would make it.
func (t *tfidf) idf(term string) float64 {
	return math.Log((t.n + 1) / (t.df[term] + .5))
}

// cosines returns the cosine of every item that shares a word with a text, by its
// place.
func (t *tfidf) cosines(text string) map[int]float64 {
	query := counted{}
	query.add(text, 1)
	weights, length := t.weigh(query)
	cosines := map[int]float64{}
	for i, term := range query.terms {
		for _, p := range t.postings[term] {
			cosines[p.item] += weights[i] / length * p.count
		}
	}
	return cosines
}
