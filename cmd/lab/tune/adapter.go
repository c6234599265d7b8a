package tune

import (
	"math"
	"math/rand/v2"

	"github.com/ed-irl/impressionism/host/stats"
)

// How the adapter is fitted: Adam (Kingma and Ba 2015) on the softmax of the
// cosines of an ask with all concepts' descriptions. Few passes: what it learns
// of single concepts is of no use, what asks have in common is.
const (
	adapterRank    = 32
	adapterPasses  = 5
	adapterBatch   = 256
	adapterRate    = 2e-3
	adapterRidge   = 1e-3
	adapterScale   = 20 // of cosines, the inverse of the softmax's temperature
	adapterSeed    = 1
	adapterInit    = .01
	adapterOutInit = .05
)

// adapter is v + out·(in·v): in is d×k, out is k×d, row by row.
type adapter struct {
	d, k    int
	in, out []float64
}

// fitAdapter fits it on the bank of concepts alone: it never sees a label.
func (f *fitter) fitAdapter() error {
	if f.Embed == nil || f.without["adapter"] {
		return nil
	}
	d, k := len(f.abouts[0]), adapterRank
	chance := rand.New(rand.NewPCG(adapterSeed, 0))
	a := adapter{d: d, k: k, in: gauss(chance, d*k, adapterInit), out: gauss(chance, d*k, adapterOutInit)}
	in, out := newAdam(len(a.in)), newAdam(len(a.out))
	order := make([]int, len(f.asks))
	for i := range order {
		order[i] = i
	}
	for range adapterPasses {
		chance.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for from := 0; from < len(order); from += adapterBatch {
			batch := order[from:min(from+adapterBatch, len(order))]
			gradient := make([]float64, len(a.in)+len(a.out))
			sum(len(batch), gradient, func(i int, gradient []float64) float64 {
				ask := f.asks[batch[i]]
				a.learn(ask.vector, f.abouts, ask.concept, 1/float64(len(batch)), gradient[:len(a.in)], gradient[len(a.in):])
				return 0
			})
			gradientIn, gradientOut := gradient[:len(a.in)], gradient[len(a.in):]
			add(gradientIn, adapterRidge, a.in)
			add(gradientOut, adapterRidge, a.out)
			in.step(a.in, gradientIn)
			out.step(a.out, gradientOut)
		}
	}
	rounded(a.in)
	rounded(a.out)
	f.adapter = a
	return nil
}

// learn adds the gradient of one ask's loss.
func (a adapter) learn(v []float64, abouts [][]float64, right int, weight float64, gradientIn, gradientOut []float64) {
	hidden, raw := a.apply(v)
	length := math.Sqrt(stats.Dot(raw, raw))
	scores := make([]float64, len(abouts))
	highest := math.Inf(-1)
	for j, about := range abouts {
		scores[j] = adapterScale * stats.Dot(raw, about) / length
		highest = max(highest, scores[j])
	}
	sum := 0.0
	for j := range scores {
		scores[j] = math.Exp(scores[j] - highest)
		sum += scores[j]
	}
	pull := make([]float64, a.d) // gradient by the vector of length 1
	for j, about := range abouts {
		push := scores[j] / sum
		if j == right {
			push--
		}
		if math.Abs(push) > 1e-7 {
			add(pull, weight*adapterScale*push, about)
		}
	}
	along := stats.Dot(pull, raw) / length
	for i := range pull {
		pull[i] = (pull[i] - along*raw[i]/length) / length
	}
	back := make([]float64, a.k)
	for j, h := range hidden {
		row := a.out[j*a.d : (j+1)*a.d]
		add(gradientOut[j*a.d:(j+1)*a.d], h, pull)
		back[j] = stats.Dot(row, pull)
	}
	for i, x := range v {
		add(gradientIn[i*a.k:(i+1)*a.k], x, back)
	}
}

// apply returns in·v and v + out·(in·v).
func (a adapter) apply(v []float64) (hidden, moved []float64) {
	hidden = make([]float64, a.k)
	for i, x := range v {
		add(hidden, x, a.in[i*a.k:(i+1)*a.k])
	}
	moved = append([]float64(nil), v...)
	for j, h := range hidden {
		add(moved, h, a.out[j*a.d:(j+1)*a.d])
	}
	return hidden, moved
}

func gauss(chance *rand.Rand, n int, deviation float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = deviation * chance.NormFloat64()
	}
	return x
}

// adam is the optimizer's memory of one matrix.
type adam struct {
	mean, square []float64
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

func (m *adam) step(x, gradient []float64) {
	const slow, slower, tiny = .9, .999, 1e-8
	m.steps++
	first, second := 1-math.Pow(slow, float64(m.steps)), 1-math.Pow(slower, float64(m.steps))
	for i, g := range gradient {
		m.mean[i] = slow*m.mean[i] + (1-slow)*g
		m.square[i] = slower*m.square[i] + (1-slower)*g*g
		x[i] -= adapterRate * (m.mean[i] / first) / (math.Sqrt(m.square[i]/second) + tiny)
	}
}
