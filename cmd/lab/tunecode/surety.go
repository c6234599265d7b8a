package tunecode

import (
	"cmp"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// answer is what was seen of the answer to one question, and how it fared.
type answer struct {
	set, corpus string
	signs       []float64
	right, file bool // the first place, its file
	none        bool // the question has no answer
}

// answers returns those to all questions, each ranked by the recipe of its package.
func (b *Bench) answers(by means, recipe func(corpus string) *place.Recipe) ([]answer, error) {
	var out []answer
	for _, set := range b.sets {
		for _, q := range slices.Concat(set.Questions, set.None) {
			r := recipe(q.Corpus)
			x, query, candidates, err := b.candidates(r, q, by)
			if err != nil {
				return nil, err
			}
			ranked := r.Rank(query, x.stats, candidates)
			signs, has := r.Signs(ranked)
			if !has {
				continue
			}
			first := hit(ranked[0].Candidate)
			out = append(out, answer{
				set: set.Name, corpus: q.Corpus, signs: vector(signs), none: len(q.Gold) == 0,
				right: codeset.Right(first, q.Gold), file: codeset.RightFile(first, q.Gold),
			})
		}
	}
	return out, nil
}

// The fit of surety: Newton's steps on the log of the likelihood, less an L2 penalty of all
// but the bias.
const (
	suretySteps   = 30
	suretyPenalty = 1
)

// fitSurety returns the weights of a logistic regression of answers that are right; those
// to questions without an answer never are.
func fitSurety(answers []answer) []float64 {
	n := len(answers[0].signs)
	w := make([]float64, n)
	for range suretySteps {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			if hessian[i][i] = suretyPenalty; i == 0 {
				hessian[i][i] = 1e-6
			}
			gradient[i] = -hessian[i][i] * w[i]
		}
		for _, a := range answers {
			p := chance(w, a)
			miss := -p
			if a.right {
				miss++
			}
			for i := range n {
				gradient[i] += miss * a.signs[i]
				for j := range n {
					hessian[i][j] += p * (1 - p) * a.signs[i] * a.signs[j]
				}
			}
		}
		for i, step := range solve(hessian, gradient) {
			w[i] += step
		}
	}
	return w
}

func chance(w []float64, a answer) float64 { return 1 / (1 + math.Exp(-dot(w, a.signs))) }

// solve returns x of a·x = b for a positive definite a, which it changes.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < n; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// sureness is how far surety can be relied on.
type sureness struct {
	Tenth   float64 // of the surest tenth, how often the first place's file is right
	Place   float64 // and the place itself
	Third   float64 // of the surest third, how often the file is: of more questions, so less by chance
	Alarms  float64 // of questions without an answer, how many are told as sure
	Told    float64 // of those with one, how many are
	Correct float64 // and how often those are right
	Error   float64 // expected calibration error over ten equal parts
}

const sure = .5

// measureSurety judges the answers of some packages by chances.
func measureSurety(answers []answer, chances []float64) sureness {
	order := make([]int, len(answers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(chances[b], chances[a]) })
	var s sureness
	var asked []int
	none, told := 0.0, 0.0
	for _, i := range order {
		a, isSure := answers[i], chances[i] >= sure
		switch {
		case a.none:
			none++
			s.Alarms += truth(isSure)
			continue
		case isSure:
			told++
			s.Correct += truth(a.right)
		}
		asked = append(asked, i)
	}
	tenth := asked[:(len(asked)+9)/10]
	for _, i := range tenth {
		s.Tenth += truth(answers[i].file) / float64(len(tenth))
		s.Place += truth(answers[i].right) / float64(len(tenth))
	}
	third := asked[:(len(asked)+2)/3]
	for _, i := range third {
		s.Third += truth(answers[i].file) / float64(len(third))
	}
	s.Alarms /= max(1, none)
	s.Told, s.Correct = told/float64(max(1, len(asked))), s.Correct/max(1, told)
	s.Error = calibrationError(answers, chances, order)
	return s
}

func calibrationError(answers []answer, chances []float64, order []int) float64 {
	const parts = 10
	sum := 0.0
	for part := range parts {
		right, said := 0.0, 0.0
		for _, i := range order[part*len(order)/parts : (part+1)*len(order)/parts] {
			right += truth(answers[i].right)
			said += chances[i]
		}
		sum += math.Abs(right - said)
	}
	return sum / float64(len(order))
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
