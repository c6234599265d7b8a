package place

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// Recipe is how places are ranked. It is data, which `go run ./cmd/lab tune-code` fits and
// writes.
type Recipe struct {
	K1      float64 `json:"k1"`      // how soon repetitions count no more
	B       float64 `json:"b"`       // how much a long place counts less, 0–1
	Symbol  float64 `json:"symbol"`  // a term in the symbol is worth so many in the body
	Path    float64 `json:"path"`    // and one in the path so many
	Synonym float64 `json:"synonym"` // and a synonym so much of the word itself
	Tests   float64 `json:"tests"`   // factor of tests, examples and the like where they are not asked for

	Words   Weights `json:"words"`   // where no candidate has a vector
	Vectors Weights `json:"vectors"` // where some have

	WordsSurety   Surety `json:"words_surety"`
	VectorsSurety Surety `json:"vectors_surety"`
}

//go:embed data/recipe.json
var recipeData []byte

// Default returns the recipe that the program has.
var Default = sync.OnceValue(func() *Recipe {
	r := &Recipe{}
	if err := json.Unmarshal(recipeData, r); err != nil {
		panic(err)
	}
	return r
})

// Stats are the index's.
type Stats struct {
	Places int
	Length float64        // mean of the places' Terms.Length
	DF     map[string]int // in how many places a term occurs in body or symbol, for the question's at least
}

// Weighted is a term with its weight in one index.
type Weighted struct {
	Term   string
	Weight float64
}

// Weigh returns the terms of a question in their order, weighed by how rare they are (BM25's
// idf). Terms that the index lacks count, too: they show how much of a question is met.
func (r *Recipe) Weigh(q Query, s Stats) []Weighted {
	terms := make([]Weighted, len(q.Terms))
	for i, t := range q.Terms {
		places := float64(max(s.Places, 0))
		df := min(max(float64(s.DF[t.Text]), 0), places)
		terms[i] = Weighted{t.Text, math.Log(1 + (places-df+.5)/(df+.5))}
		if t.Of != i {
			terms[i].Weight = r.Synonym * min(terms[i].Weight, terms[t.Of].Weight)
		}
	}
	return terms
}

// Scorer adds up BM25 over fields, term by term.
type Scorer struct {
	symbol, path, k1, short, perTerm float64
}

// Scorer returns what scores the places of an index.
func (r *Recipe) Scorer(s Stats) Scorer {
	return Scorer{symbol: r.Symbol, path: r.Path, k1: r.K1, short: r.K1 * (1 - r.B), perTerm: r.K1 * r.B / max(s.Length, 1)}
}

// Add returns what a term of a weight adds to the score of a place that has it so often.
// The sum over terms is the place's BM25.
func (s Scorer) Add(weight float64, m Match, length int) float64 {
	tf := float64(m.Body) + s.symbol*float64(m.Symbol) + s.path*float64(m.Path)
	if tf == 0 {
		return 0
	}
	return weight * tf * (s.k1 + 1) / (tf + s.short + s.perTerm*float64(length))
}

// Prior is the factor by which a place's BM25 counts before anything else is known of it:
// candidates are the best by BM25 times Prior.
func (r *Recipe) Prior(q Query, path, symbol, kind string) float64 {
	if !q.Tests && IsTest(path) {
		return r.Tests
	}
	return 1
}
