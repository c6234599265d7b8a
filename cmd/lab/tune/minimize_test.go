package tune

import (
	"math"
	"testing"

	"github.com/ed-irl/impressionism/host/stats"
)

// Ensure that the minimum of a convex function is found, also where one
// direction is much steeper than another, and that no start is changed.
func TestMinimize(t *testing.T) {
	start := []float64{5, -3, 2}
	want := []float64{1, -2, .5}
	scale := []float64{1, 100, .01}
	got := minimize(start, func(x, gradient []float64) float64 {
		value := 0.0
		for i := range x {
			value += scale[i] * (x[i] - want[i]) * (x[i] - want[i])
			gradient[i] = 2 * scale[i] * (x[i] - want[i])
		}
		return value
	})
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-3 {
			t.Errorf("place %d: got %v want %v", i, got[i], want[i])
		}
	}
	if start[0] != 5 {
		t.Error("the start was changed")
	}
}

// Ensure that a sum over examples is each example once, in parts or not.
func TestSum(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 1001} {
		gradient := make([]float64, 1)
		loss := sum(n, gradient, func(i int, gradient []float64) float64 {
			gradient[0] += 2 * float64(i)
			return float64(i)
		})
		want := float64(n*(n-1)) / 2
		if n == 0 {
			want = 0
		}
		if loss != want || gradient[0] != 2*want {
			t.Errorf("%d examples: got %v and %v, want %v", n, loss, gradient[0], want)
		}
	}
}

// Ensure that gradients are those of their losses, by differences.
func TestGradients(t *testing.T) {
	c := choice{items: [][]float64{{1, .5}, {-.3, 2}, {.2, .1}, {3, 1}}, gold: []bool{false, true, true, false}, ok: []bool{false, false, false, true}, weight: 1}
	negative := c
	negative.gold = make([]bool, 4)
	for _, c := range []choice{c, negative} {
		w := []float64{.3, -.7}
		gradient := make([]float64, 2)
		c.loss(w, gradient)
		for i := range w {
			up, down := append([]float64(nil), w...), append([]float64(nil), w...)
			up[i] += 1e-6
			down[i] -= 1e-6
			want := (c.loss(up, make([]float64, 2)) - c.loss(down, make([]float64, 2))) / 2e-6
			if math.Abs(gradient[i]-want) > 1e-5 {
				t.Errorf("weight %d: got %v want %v", i, gradient[i], want)
			}
		}
	}
}

// Ensure that the adapter's gradient is that of its loss.
func TestAdapterGradient(t *testing.T) {
	a := adapter{d: 3, k: 2, in: []float64{.1, -.2, .3, .05, -.1, .2}, out: []float64{.2, .1, -.3, .05, .4, -.1}}
	v, abouts := []float64{.6, .8, 0}, [][]float64{{1, 0, 0}, {0, .6, .8}, {0, 1, 0}}
	loss := func(a adapter) float64 {
		_, raw := a.apply(v)
		length := math.Sqrt(stats.Dot(raw, raw))
		all := 0.0
		for _, about := range abouts {
			all += math.Exp(adapterScale * stats.Dot(raw, about) / length)
		}
		return math.Log(all) - adapterScale*stats.Dot(raw, abouts[1])/length
	}
	in, out := make([]float64, 6), make([]float64, 6)
	a.learn(v, abouts, 1, 1, in, out)
	for i := range 6 {
		for _, part := range []struct{ x, gradient []float64 }{{a.in, in}, {a.out, out}} {
			before := part.x[i]
			part.x[i] = before + 1e-6
			up := loss(a)
			part.x[i] = before - 1e-6
			want := (up - loss(a)) / 2e-6
			part.x[i] = before
			if math.Abs(part.gradient[i]-want) > 1e-3 {
				t.Errorf("place %d: got %v want %v", i, part.gradient[i], want)
			}
		}
	}
}
