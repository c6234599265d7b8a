package generate

import (
	"math"

	"github.com/ed-irl/impressionism/abi"
)

// scores are similarities of some items, many of them where a ruleset decides: at
// the defaults of the parameters, at those that differ by others, and a hair off.
func (g generator) scores(items []abi.Item) map[abi.Ref]float64 {
	edges := append([]float64{0, 0.5, 0.7, 0.85, 1}, g.edges...)
	scores := map[abi.Ref]float64{}
	share := pick(g, 0, 30, 70, 100)
	for _, item := range items {
		if !g.chance(share) {
			continue
		}
		score := g.Float64()
		switch g.IntN(4) {
		case 0:
			score = pick(g, edges...)
		case 1:
			score = pick(g, edges...) + pick(g, -0.01, -0.005, -0.000001, 0.000001, 0.005, 0.01)
		case 2:
			score = math.Round(score*20) / 20 // several items score the same
		}
		scores[item.Ref] = math.Round(min(max(score, 0), 1)*1e6) / 1e6 // as the host rounds them
	}
	return scores
}
