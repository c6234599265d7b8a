package eval

import (
	"fmt"
	"math"
)

// noiseDeviations is how many standard deviations a difference of nothing but
// chance passes in one of twenty cases, to one side.
const noiseDeviations = 1.645

// Move is a score that differs from the committed one by more than noise.
type Move struct {
	Name    string
	Was, Is float64
	Noise   float64 // the difference that chance explains
	Better  bool
}

func (m Move) String() string {
	verb := "got worse"
	if m.Better {
		verb = "got better"
	}
	return fmt.Sprintf("%s %s: %.3f, was %.3f; noise is %.3f", m.Name, verb, m.Is, m.Was, m.Noise)
}

// Moves returns the scores that moved by more than noise since they were
// committed. Noise is 1.645 standard deviations of the difference in a paired
// bootstrap over prompts (over sessions, of sessions): two prompts lost and none
// won are noise, three are a fall.
func (c Committed) Moves(name string, s Set, rankings Rankings) ([]Move, error) {
	committed, ok := c.Sets[name]
	if !ok {
		return nil, fmt.Errorf("no scores of %s are committed", name)
	}
	metrics, now := s.tallies(rankings)
	metrics = committedMetrics(metrics)
	if len(metrics) == 0 || len(now) == 0 {
		return nil, fmt.Errorf("the answers to %s decide nothing", name)
	}
	counts, ids := s.kept()
	before, err := committed.rows(counts, ids, len(now[0]))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	draws := make([][]float64, len(metrics))
	resamplePairs(before, now, func(a, b tally) {
		for i, m := range metrics {
			draws[i] = append(draws[i], m.of(b)-m.of(a))
		}
	})
	sumBefore, sumNow := total(before, len(now[0])), total(now, len(now[0]))
	var moves []Move
	for i, m := range metrics {
		move := Move{Name: m.name, Was: m.of(sumBefore), Is: m.of(sumNow), Noise: noiseDeviations * deviation(draws[i])}
		change := move.Is - move.Was
		move.Better = (change > 0) == betterWhenHigher(m.name)
		if math.Abs(change) > move.Noise {
			moves = append(moves, move)
		}
	}
	return moves, nil
}
