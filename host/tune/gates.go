package tune

import (
	"math"
	"slices"
)

// gates are both gates of prompts and of the recipe's null prompts. Those of
// prompts that the fit was on come from a fit that had not seen them: a gate
// that knows its prompts promises more than it keeps.
type gates struct {
	vector, word         map[*labelled]float64
	nullVector, nullWord []float64 // of Bank
	weights              []float64 // of the gate on vectors, its bias last
	wordGate             map[string]float64
	wordBias             float64
}

// fitGates fits on some of the labelled prompts and gives the gates of all.
func (f *fitter) fitGates(train []*labelled) gates {
	g := gates{vector: map[*labelled]float64{}, word: map[*labelled]float64{}}
	g.nullVector, g.nullWord = make([]float64, len(f.Bank)), make([]float64, len(f.Bank))
	whole := f.gateFit(train, f.nulls)
	g.weights, g.wordGate, g.wordBias = whole.vector, whole.words, whole.bias
	for _, c := range f.cases {
		g.vector[c], g.word[c] = whole.of(c.gateInput)
	}
	for part := range crossFits {
		rest := others(train, part)
		restNulls := others(f.nulls, part)
		fit := f.gateFit(rest, restNulls)
		for i := part; i < len(train); i += crossFits {
			g.vector[train[i]], g.word[train[i]] = fit.of(train[i].gateInput)
		}
		first := len(f.nulls) - len(f.Bank)
		for i := first; i < len(f.nulls); i++ {
			if i%crossFits == part {
				g.nullVector[i-first], g.nullWord[i-first] = fit.of(f.nulls[i])
			}
		}
	}
	return g
}

// others leaves out every crossFits-th of a list, from part on.
func others[T any](list []T, part int) []T {
	var rest []T
	for i, x := range list {
		if i%crossFits != part {
			rest = append(rest, x)
		}
	}
	return rest
}

// gateFit is one fit of both gates.
type gateFit struct {
	vector []float64
	words  map[string]float64
	bias   float64
}

func (g gateFit) of(in gateInput) (vector, word float64) {
	if g.vector != nil {
		vector = gateOf(g.vector, in.vector)
	}
	for _, term := range in.query.Terms {
		word += g.words[term]
	}
	return vector, g.bias + word/math.Sqrt(float64(max(1, len(in.query.Terms))))
}

func (f *fitter) gateFit(train []*labelled, nulls []gateInput) gateFit {
	var rows []gateRow
	var texts []wordRow
	put := func(in gateInput, about bool, weight, wordWeight float64) {
		rows = append(rows, gateRow{in.vector, about, weight})
		texts = append(texts, wordRow{in.query.Terms, about, wordWeight})
	}
	for _, c := range train {
		put(c.gateInput, len(c.Gold) > 0, 1, 1)
	}
	for _, null := range nulls {
		put(null, false, 1, 1)
	}
	for _, a := range f.asks {
		put(a.gateInput, true, asksVectorWeight, asksGateWeight)
	}
	var fit gateFit
	if f.Embed != nil {
		fit.vector = rounded(fitGate(rows))
	}
	fit.words, fit.bias = fitWordGate(texts)
	return fit
}

// wordRow is a text of the word gate.
type wordRow struct {
	terms  []string
	about  bool
	weight float64
}

// fitWordGate is a logistic regression on which stems a text has, each counting
// 1/√n of n.
func fitWordGate(rows []wordRow) (weights map[string]float64, bias float64) {
	count := map[string]int{}
	for _, row := range rows {
		for _, term := range row.terms {
			count[term]++
		}
	}
	var terms []string
	for term, n := range count {
		if n >= wordGateStemsMin {
			terms = append(terms, term)
		}
	}
	slices.Sort(terms)
	place := make(map[string]int, len(terms))
	for i, term := range terms {
		place[term] = i
	}
	held := make([][]int, len(rows))
	for i, row := range rows {
		for _, term := range row.terms {
			if at, ok := place[term]; ok {
				held[i] = append(held[i], at)
			}
		}
	}
	d := len(terms)
	w := rounded(minimize(make([]float64, d+1), func(w, gradient []float64) float64 {
		loss := 0.0
		clear(gradient)
		for i := range d {
			loss += wordGateRidge / 2 * w[i] * w[i]
			gradient[i] = wordGateRidge * w[i]
		}
		return loss + sum(len(rows), gradient, func(i int, gradient []float64) float64 {
			row := rows[i]
			scale := 1 / math.Sqrt(float64(max(1, len(row.terms))))
			z := w[d]
			for _, at := range held[i] {
				z += w[at] * scale
			}
			value, push := logistic(z, row.about)
			for _, at := range held[i] {
				gradient[at] += row.weight * push * scale
			}
			gradient[d] += row.weight * push
			return row.weight * value
		})
	}))
	weights = make(map[string]float64, d)
	for i, term := range terms {
		weights[term] = w[i]
	}
	return weights, w[d]
}

// logistic is the loss of a logit and its derivative.
func logistic(z float64, about bool) (loss, push float64) {
	if about {
		return math.Log1p(math.Exp(-z)), -1 / (1 + math.Exp(z))
	}
	return math.Log1p(math.Exp(z)), 1 / (1 + math.Exp(-z))
}
