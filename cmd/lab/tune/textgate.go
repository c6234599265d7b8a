package tune

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// What is kept of the gate on how a prompt is asked.
const (
	mannerWordsMin  = 8   // texts that hold a word for it to have a weight
	mannerWeightMin = .02 // below it a word does not move a prompt of ten by .01
	mannerWordsKept = 6000
)

// textGate is a logistic regression on which words a text has, each counting
// 1/√n of n.
type textGate struct {
	weights map[string]float64
	bias    float64
}

func (g textGate) of(words []string) float64 {
	sum := 0.0
	for _, word := range words {
		sum += g.weights[word]
	}
	return g.bias + sum/math.Sqrt(float64(max(1, len(words))))
}

// lightened is the gate without the words that hardly tell anything, and with no
// more than a program should carry.
func (g textGate) lightened() textGate {
	words := slices.Sorted(maps.Keys(g.weights))
	slices.SortStableFunc(words, func(a, b string) int {
		return cmp.Compare(math.Abs(g.weights[b]), math.Abs(g.weights[a]))
	})
	kept := textGate{map[string]float64{}, g.bias}
	for _, word := range words[:min(len(words), mannerWordsKept)] {
		if math.Abs(g.weights[word]) >= mannerWeightMin {
			kept.weights[word] = g.weights[word]
		}
	}
	return kept
}

// encode writes data/manner.txt.
func (g textGate) encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "\t%.*f\n", wordGateDigits, g.bias)
	for _, word := range slices.Sorted(maps.Keys(g.weights)) {
		fmt.Fprintf(&out, "%s\t%.*f\n", word, wordGateDigits, g.weights[word])
	}
	return out.Bytes()
}

// textRow is a text of a textGate.
type textRow struct {
	words  []string // different ones
	about  bool
	weight float64
}

// fitTextGate fits weights of the words of at least so many texts.
func fitTextGate(rows []textRow, textsMin int) textGate {
	words, held := places(rows, textsMin)
	d := len(words)
	w := rounded(minimize(make([]float64, d+1), func(w, gradient []float64) float64 {
		loss := 0.0
		clear(gradient)
		for i := range d {
			loss += textGateRidge / 2 * w[i] * w[i]
			gradient[i] = textGateRidge * w[i]
		}
		return loss + sum(len(rows), gradient, func(i int, gradient []float64) float64 {
			row := rows[i]
			scale := 1 / math.Sqrt(float64(max(1, len(row.words))))
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
	g := textGate{make(map[string]float64, d), w[d]}
	for i, word := range words {
		g.weights[word] = w[i]
	}
	return g
}

// places returns the words that at least so many texts have, sorted, and which of
// them each text has.
func places(rows []textRow, textsMin int) (words []string, held [][]int) {
	count := map[string]int{}
	for _, row := range rows {
		for _, word := range row.words {
			count[word]++
		}
	}
	for word, n := range count {
		if n >= textsMin {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	place := make(map[string]int, len(words))
	for i, word := range words {
		place[word] = i
	}
	held = make([][]int, len(rows))
	for i, row := range rows {
		for _, word := range row.words {
			if at, ok := place[word]; ok {
				held[i] = append(held[i], at)
			}
		}
	}
	return words, held
}

// logistic is the loss of a logit and its derivative.
func logistic(z float64, about bool) (loss, push float64) {
	if about {
		return math.Log1p(math.Exp(-z)), -1 / (1 + math.Exp(z))
	}
	return math.Log1p(math.Exp(z)), 1 / (1 + math.Exp(-z))
}
