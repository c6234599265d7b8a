// Package gloss fits the tables by which prompts in other languages are read: places of
// English words, and a map between two encoders. It takes vectors and returns a file.
package gloss

import (
	"math"
	"math/rand/v2"
	"sync"

	"github.com/ed-irl/impressionism/host/rank/abroad"
	"github.com/ed-irl/impressionism/host/stats"
)

// How the tables are fitted: numbers of a place, rounds of the iteration that finds its
// axes, strength of the ridge.
const (
	axes   = 256
	rounds = 12
	ridge  = 10
	seed   = 1
)

// Fit returns the vectors of a table: of words, by the second encoder, and of texts, by both.
func Fit(words, texts, targets [][]float32) string {
	mean := make([]float32, len(words[0]))
	for _, word := range words {
		for i, x := range word {
			mean[i] += x / float32(len(words))
		}
	}
	centred := make([][]float64, len(words))
	for n, word := range words {
		centred[n] = make([]float64, len(mean))
		for i, x := range word {
			centred[n][i] = float64(x - mean[i])
		}
	}
	basis := principal(centred, min(axes, len(mean)))
	projection := make([][]float32, len(mean))
	for i := range projection {
		projection[i] = make([]float32, len(basis))
		for k := range basis {
			projection[i][k] = float32(basis[k][i])
		}
	}
	places := make([][]float32, len(words))
	for n := range places {
		places[n] = make([]float32, len(basis))
		for k := range basis {
			places[n][k] = float32(stats.Dot(basis[k], centred[n]))
		}
	}
	return abroad.Encode(mean, projection, mapping(texts, targets), places)
}

// principal are the axes along which rows differ most, of length 1 and at right angles, by
// orthogonal iteration (Golub and Van Loan 2013, 8.2.4).
func principal(rows [][]float64, count int) [][]float64 {
	d := len(rows[0])
	square := gram(rows, rows)
	chance := rand.New(rand.NewPCG(seed, 0))
	basis := make([][]float64, count)
	for k := range basis {
		basis[k] = make([]float64, d)
		for i := range basis[k] {
			basis[k][i] = chance.NormFloat64()
		}
	}
	for range rounds {
		each(count, func(k int) {
			next := make([]float64, d)
			for i := range next {
				next[i] = stats.Dot(square[i], basis[k])
			}
			basis[k] = next
		})
		orthogonal(basis)
	}
	return basis
}

// orthogonal makes vectors of length 1 and at right angles of them (modified Gram-Schmidt).
func orthogonal(basis [][]float64) {
	for k, v := range basis {
		for _, before := range basis[:k] {
			along := stats.Dot(v, before)
			for i := range v {
				v[i] -= along * before[i]
			}
		}
		length := math.Sqrt(stats.Dot(v, v))
		for i := range v {
			v[i] /= length
		}
	}
}

// gram returns aᵀb.
func gram(a, b [][]float64) [][]float64 {
	sum := make([][]float64, len(a[0]))
	each(len(sum), func(i int) {
		sum[i] = make([]float64, len(b[0]))
		for n := range a {
			if weight := a[n][i]; weight != 0 {
				for j, x := range b[n] {
					sum[i][j] += weight * x
				}
			}
		}
	})
	return sum
}

// mapping is the ridge regression of targets on texts and 1.
func mapping(texts, targets [][]float32) [][]float32 {
	x, y := make([][]float64, len(texts)), make([][]float64, len(texts))
	for n := range texts {
		x[n], y[n] = append(wide(texts[n]), 1), wide(targets[n])
	}
	square, product := gram(x, x), gram(x, y)
	for i := range square {
		square[i][i] += ridge
	}
	solve(square, product)
	weights := make([][]float32, len(product))
	for i, row := range product {
		weights[i] = make([]float32, len(row))
		for j, v := range row {
			weights[i][j] = float32(v)
		}
	}
	return weights
}

func wide(x []float32) []float64 {
	w := make([]float64, len(x))
	for i := range x {
		w[i] = float64(x[i])
	}
	return w
}

// solve replaces b by a⁻¹b for a symmetric and positive a, which is lost (Gauss-Jordan).
func solve(a, b [][]float64) {
	for p := range a {
		pivot := a[p][p]
		for j := range a[p] {
			a[p][j] /= pivot
		}
		for j := range b[p] {
			b[p][j] /= pivot
		}
		each(len(a), func(i int) {
			factor := a[i][p]
			if i == p || factor == 0 {
				return
			}
			for j := range a[i] {
				a[i][j] -= factor * a[p][j]
			}
			for j := range b[i] {
				b[i][j] -= factor * b[p][j]
			}
		})
	}
}

// each calls do for 0 to n−1 on two goroutines.
func each(n int, do func(i int)) {
	var both sync.WaitGroup
	for part := range 2 {
		both.Go(func() {
			for i := part; i < n; i += 2 {
				do(i)
			}
		})
	}
	both.Wait()
}
