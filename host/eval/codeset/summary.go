package codeset

import (
	"math/rand/v2"

	"github.com/ed-irl/impressionism/host/stats"
)

// Percentile bootstrap of questions, as in package eval.
const (
	resamples = 2000
	tail      = .025
	seed      = 1
)

// Mean is a mean over questions with the middle 95 % of the means of questions drawn with
// replacement.
type Mean struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Summary is the means of some questions' scores.
type Summary struct {
	Questions int  `json:"questions"`
	NDCG      Mean `json:"ndcg"`
	First     Mean `json:"first"`
	MRR       Mean `json:"mrr"`
	File      Mean `json:"file"`
	Recall    Mean `json:"recall"`
}

// Summarize returns the means of scores.
func Summarize(scores []Score) Summary {
	of := func(value func(Score) float64) Mean {
		values := make([]float64, len(scores))
		for i, s := range scores {
			values[i] = value(s)
		}
		return MeanOf(values)
	}
	return Summary{
		Questions: len(scores),
		NDCG:      of(func(s Score) float64 { return s.NDCG }),
		First:     of(func(s Score) float64 { return s.First }),
		MRR:       of(func(s Score) float64 { return s.MRR }),
		File:      of(func(s Score) float64 { return s.File }),
		Recall:    of(func(s Score) float64 { return s.Recall }),
	}
}

// MeanOf returns the mean of values with its interval. The draws are the same in every run,
// so those of two answers to the same questions are drawn together.
func MeanOf(values []float64) Mean {
	if len(values) == 0 {
		return Mean{}
	}
	mean := func(at func(i int) float64) float64 {
		sum := 0.0
		for i := range values {
			sum += at(i)
		}
		return sum / float64(len(values))
	}
	random := rand.New(rand.NewPCG(seed, seed))
	draws := make([]float64, resamples)
	for i := range draws {
		draws[i] = mean(func(int) float64 { return values[random.IntN(len(values))] })
	}
	return Mean{
		Value: mean(func(i int) float64 { return values[i] }),
		Low:   stats.Quantile(draws, tail), High: stats.Quantile(draws, 1-tail),
	}
}

// Group is a part of a set's questions.
type Group struct {
	Name string `json:"name"` // "all", a kind, a level or a corpus
	Summary
}

// Groups returns the summaries of all questions, of each kind, level and corpus that the set
// has, in the order of their first questions. Questions without an answer do not count.
func (s Set) Groups(scores map[string]Score) []Group {
	var names []string
	of := map[string][]Score{}
	for _, by := range []func(Question) string{
		func(Question) string { return "all" },
		func(q Question) string { return q.Kind },
		func(q Question) string { return q.Level },
		func(q Question) string { return q.Corpus },
	} {
		for _, q := range s.Questions {
			name := by(q)
			if len(q.Gold) == 0 || name == "" {
				continue
			}
			if _, known := of[name]; !known {
				names = append(names, name)
			}
			of[name] = append(of[name], scores[q.ID])
		}
	}
	groups := make([]Group, len(names))
	for i, name := range names {
		groups[i] = Group{name, Summarize(of[name])}
	}
	return groups
}
