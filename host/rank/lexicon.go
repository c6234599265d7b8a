package rank

import "math"

// BM25 holds the constants of the lexical score.
type BM25 struct {
	K1        float64 `json:"k1"`
	B         float64 `json:"b"`
	CountMax  int     `json:"count_max"`  // a query term counts at most so often
	Half      float64 `json:"half"`       // BM25 at which the saturated score is ½
	MassFloor float64 `json:"mass_floor"` // added to a prompt's mass so that short ones do not soar
	// TellsFloor is the same for what its words tell, a fifth as large.
	TellsFloor float64 `json:"tells_floor"`
}

// Lexicon knows how rare each term of one query is in an index.
type Lexicon struct {
	bm25   BM25
	length float64   // the usual weighted length of a document
	idf    []float64 // per query term
	tells  []float64 // per query term
	counts []int
	mass   float64
	asked  float64 // mass of the prose
	told   float64 // sum of tells
}

// unknownForeign is what a word of another language that is found nowhere counts
// of one that is English: it tells less about what else the prompt is about.
const unknownForeign = .6

// Lexicon weighs the terms of a query for an index of n documents, of which
// df[i] contain q.Terms[i]; a missing df counts as 0. The background table
// speaks with the voice of its own documents, so that a small index has
// sensible frequencies too.
func (r *Recipe) Lexicon(q Query, n int, df []int) Lexicon {
	l := Lexicon{bm25: r.BM25, length: r.background.length, idf: make([]float64, len(q.Terms)), tells: make([]float64, len(q.Terms)), counts: q.Counts}
	documents := float64(n + r.background.documents)
	for i, term := range q.Terms {
		frequency := float64(r.frequency(term))
		if i < len(df) {
			frequency += float64(df[i])
		}
		l.idf[i] = math.Log(1 + max(0, documents-frequency+.5)/(frequency+.5))
		if q.Foreign && frequency == 0 {
			l.idf[i] *= unknownForeign
		}
		l.mass += l.idf[i]
		if q.IsAsked(i) {
			l.asked += l.idf[i]
			l.tells[i] = l.idf[i] * r.Salience(term)
			l.told += l.tells[i]
		}
	}
	return l
}

// Mass is the sum of the rarities of the query's distinct terms, at least 0.
func (l Lexicon) Mass() float64 { return l.mass }

// AskedMass is Mass of the terms that stand in the prose.
func (l Lexicon) AskedMass() float64 { return l.asked }

// Tells is how much query term i tells of what is needed: its rarity times its
// Salience; 0 where it stands only in a name.
func (l Lexicon) Tells(i int) float64 { return l.tells[i] }

// TellsMass is the sum of Tells over the query's terms, at least 0.
func (l Lexicon) TellsMass() float64 { return l.told }

// Share is what query term i adds to the BM25 of a document that has it with
// weighted frequency tf and whose weighted length is length; at least 0.
func (l Lexicon) Share(i, tf, length int) float64 {
	if tf <= 0 {
		return 0
	}
	count := float64(min(l.counts[i], l.bm25.CountMax))
	k := l.bm25.K1 * (1 - l.bm25.B + l.bm25.B*float64(length)/l.length)
	return l.idf[i] * count * float64(tf) * (l.bm25.K1 + 1) / (float64(tf) + k)
}
