package tune

import (
	"math"

	"github.com/ed-irl/impressionism/host/stats"
)

// weightsRidge holds the logit's weights near where they start: the features
// are few and the prompts many, so it hardly matters.
const weightsRidge = .05

// features of one prompt and all items of its catalog, by item; and what is
// right among them.
type choice struct {
	items  [][]float64 // features of each item, as fitted
	gold   []bool      // any is right; none: nothing fits
	ok     []bool      // neither right nor wrong: left out
	weight float64
	fixed  []float64 // logits that no weight moves, by item; NaN: the weights make it. nil: they make all
}

// fitWeights fits the softmax over a prompt's items and "none", whose logit is
// 0: the loss is −log of the share of what is right (Bishop, PRML, 4.3.4). Each
// item's features end with those of the prompt and a 1.
func fitWeights(choices []choice, start []float64) []float64 {
	return minimize(append([]float64(nil), start...), func(w, gradient []float64) float64 {
		loss := 0.0
		for i := range w {
			loss += weightsRidge / 2 * (w[i] - start[i]) * (w[i] - start[i])
			gradient[i] = weightsRidge * (w[i] - start[i])
		}
		return loss + sum(len(choices), gradient, func(i int, gradient []float64) float64 {
			return choices[i].weight * choices[i].loss(w, gradient)
		})
	})
}

// loss of one prompt; its gradient is added.
func (c choice) loss(w, gradient []float64) float64 {
	logits := make([]float64, len(c.items))
	highest := 0.0
	for i, item := range c.items {
		logits[i] = stats.Dot(w, item)
		if c.isFixed(i) {
			logits[i] = c.fixed[i]
		}
		if !c.ok[i] {
			highest = max(highest, logits[i])
		}
	}
	none := math.Exp(-highest)
	all, right := none, 0.0
	for i := range logits {
		if c.ok[i] {
			continue
		}
		logits[i] = math.Exp(logits[i] - highest)
		all += logits[i]
		if c.gold[i] {
			right += logits[i]
		}
	}
	negative := right == 0
	if negative {
		right = none
	}
	for i, item := range c.items {
		if c.ok[i] || c.isFixed(i) {
			continue
		}
		push := logits[i] / all
		if c.gold[i] && !negative {
			push -= logits[i] / right
		}
		add(gradient, push*c.weight, item)
	}
	return math.Log(all / right)
}

func (c choice) isFixed(i int) bool { return c.fixed != nil && !math.IsNaN(c.fixed[i]) }

// rounded are what a recipe keeps of numbers.
func rounded(weights []float64) []float64 {
	for i := range weights {
		weights[i] = stats.Round(weights[i])
	}
	return weights
}
