package bench

import (
	"math"

	"github.com/ed-irl/impressionism/host/stats"
)

// late is the time of a run that missed its deadline: longer than any other, so
// that quantiles stay true while fewer runs are late than they leave out.
var late = math.Inf(1)

// quantile returns a time that was measured (see stats.Quantile), or late without samples.
func quantile(samples []float64, share float64) float64 {
	if len(samples) == 0 {
		return late
	}
	return stats.Quantile(samples, share)
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
