package eval

import (
	"errors"
	"math"
	"slices"
)

// Comparison is how answers B differ from answers A to the same prompts.
type Comparison struct {
	Prompts, Sessions int
	Differences       []Difference
	Changes           []Change
}

// Difference is B − A of a metric with its 95 % interval, from drawing prompts
// (or sessions) with both answers to them.
type Difference struct {
	Name             string
	A, B             float64
	Value, Low, High float64
}

// compared are the metrics that a comparison is about.
var compared = []string{"hit@1", "P", "R", "FAR", "mF1", "must-recall", "precision", "clean-turns", "topics-found"}

// Compare compares two answers to a set.
func (s Set) Compare(a, b Rankings) (Comparison, error) {
	for _, rankings := range []Rankings{a, b} {
		if rankings.unknown(s.Queries) == len(rankings) {
			return Comparison{}, errors.New("a file has no answer to a prompt of this set")
		}
	}
	metricsA, rowsA := s.tallies(a)
	metricsB, rowsB := s.tallies(b)
	metrics := metricsA
	if len(metricsB) < len(metricsA) {
		metrics = metricsB
	}
	metrics = slices.DeleteFunc(metrics, func(m metric) bool { return !slices.Contains(compared, m.name) })
	if len(metrics) == 0 {
		return Comparison{}, errors.New("sessions are compared by what is active, days by what is told, which a file does not say")
	}
	comparison := Comparison{Prompts: len(s.Labels), Differences: differences(metrics, rowsA, rowsB), Changes: s.changes(a, b)}
	if s.Sessions() {
		comparison.Sessions = len(rowsA)
	}
	return comparison, nil
}

func differences(metrics []metric, rowsA, rowsB []tally) []Difference {
	draws := make([][]float64, len(metrics))
	resamplePairs(rowsA, rowsB, func(a, b tally) {
		for i, m := range metrics {
			draws[i] = append(draws[i], m.of(b)-m.of(a))
		}
	})
	length := len(rowsA[0])
	sumA, sumB := total(rowsA, length), total(rowsB, length)
	list := make([]Difference, len(metrics))
	for i, m := range metrics {
		low, high := interval(draws[i])
		a, b := m.of(sumA), m.of(sumB)
		list[i] = Difference{m.name, a, b, b - a, low, high}
	}
	return list
}

// resamplePairs draws a prompt's two tallies together.
func resamplePairs(rowsA, rowsB []tally, each func(a, b tally)) {
	pairs := make([]tally, len(rowsA))
	for i := range rowsA {
		pairs[i] = slices.Concat(rowsA[i], rowsB[i])
	}
	resample(pairs, func(sum tally) { each(sum[:len(sum)/2], sum[len(sum)/2:]) })
}

// Verdicts on B.
const (
	Better = "better"
	Worse  = "worse"
	Chance = "chance" // the interval holds 0
	Even   = "even"
)

// Verdict returns whether B is better, worse, or no different but by chance.
func (d Difference) Verdict() string {
	switch {
	case math.IsNaN(d.Low) || d.Low <= 0 && d.High >= 0:
		return Chance
	case (d.Value > 0) == betterWhenHigher(d.Name):
		return Better
	}
	return Worse
}
