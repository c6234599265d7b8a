package rulebench

import (
	"cmp"
	"math"
	"slices"
)

// greater is the probability that chance alone makes the samples a as much greater
// than the samples b as they are: the one-sided test of Mann and Whitney ("On a
// test of whether one of two random variables is stochastically larger than the
// other", 1947) in its normal approximation, corrected for ties and continuity.
// The approximation is good from about 20 samples on each side. golang.org/x/perf's own
// test reports any difference; here, samples are divided by the allowed ratio first.
func greater(a, b []float64) float64 {
	n, m := float64(len(a)), float64(len(b))
	if n == 0 || m == 0 {
		return 1
	}
	ranks, ties := rankSum(a, b)
	u := ranks - n*(n+1)/2
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	if variance <= 0 {
		return 1 // all are equal
	}
	z := (u - n*m/2 - .5) / math.Sqrt(variance)
	return math.Erfc(z/math.Sqrt2) / 2
}

// rankSum is the sum of the ranks of a among all samples, equal ones having their
// mean rank, and the sum of t³−t over groups of t equal samples.
func rankSum(a, b []float64) (ranks, ties float64) {
	type sample struct {
		value float64
		first bool
	}
	all := make([]sample, 0, len(a)+len(b))
	for _, value := range a {
		all = append(all, sample{value, true})
	}
	for _, value := range b {
		all = append(all, sample{value, false})
	}
	slices.SortFunc(all, func(x, y sample) int { return cmp.Compare(x.value, y.value) })
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].value == all[from].value {
			to++
		}
		rank := float64(from+to+1) / 2 // mean of from+1 … to
		for _, s := range all[from:to] {
			if s.first {
				ranks += rank
			}
		}
		t := float64(to - from)
		ties += t*t*t - t
		from = to
	}
	return ranks, ties
}

// holm adjusts the p-values of tests that are made together, so that the chance
// that any of them errs is the one meant for each (Holm, "A simple sequentially
// rejective multiple test procedure", 1979).
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for done, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-done)))
		adjusted[i] = least
	}
	return adjusted
}
