package main

import (
	"math"
	"slices"
)

// late is the time of a run that missed its deadline: longer than any other, so
// that quantiles stay true while fewer runs are late than they leave out.
var late = math.Inf(1)

// quantile gives the smallest sample that at least this share of the samples do
// not exceed (0 < share ≤ 1): a time that was measured, never one between two.
// Without samples it is late.
func quantile(samples []float64, share float64) float64 {
	if len(samples) == 0 {
		return late
	}
	sorted := slices.Sorted(slices.Values(samples))
	rank := int(math.Ceil(share*float64(len(sorted)) - 1e-9)) // .95 of 20 is 19, whatever binary fractions say
	return sorted[min(max(rank, 1), len(sorted))-1]
}

func median(samples []float64) float64 { return quantile(samples, .5) }

// ratio is how often the yardstick fits into a time; NaN where there is no
// yardstick.
func ratio(time, yardstick float64) float64 {
	if !(yardstick > 0) || math.IsInf(yardstick, 0) {
		return math.NaN()
	}
	return time / yardstick
}
