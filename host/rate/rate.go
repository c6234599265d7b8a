// Package rate tells a share of cases with the interval that so few of them allow.
package rate

import "math"

// Rate is a share of cases with its 95 % interval by Wilson's score, which stays
// within 0 and 1 and is honest of few cases: E. B. Wilson, Probable inference, the
// law of succession, and statistical inference, JASA 22 (1927).
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Share float64 `json:"share"` // 0 where there is no case
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// z95 is the normal quantile of a two-sided 95 % interval.
const z95 = 1.959963984540054

// New is count of so many cases. Without any, nothing is known: 0 to 1.
func New(count, of int) Rate {
	if of <= 0 {
		return Rate{Count: count, High: 1}
	}
	n, p := float64(of), float64(count)/float64(of)
	center := p + z95*z95/(2*n)
	spread := z95 * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n))
	scale := 1 + z95*z95/n
	return Rate{
		Count: count, Of: of, Share: Round(p),
		Low: Round(max(0, (center-spread)/scale)), High: Round(min(1, (center+spread)/scale)),
	}
}

// Round keeps four digits.
func Round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
