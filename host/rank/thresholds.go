package rank

import (
	"cmp"
	"math"
	"slices"
)

// thresholdsApart keeps the profiles distinguishable, in logits.
const thresholdsApart = .05

// Where the similarity scale ends, in logits: beyond anything that texts reach
// (and below every floor), so that order survives at both ends.
const logitMin, logitMax = -10, 10

// Similarities at which the three profiles of the rulesets stand.
const (
	aggressiveSimilarity   = .50
	defaultSimilarity      = .70
	conservativeSimilarity = .85
)

// profile says how often a prompt about nothing may get a suggestion (quantile,
// about the share of such prompts) and from which logit on at all (floor).
type profile struct{ quantile, floor float64 }

type profiles struct{ aggressive, standard, conservative profile }

// Thresholds are the logits from which each profile suggests, rising.
type Thresholds struct{ Aggressive, Default, Conservative float64 }

// Thresholds calibrates an index: nullMaxima holds, for each of Nulls, the
// highest logit of any item. Each threshold is the larger of the profile's
// floor and its quantile of these; all are at least .05 apart.
func (r *Recipe) Thresholds(nullMaxima []float64, hasDense bool) Thresholds {
	p := r.lexicalProfiles
	if hasDense {
		p = r.modelProfiles
	}
	falling := slices.Clone(nullMaxima)
	slices.SortFunc(falling, func(a, b float64) int { return cmp.Compare(b, a) })
	t := Thresholds{Default: p.standard.threshold(falling)}
	t.Aggressive = min(p.aggressive.threshold(falling), t.Default-thresholdsApart)
	t.Conservative = max(p.conservative.threshold(falling), t.Default+thresholdsApart)
	return t
}

// threshold is the score that at most the quantile of the null prompts reach.
func (p profile) threshold(falling []float64) float64 {
	if len(falling) == 0 {
		return p.floor
	}
	rank := max(1, int(math.Ceil(p.quantile*float64(len(falling)))))
	return max(p.floor, falling[rank-1])
}

// Similarity maps a logit to 0–1: monotone and piecewise linear, with .50, .70
// and .85 at the thresholds of the three profiles.
func (t Thresholds) Similarity(logit float64) float64 {
	return t.between(logit, logitMin, max(logitMax, t.Conservative+1))
}

func (t Thresholds) between(x, low, high float64) float64 {
	switch {
	case !(x > low):
		return 0
	case x < t.Aggressive:
		return line(x, low, 0, t.Aggressive, aggressiveSimilarity)
	case x < t.Default:
		return line(x, t.Aggressive, aggressiveSimilarity, t.Default, defaultSimilarity)
	case x < t.Conservative:
		return line(x, t.Default, defaultSimilarity, t.Conservative, conservativeSimilarity)
	case x < high:
		return line(x, t.Conservative, conservativeSimilarity, high, 1)
	}
	return 1
}

// line never passes y1, which rounding could.
func line(x, x0, y0, x1, y1 float64) float64 { return min(y1, y0+(y1-y0)*(x-x0)/(x1-x0)) }
