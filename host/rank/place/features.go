package place

import (
	"math"
	"strings"
)

// Weights are those of a score: the sum of each times its feature.
type Weights struct {
	BM25      float64 `json:"bm25"`             // of the candidate, as a share of the best's
	LogBM25   float64 `json:"log_bm25"`         // its logarithm
	Coverage  float64 `json:"coverage"`         // share of the question, by its terms' weights, that any field has
	Symbol    float64 `json:"symbol"`           // share that the symbol has
	Named     float64 `json:"named"`            // share of the name's own words that the question has
	Path      float64 `json:"path"`             // share of the question that the path has
	File      float64 `json:"file"`             // what the file's other candidates have of BM25, as a share of the best file's
	FileMax   float64 `json:"file_max"`         // BM25 of the file's best other candidate
	Container float64 `json:"container"`        // BM25 of the type's own lines, for a member
	Exact     float64 `json:"exact"`            // the question names the place
	Test      float64 `json:"test"`             // a test, an example or the like that is not asked for
	Rest      float64 `json:"rest"`             // lines between definitions
	Type      float64 `json:"type"`             // a type's own lines, where it is not named
	Long      float64 `json:"long"`             // logarithm of the lines
	Cosine    float64 `json:"cosine,omitempty"` // behind the nearest, below 0
}

// Features are a candidate's, each about 0 to 1, under the names of their weights.
type Features Weights

// logLeast is the share of the best BM25 below which its logarithm falls no further.
const logLeast = .05

// partsOfScore is how many summands a score has, about.
const partsOfScore = 15

// parts appends the summands of a score, in the order of Weights.
func (w *Weights) parts(parts []Part, f *Features) []Part {
	return append(parts, []Part{
		{"bm25", w.BM25 * f.BM25},
		{"log_bm25", w.LogBM25 * f.LogBM25},
		{"coverage", w.Coverage * f.Coverage},
		{"symbol", w.Symbol * f.Symbol},
		{"named", w.Named * f.Named},
		{"path", w.Path * f.Path},
		{"file", w.File * f.File},
		{"file_max", w.FileMax * f.FileMax},
		{"container", w.Container * f.Container},
		{"exact", w.Exact * f.Exact},
		{"test", w.Test * f.Test},
		{"rest", w.Rest * f.Rest},
		{"type", w.Type * f.Type},
		{"long", w.Long * f.Long},
		{"cosine", w.Cosine * f.Cosine},
	}...)
}

// Features returns those of all candidates of a question, in their order.
func (r *Recipe) Features(q Query, s Stats, candidates []Candidate) []Features {
	m := r.measure(q, s, candidates)
	out := make([]Features, len(candidates))
	for i := range candidates {
		out[i] = m.of(i)
	}
	return out
}

// measure is what the features of one question's candidates are taken against.
type measure struct {
	query      Query
	terms      []Weighted
	asked      map[string]bool // the question's terms
	whole      float64         // sum of the terms' weights, synonyms apart
	candidates []Candidate
	bm25       []float64
	best       float64 // BM25, times priors
	files      map[string]fileSum
	bestFile   float64
	types      map[string]float64 // BM25 of symbols, by path and symbol
	near       float64            // the highest cosine
}

// fileSum is BM25 of a file's candidates: of all, of the best and of the next.
type fileSum struct{ sum, first, second float64 }

const least = 1e-9

func (r *Recipe) measure(q Query, s Stats, candidates []Candidate) *measure {
	m := &measure{
		query: q, terms: r.Weigh(q, s), candidates: candidates, asked: map[string]bool{},
		bm25: make([]float64, len(candidates)), best: least, bestFile: least, whole: least,
		files: map[string]fileSum{}, types: map[string]float64{}, near: math.Inf(-1),
	}
	for i, t := range m.terms {
		m.asked[t.Term] = true
		if q.Terms[i].Of == i {
			m.whole += t.Weight
		}
	}
	scorer := r.Scorer(s)
	for i, c := range candidates {
		for j, match := range c.Matches[:min(len(c.Matches), len(m.terms))] {
			m.bm25[i] += scorer.Add(m.terms[j].Weight, match, c.Length)
		}
		m.best = max(m.best, m.bm25[i]*r.Prior(q, c.Path, c.Symbol, c.Kind))
		m.file(c, m.bm25[i])
		if c.embedded() {
			m.near = max(m.near, c.Cosine)
		}
	}
	for _, f := range m.files {
		m.bestFile = max(m.bestFile, f.sum)
	}
	return m
}

func (m *measure) file(c Candidate, bm25 float64) {
	f := m.files[c.Path]
	f.sum += bm25
	if bm25 > f.first {
		f.first, f.second = bm25, f.first
	} else {
		f.second = max(f.second, bm25)
	}
	m.files[c.Path] = f
	if key := c.Path + "\x00" + c.Symbol; c.Symbol != "" {
		m.types[key] = max(m.types[key], bm25)
	}
}

func (m *measure) of(i int) Features {
	c, bm25, file := m.candidates[i], m.bm25[i], m.files[m.candidates[i].Path]
	container, own := divideSymbol(c.Symbol)
	words := stems(own)
	f := Features{
		BM25:     bm25 / m.best,
		LogBM25:  math.Log(max(bm25/m.best, logLeast)) / -math.Log(logLeast),
		Coverage: m.covered(c, func(match Match) bool { return match != Match{} }),
		Symbol:   m.covered(c, func(match Match) bool { return match.Symbol > 0 }),
		Path:     m.covered(c, func(match Match) bool { return match.Path > 0 }),
		Named:    share(words, m.asked),
		File:     (file.sum - bm25) / m.bestFile,
		FileMax:  file.first / m.best,
		Exact:    exact(m.query, c.Symbol),
		Test:     truth(!m.query.Tests && IsTest(c.Path)),
		Rest:     truth(c.Kind == kindRest),
		Long:     math.Log(float64(max(c.End-c.Start, 0)+1)) / 4,
	}
	if bm25 == file.first {
		f.FileMax = file.second / m.best
	}
	if container != "" {
		f.Container = m.types[c.Path+"\x00"+container] / m.best
	}
	if c.Kind == kindType && f.Exact == 0 {
		f.Type = 1
	}
	if !math.IsInf(m.near, -1) {
		behind := unknownCosine
		if c.embedded() {
			behind = max(unknownCosine, c.Cosine-m.near)
		}
		f.Cosine = behind / cosineUnit
	}
	return f
}

// unknownCosine is how far a place without a vector is taken to be behind the nearest one
// where others have vectors, and the farthest that counts.
const unknownCosine = -.5

// cosineUnit is what the candidates' cosines span, about, so that the fit shrinks their weight
// no more than that of other features.
const cosineUnit = .25

// covered returns the share of the question, by its terms' weights, whose terms or their
// synonyms have.
func (m *measure) covered(c Candidate, has func(Match) bool) float64 {
	var met [queryTermsMax]float64
	for j, match := range c.Matches[:min(len(c.Matches), len(m.terms))] {
		if of := m.query.Terms[j].Of; has(match) {
			met[of] = max(met[of], m.terms[j].Weight)
		}
	}
	sum := 0.0
	for _, weight := range met {
		sum += weight
	}
	return sum / m.whole
}

// Kinds of package code whose places are rarely the answer.
const (
	kindRest = "rest"
	kindType = "type"
)

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// share returns the share of words that are among others.
func share(words []string, others map[string]bool) float64 {
	n := 0.0
	for _, word := range words {
		n += truth(others[word])
	}
	return n / max(1, float64(len(words)))
}

// divideSymbol returns what a symbol is a member of, and its own name.
func divideSymbol(symbol string) (container, own string) {
	at := strings.LastIndexAny(symbol, ".:")
	return symbol[:max(at, 0)], symbol[at+1:]
}

// stems returns the terms of a name, each once, stop words apart.
func stems(name string) []string {
	a := analyzers.Get().(*analyzer)
	defer analyzers.Put(a)
	var found []string
	a.each(limited(name), func(w word) {
		if w.stop {
			return
		}
		for _, f := range found {
			if f == w.stem {
				return
			}
		}
		found = append(found, w.stem)
	})
	return found
}

// Exact is how well a name of the question names a place.
const (
	exactSpelled = 1  // letter by letter
	exactName    = .9 // but for case and underscores
	exactLast    = .6 // the last name only, of another type
	exactBegin   = .5 // the place's name begins with it
)

// beginMin is how many letters of a name are enough to begin it.
const beginMin = 5

// exact returns how well the question names a symbol: 0 if it does not.
func exact(q Query, symbol string) float64 {
	have := names(symbol)
	if len(have) == 0 || !q.Named {
		return 0
	}
	best := 0.0
	for _, s := range q.Symbols {
		want := names(s)
		if len(want) == 0 {
			continue
		}
		last, wanted := have[len(have)-1], want[len(want)-1]
		switch {
		case symbol == s || strings.HasSuffix(symbol, "."+s):
			return exactSpelled
		case len(want) <= len(have) && strings.Join(have[len(have)-len(want):], ".") == strings.Join(want, "."):
			best = max(best, exactName)
		case last == wanted:
			best = max(best, exactLast)
		case len(wanted) >= beginMin && strings.HasPrefix(last, wanted):
			best = max(best, exactBegin)
		}
	}
	return best
}
