package tune

import (
	"math"
	"sync"

	"github.com/ed-irl/impressionism/host/stats"
)

// Limits of minimize: iterations, steps back on a line, and vectors remembered.
const (
	iterationsMax = 400
	backstepsMax  = 40
	memory        = 12
	tolerance     = 1e-5  // of the gradient's norm; ridges then leave the minimum nearer than what is kept of a number
	slopeMin      = 1e-14 // of the value: what falls less than this is rounding, and steps along it never end
)

// minimize finds where a smooth convex function is least, from x, by L-BFGS
// (Nocedal and Wright, Numerical Optimization, algorithm 7.5) with backtracking.
// Libraries that have it bring several megabytes of linear algebra.
// f gives the value and writes the gradient. The same input takes the same
// steps: there is no chance in it.
func minimize(x []float64, f func(x, gradient []float64) float64) []float64 {
	gradient := make([]float64, len(x))
	value := f(x, gradient)
	var steps, turns [][]float64
	for range iterationsMax {
		if math.Sqrt(stats.Dot(gradient, gradient)) < tolerance {
			break
		}
		direction := descend(gradient, steps, turns)
		next, nextGradient, nextValue, ok := walk(x, direction, gradient, value, f)
		if !ok {
			break
		}
		step, turn := minus(next, x), minus(nextGradient, gradient)
		if stats.Dot(step, turn) > 1e-12 {
			steps, turns = append(steps, step), append(turns, turn)
			if len(steps) > memory {
				steps, turns = steps[1:], turns[1:]
			}
		}
		x, gradient, value = next, nextGradient, nextValue
	}
	return x
}

// descend is the quasi-Newton direction, downhill.
func descend(gradient []float64, steps, turns [][]float64) []float64 {
	d := make([]float64, len(gradient))
	for i, g := range gradient {
		d[i] = -g
	}
	alphas := make([]float64, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		alphas[i] = stats.Dot(steps[i], d) / stats.Dot(steps[i], turns[i])
		add(d, -alphas[i], turns[i])
	}
	if last := len(steps) - 1; last >= 0 {
		scale := stats.Dot(steps[last], turns[last]) / stats.Dot(turns[last], turns[last])
		for i := range d {
			d[i] *= scale
		}
	}
	for i := range steps {
		beta := stats.Dot(turns[i], d) / stats.Dot(steps[i], turns[i])
		add(d, alphas[i]-beta, steps[i])
	}
	return d
}

// walk goes along a direction until the value falls enough (Armijo's rule).
func walk(x, direction, gradient []float64, value float64, f func(x, gradient []float64) float64) (next, nextGradient []float64, nextValue float64, ok bool) {
	slope := stats.Dot(gradient, direction)
	if -slope <= slopeMin*math.Abs(value) {
		return nil, nil, 0, false
	}
	length := 1.0
	nextGradient = make([]float64, len(x))
	for range backstepsMax {
		next = append([]float64(nil), x...)
		add(next, length, direction)
		nextValue = f(next, nextGradient)
		if nextValue <= value+1e-4*length*slope {
			return next, nextGradient, nextValue, true
		}
		length /= 2
	}
	return nil, nil, 0, false
}

func minus(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

// add adds a multiple of b to a.
func add(a []float64, times float64, b []float64) {
	a = a[:len(b)]
	for i, x := range b {
		a[i] += times * x
	}
}

// parts is into how many a sum over examples is divided: a fixed number, so that
// the order of the additions does not depend on the machine.
const parts = 8

// sum adds up the loss of n examples and their gradients, the parts side by
// side. each gives the loss of example i and adds to the gradient it is given.
func sum(n int, gradient []float64, each func(i int, gradient []float64) float64) float64 {
	var losses [parts]float64
	var gradients [parts][]float64
	var group sync.WaitGroup
	for p := range parts {
		group.Go(func() {
			gradients[p] = make([]float64, len(gradient))
			for i := p * n / parts; i < (p+1)*n/parts; i++ {
				losses[p] += each(i, gradients[p])
			}
		})
	}
	group.Wait()
	loss := 0.0
	for p := range parts {
		loss += losses[p]
		add(gradient, 1, gradients[p])
	}
	return loss
}
