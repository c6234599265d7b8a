// Package place ranks places of source code for a question: texts to terms, term statistics to
// BM25 over fields, and features to an order and to the chance that the first is right.
// Everything is a pure function of a Recipe, which is data. It knows no store and no model.
package place

// Terms are how often each term occurs in a place, by field, and how many there are.
type Terms struct {
	Body   map[string]int // of all its lines
	Symbol map[string]int // of its symbol
	Length int            // of the body, repetitions counted
}

// Candidate is a place that may answer.
type Candidate struct {
	Path, Symbol, Kind, Doc string
	Start, End              int     // lines
	BM25                    float64 // by Recipe.Weight over the query's terms
	Coverage                float64 // share of the query's terms, weighted by idf, that occur in any field: 0–1
	Cosine                  float64 // of vectors; NaN where the place has none
}
