package tunecode

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// names returns the names of the weights of W, in the order of its fields.
func names[W any]() []string {
	var names []string
	for f := range reflect.TypeFor[W]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// vector returns the numbers of weights or features, in the order of their fields.
func vector[T place.Weights | place.Features | place.Surety | place.Signs](of T) []float64 {
	v := reflect.ValueOf(of)
	numbers := make([]float64, v.NumField())
	for i := range numbers {
		numbers[i] = v.Field(i).Float()
	}
	return numbers
}

// weights is the inverse of vector, to three decimals.
func weights[W place.Weights | place.Surety](numbers []float64) W {
	var w W
	v := reflect.ValueOf(&w).Elem()
	for i, x := range numbers {
		v.Field(i).SetFloat(math.Round(x*1e3) / 1e3)
	}
	return w
}

// example is one question with its candidates.
type example struct {
	question codeset.Question
	features [][]float64
	right    []bool
	hits     []codeset.Hit
}

func (e *example) answerable() bool { return slices.Contains(e.right, true) }

// judge scores the order that weights give the candidates.
func (e *example) judge(w []float64) codeset.Score {
	scores := map[int]float64{}
	for i, f := range e.features {
		scores[i] = dot(w, f)
	}
	hits := make([]codeset.Hit, 0, len(e.hits))
	for _, at := range best(scores, len(scores)) {
		hits = append(hits, e.hits[at])
	}
	return codeset.Judge(hits, e.question.Gold)
}

// The fit: Adam (Kingma and Ba 2015) on the log of the share that right candidates have of a
// softmax over all, less an L2 penalty. The penalty was chosen by leaving packages out.
const (
	steps   = 200
	rate    = .1
	penalty = .003
	momentM = .9
	momentV = .99
)

// fit returns weights for examples, from start; only those that are free change.
func fit(examples []*example, start []float64, free []int) []float64 {
	w := slices.Clone(start)
	m, v := make([]float64, len(w)), make([]float64, len(w))
	answerable := slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return !e.answerable() })
	for step := 1; step <= steps; step++ {
		g := gradient(answerable, w, free)
		slowing := min(1, 3*(1-float64(step-1)/steps))
		for _, k := range free {
			gk := g[k] - penalty*w[k]
			m[k] = momentM*m[k] + (1-momentM)*gk
			v[k] = momentV*v[k] + (1-momentV)*gk*gk
			mean, variance := m[k]/(1-math.Pow(momentM, float64(step))), v[k]/(1-math.Pow(momentV, float64(step)))
			w[k] += rate * slowing * mean / (math.Sqrt(variance) + 1e-8)
		}
	}
	return w
}

func gradient(examples []*example, w []float64, free []int) []float64 {
	g := make([]float64, len(w))
	for _, e := range examples {
		p, mass := softmax(e, w), 0.0
		for i, right := range e.right {
			if right {
				mass += p[i]
			}
		}
		for i, f := range e.features {
			pull := -p[i]
			if e.right[i] {
				pull += p[i] / max(mass, 1e-12)
			}
			for _, k := range free {
				g[k] += pull * f[k] / float64(len(examples))
			}
		}
	}
	return g
}

func softmax(e *example, w []float64) []float64 {
	p := make([]float64, len(e.features))
	top, sum := math.Inf(-1), 0.0
	for i, f := range e.features {
		p[i] = dot(w, f)
		top = max(top, p[i])
	}
	for i := range p {
		p[i] = math.Exp(p[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// leaveOut returns what the fit gives without each package.
func leaveOut(examples []*example, start []float64, free []int) map[string][]float64 {
	without := map[string][]float64{}
	var mutex sync.Mutex
	var group sync.WaitGroup
	for _, e := range examples {
		left := e.question.Corpus
		mutex.Lock()
		_, known := without[left]
		if !known {
			without[left] = nil // it is being fitted
		}
		mutex.Unlock()
		if known {
			continue
		}
		group.Go(func() {
			w := fit(slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.question.Corpus == left }), start, free)
			mutex.Lock()
			defer mutex.Unlock()
			without[left] = w
		})
	}
	group.Wait()
	return without
}

// judgeAll scores each question by the weights of its package.
func judgeAll(examples []*example, by map[string][]float64) map[string]codeset.Score {
	scores := map[string]codeset.Score{}
	for _, e := range examples {
		scores[e.question.ID] = e.judge(by[e.question.Corpus])
	}
	return scores
}
