// Package stats has the few statistics and sums that several packages need.
package stats

import (
	"cmp"
	"math"
	"slices"
)

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

// Wilson returns the share of count in so many cases. Without any, nothing is known: the
// interval is 0 to 1.
func Wilson(count, of int) Rate {
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

// Quantile returns the smallest sample that at least this share of the samples do not
// exceed (0 < share ≤ 1): one that was measured, never one between two. Without samples it
// is the zero value.
func Quantile[T cmp.Ordered](samples []T, share float64) T {
	if len(samples) == 0 {
		return *new(T)
	}
	sorted := samples
	if !slices.IsSorted(samples) {
		sorted = slices.Sorted(slices.Values(samples))
	}
	rank := int(math.Ceil(share*float64(len(sorted)) - 1e-9)) // .95 of 20 is 19, whatever binary fractions say
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Dot returns the inner product of two vectors, added up in four lanes of their own
// precision; numbers that only one of them has do not count. Of L2-normalised vectors it
// is the cosine, −1 to 1.
func Dot[T float32 | float64](a, b []T) float64 {
	n := min(len(a), len(b))
	a, b = a[:n], b[:n]
	var s0, s1, s2, s3 T
	i := 0
	for ; i+4 <= n; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < n; i++ {
		s0 += a[i] * b[i]
	}
	return float64(s0) + float64(s1) + float64(s2) + float64(s3)
}
