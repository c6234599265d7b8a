package rank

import (
	"cmp"
	"math"
	"slices"
)

// Top are the places of the highest logits, Best.Top at most, the highest first.
func (r *Recipe) Top(logits []float64) []int {
	var best []int
	for i := range logits {
		at, _ := slices.BinarySearchFunc(best, i, func(a, b int) int {
			return cmp.Or(cmp.Compare(logits[b], logits[a]), cmp.Compare(a, b))
		})
		if at < r.Best.Top {
			best = slices.Insert(best, at, i)
			best = best[:min(len(best), r.Best.Top)]
		}
	}
	return best
}

// Standing returns, for each of some items, the log-odds that it is the one that fits, against
// that nothing or another of the Top does, by the share Best.Rivals. Two that say the same are
// no rivals: whichever is chosen, the choice is right. It never changes the order of items,
// but for those that say the same. Without rivals they are the logits themselves.
func (r *Recipe) Standing(logits []float64, same func(i, j int) bool) []float64 {
	if r.Best.Rivals == 0 {
		return logits
	}
	top := r.Top(logits)
	standing := make([]float64, len(logits))
	for i, logit := range logits {
		others := 1.0 // that nothing fits has the logit 0
		for _, j := range top {
			if j != i && !same(i, j) {
				others += math.Exp(min(logits[j], logitMax))
			}
		}
		standing[i] = logit - r.Best.Rivals*math.Log(others)
	}
	return standing
}

// logitMax is beyond what texts reach, and its exponential is a number.
const logitMax = 100

// Choice is the log-odds that count for an item which lies behind the best one: where it
// lies further behind than Best.Near, these are below the threshold of the default profile
// by as much. An item that fits is not yet one that is needed: what another one fits
// clearly better is what that one is for. It never changes the order of items.
func (r *Recipe) Choice(odds, best float64, t Thresholds) float64 {
	if behind := best - odds - r.Best.Near; behind > 0 {
		return min(odds, t.Default-behind)
	}
	return odds
}

// Sure reports that words alone make the first item, with a card or without, certain enough
// to suggest it without asking the model: its lead reaches Certain or CertainCard.
func (r *Recipe) Sure(first, next float64, hasCard bool) bool {
	certain := r.Certain
	if hasCard {
		certain = max(certain, r.CertainCard)
	}
	return Lead(first, next) >= certain
}

// Lead is the log-odds of the first item against the next one and against that nothing
// fits, by their logits.
func Lead(first, next float64) float64 { return first - math.Log1p(math.Exp(next)) }
