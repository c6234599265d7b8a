package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Resamples is how often prompts, or sessions, are drawn with replacement for
// an interval, and the share of draws left out at each end: percentile
// bootstrap, Efron 1979.
const (
	Resamples = 2000
	tail      = .025
	seed      = 1
)

// resample draws as many rows as there are, with replacement, Resamples times,
// and hands on the sum of each draw. The draws are the same in every run. Rows
// that were measured together (two answers to one prompt) are drawn together.
func resample(rows []tally, each func(sum tally)) {
	if len(rows) == 0 {
		return
	}
	random := rand.New(rand.NewPCG(seed, seed))
	sum := make(tally, len(rows[0]))
	for range Resamples {
		clear(sum)
		for range rows {
			sum.add(rows[random.IntN(len(rows))])
		}
		each(sum)
	}
}

// total adds up all rows.
func total(rows []tally, length int) tally {
	sum := make(tally, length)
	for _, row := range rows {
		sum.add(row)
	}
	return sum
}

// interval returns the ends of the middle 95 % of numbers; those that are none
// (a draw without negatives has no FAR) do not count.
func interval(numbers []float64) (low, high float64) {
	numbers = slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	if len(numbers) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(numbers)
	n := float64(len(numbers))
	return numbers[int(tail*n)], numbers[int((1-tail)*n)]
}

// deviation is the standard deviation of numbers, 0 of none.
func deviation(numbers []float64) float64 {
	n, sum := 0.0, 0.0
	for _, x := range numbers {
		if !math.IsNaN(x) {
			n++
			sum += x
		}
	}
	squares := 0.0
	for _, x := range numbers {
		if !math.IsNaN(x) {
			squares += (x - sum/n) * (x - sum/n)
		}
	}
	return math.Sqrt(share(squares, n))
}
