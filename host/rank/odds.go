package rank

import (
	"cmp"
	"math"
	"slices"
)

// Rivals says how the items that compete for one prompt count: of the best Top,
// each counts against every other unless the two are nearly the same (cosine of
// their descriptions at least Duplicate), which is one need met twice.
type Rivals struct {
	Top       int     `json:"top"`
	Duplicate float64 `json:"duplicate"`
	Weight    float64 `json:"weight"` // of what they take away, with the model; by words alone it counts in full
}

// Odds turns the logits of all items into the log-odds of each being what the
// prompt needs, against the others and against nothing:
//
//	odds(s) = L(s) − Weight · log(1 + Σ exp L(o))    over rivals o of s
//
// which for a weight of 1 is the logit of the softmax over the items and "none"
// that the weights are fitted with. A smaller one lets more speak whose need is
// plain while the item is not: see RATIONALE.md, "Why this score?". alike gives the cosine of two items' descriptions, by their
// places; nil where there is none to go by.
func (r *Recipe) Odds(logits []float64, hasDense bool, alike func(i, j int) float64) []float64 {
	best, weight := r.contenders(logits), 1.0
	if hasDense {
		weight = r.Rivals.Weight
	}
	odds := make([]float64, len(logits))
	all := 0.0 // of the contenders, beside the 1 of none
	for _, i := range best {
		all += math.Exp(logits[i])
	}
	for i, logit := range logits {
		odds[i] = logit - weight*math.Log1p(all)
	}
	for _, i := range best {
		rivals := 0.0
		for _, j := range best {
			if j != i && (alike == nil || alike(i, j) < r.Rivals.Duplicate) {
				rivals += math.Exp(logits[j])
			}
		}
		odds[i] = logits[i] - weight*math.Log1p(rivals)
	}
	return odds
}

// contenders are the places of the best Top logits, best first.
func (r *Recipe) contenders(logits []float64) []int {
	var best []int
	for i := range logits {
		at, _ := slices.BinarySearchFunc(best, i, func(a, b int) int {
			return cmp.Or(cmp.Compare(logits[b], logits[a]), cmp.Compare(a, b))
		})
		if at < r.Rivals.Top {
			best = slices.Insert(best, at, i)
			best = best[:min(len(best), r.Rivals.Top)]
		}
	}
	return best
}

// Sure reports that words alone make the first item certain enough to suggest
// it without asking the model.
func (r *Recipe) Sure(odds float64) bool { return odds >= r.Certain }
