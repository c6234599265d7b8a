package eval

import "slices"

// Weights of the fields for the baselines, as evalkit's rankers have them.
var (
	short     = weights{name: 3, description: 1, keywords: 1}
	withBody  = weights{name: 4, description: 2, keywords: 2, body: 1}
	forCosine = weights{name: 2, description: 1, keywords: 1}
)

// Scales of the lexical gate: BM25 and cosine that count as 1. An item is told
// from there on, one a prompt.
const (
	gateBM25   = 11
	gateCosine = .18
)

// Baselines names the rankers that need nothing but words.
var Baselines = []string{"bm25", "bm25+body", "gate"}

// Baseline returns a ranker of Baselines over a corpus, nil for another name.
// bm25 sees name, description and keywords; bm25+body the body too; gate is the
// weaker of bm25 and a cosine, and the only one that decides.
func Baseline(name string, corpus Corpus) func(Query) (Answer, error) {
	switch name {
	case "bm25", "bm25+body":
		w := short
		if name == "bm25+body" {
			w = withBody
		}
		b := newBM25(corpus.items, w)
		return func(q Query) (Answer, error) { return Answer{Ranking: b.rank(q.Text), Decides: DecidesNothing}, nil }
	case "gate":
		return newGate(corpus.items).answer
	}
	return nil
}

// gate orders by the weaker of two signals: BM25, which long prompts inflate,
// and the cosine of tf-idf, which short ones do.
type gate struct {
	bm25  *bm25
	tfidf *tfidf
	place map[string]int
}

func newGate(items []Item) gate {
	g := gate{newBM25(items, short), newTFIDF(items, forCosine), map[string]int{}}
	for i, item := range items {
		g.place[item.ID] = i
	}
	return g
}

func (g gate) answer(q Query) (Answer, error) {
	cosines := g.tfidf.cosines(q.Text)
	scores := map[int]float64{}
	for _, ranked := range g.bm25.rank(q.Text) {
		at := g.place[ranked.ID]
		scores[at] = min(ranked.Score/gateBM25, cosines[at]/gateCosine)
	}
	answer := Answer{Ranking: best(g.bm25.ids, scores), Decides: DecidesPrompts}
	if len(answer.Ranking) > 0 && answer.Ranking[0].Score >= 1 {
		answer.Selected = []string{answer.Ranking[0].ID}
	}
	return answer, nil
}

// Nearest ranks items by the cosine of one vector each to that of the prompt:
// heads holds them by id, of length 1 as the prompt's.
func Nearest(heads map[string][]float32, embed func(text string) ([]float32, error)) func(Query) (Answer, error) {
	ids := make([]string, 0, len(heads))
	for id := range heads {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return func(q Query) (Answer, error) {
		vector, err := embed(q.Text)
		if err != nil {
			return Answer{}, err
		}
		scores := make(map[int]float64, len(ids))
		for i, id := range ids {
			scores[i] = dot(vector, heads[id])
		}
		return Answer{Ranking: best(ids, scores), Decides: DecidesNothing}, nil
	}
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
