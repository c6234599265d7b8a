package rank

import (
	"cmp"
	"math"
	"slices"
)

// thresholdsApart keeps the profiles distinguishable, in log-odds.
const thresholdsApart = .05

// Where the similarity scale ends, in log-odds: beyond anything that texts reach
// (and below every floor), so that order survives at both ends.
const oddsMin, oddsMax = -20, 14

// similarities are where the steps of the scale stand: from the first three the built-in
// rulesets suggest, aggressive, default and conservative; from the fourth on a suggestion
// may be firm.
var similarities = [4]float64{.50, .70, .85, .95}

// Profile says how often a prompt about nothing may get a suggestion (quantile,
// about the share of such prompts) and from which odds on at all (floor).
type Profile struct {
	Quantile float64 `json:"quantile"`
	Floor    float64 `json:"floor"`
}

// Profiles are those of the rulesets, and of what is told firmly.
type Profiles struct {
	Aggressive   Profile `json:"aggressive"`
	Default      Profile `json:"default"`
	Conservative Profile `json:"conservative"`
	Firm         Profile `json:"firm"`
}

func (p Profiles) all() [4]Profile {
	return [4]Profile{p.Aggressive, p.Default, p.Conservative, p.Firm}
}

// Thresholds are the odds from which each profile suggests, rising.
type Thresholds struct {
	Aggressive   float64 `json:"aggressive"`
	Default      float64 `json:"default"`
	Conservative float64 `json:"conservative"`
	Firm         float64 `json:"firm"`
}

func (t Thresholds) all() [4]float64 {
	return [4]float64{t.Aggressive, t.Default, t.Conservative, t.Firm}
}

// Thresholds calibrates an index: nullMaxima holds, for each of Nulls, the
// highest odds of any item. Each threshold is the larger of the profile's
// floor and its quantile of these; all are at least .05 apart.
func (r *Recipe) Thresholds(nullMaxima []float64, hasDense bool) Thresholds {
	p := r.profiles(hasDense)
	falling := slices.Clone(nullMaxima)
	slices.SortFunc(falling, func(a, b float64) int { return cmp.Compare(b, a) })
	t := Thresholds{Default: p.Default.threshold(falling)}
	t.Aggressive = min(p.Aggressive.threshold(falling), t.Default-thresholdsApart)
	t.Conservative = max(p.Conservative.threshold(falling), t.Default+thresholdsApart)
	t.Firm = max(p.Firm.threshold(falling), t.Conservative+thresholdsApart)
	return t
}

// threshold is the score that at most the quantile of the null prompts reach.
func (p Profile) threshold(falling []float64) float64 {
	if len(falling) == 0 {
		return p.Floor
	}
	rank := max(1, int(math.Ceil(p.Quantile*float64(len(falling)))))
	return max(p.Floor, falling[rank-1])
}

// Similarity maps odds to 0–1: monotone and piecewise linear, with .50, .70, .85 and .95
// at the thresholds.
func (t Thresholds) Similarity(odds float64) float64 {
	return t.between(odds, oddsMin, max(oddsMax, t.Firm+1))
}

func (t Thresholds) between(x, low, high float64) float64 {
	if !(x > low) {
		return 0
	}
	from, at := low, 0.0
	for i, step := range t.all() {
		if x < step {
			return line(x, from, at, step, similarities[i])
		}
		from, at = step, similarities[i]
	}
	if x < high {
		return line(x, from, at, high, 1)
	}
	return 1
}

// line never passes y1, which rounding could.
func line(x, x0, y0, x1, y1 float64) float64 { return min(y1, y0+(y1-y0)*(x-x0)/(x1-x0)) }
