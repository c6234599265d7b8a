// Package place ranks places of source code for a question: texts to terms, term statistics to
// BM25 over fields, and features to an order and to the chance that the first is right.
// Everything is a pure function of a Recipe, which is data. It knows no store and no model.
//
// A search has four steps: ParseQuery reads the question; Recipe.Weigh weighs its terms by the
// statistics of the index; Scorer.Add sums up what each posting gives, and the best by that,
// times Recipe.Prior, are the candidates; Recipe.Rank orders these.
package place

import "math"

// Candidate is a place that may answer.
type Candidate struct {
	Path, Symbol, Kind, Doc string
	Start, End              int     // lines
	Length                  int     // of its Terms
	Matches                 []Match // one for each of the weighted terms, in their order
	Cosine                  float64 // of vectors; NaN where the place has none
}

// Match is how often a term occurs in each field of a place.
type Match struct{ Body, Symbol, Path int }

// NoCosine is the cosine of a place without a vector.
var NoCosine = math.NaN()

// embedded reports a place with a vector: a cosine, give or take the precision of numbers.
func (c *Candidate) embedded() bool { return math.Abs(c.Cosine) < 1.1 }
