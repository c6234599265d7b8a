package eval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Metric is a number with its 95 % interval; NaN where there was nothing to
// measure.
type Metric struct {
	Name             string
	Value, Low, High float64
}

// Score is how well a set was answered.
type Score struct {
	Prompts, Positives, Negatives int
	Sessions                      int   // 0: the prompts stand alone
	Unanswered                    int   // prompts without an answer; they count as silence
	Unknown                       int   // answers to prompts that the set does not have
	Told                          *Told // nil: the answers say nothing of texts
	Metrics                       []Metric
	Groups                        []Group // by the field asked for
}

// Group is the part of a set whose labels have a value in common.
type Group struct {
	Name string
	Score
}

// Told is how much the model is told.
type Told struct {
	Prompts int // at which it is told anything
	Median  int // characters, over all prompts
	Usual   int // characters, the median of the prompts at which it is told anything
	Most    int // characters at one prompt
}

// told counts what the model is told at the prompts of a set.
func (s Set) told(rankings Rankings) *Told {
	if !rankings.tell() || len(s.Labels) == 0 {
		return nil
	}
	var told Told
	var chars []int
	for _, label := range s.Labels {
		at := rankings[label.ID].Chars
		if chars = append(chars, at); at > 0 {
			told.Prompts++
		}
	}
	slices.Sort(chars)
	silent := len(chars) - told.Prompts
	told.Median, told.Most = chars[len(chars)/2], chars[len(chars)-1]
	if told.Prompts > 0 {
		told.Usual = chars[silent+told.Prompts/2]
	}
	return &told
}

// Score scores the answers to a set. A field of ByFields divides it into groups
// too; empty does not.
func (s Set) Score(rankings Rankings, by string) (Score, error) {
	if by != "" && !slices.Contains(ByFields, by) {
		return Score{}, fmt.Errorf("scores are divided by %s; got %q", strings.Join(ByFields, ", "), by)
	}
	if by != "" && s.Sessions() {
		return Score{}, errors.New("sessions are scored as a whole")
	}
	if rankings.unknown(s.Queries) == len(rankings) && len(rankings) > 0 {
		return Score{}, errors.New("no answer is to a prompt of this set; are they rankings of another?")
	}
	score := s.score(rankings)
	if by != "" {
		for _, part := range s.divide(by) {
			score.Groups = append(score.Groups, Group{part.name, part.score(rankings)})
		}
	}
	score.Unknown = rankings.unknown(s.Queries)
	return score, nil
}

func (s Set) score(rankings Rankings) Score {
	score := Score{Prompts: len(s.Labels)}
	for _, label := range s.Labels {
		if _, answered := rankings[label.ID]; !answered {
			score.Unanswered++
		}
		if label.negative() {
			score.Negatives++
		} else {
			score.Positives++
		}
	}
	score.Told = s.told(rankings)
	metrics, rows := s.tallies(rankings)
	if s.Sessions() {
		score.Positives, score.Negatives, score.Sessions = 0, 0, len(s.sessions(nil, Row.active))
	}
	score.Metrics = measure(metrics, rows)
	return score
}

// tallies counts every prompt, or every session, and tells what can be measured
// of such answers.
func (s Set) tallies(rankings Rankings) ([]metric, []tally) {
	var rows []tally
	if s.Sessions() {
		metrics, tallied, what, decided := sessionMetrics(), tallySession, Row.active, rankings.decideSessions()
		if s.Days() {
			metrics, tallied, what, decided = dayMetrics(), tallyDay, Row.told, rankings.decide()
		}
		if !decided {
			return nil, nil
		}
		for _, session := range s.sessions(rankings, what) {
			rows = append(rows, tallied(session))
		}
		return metrics, rows
	}
	for _, label := range s.Labels {
		rows = append(rows, tallyPrompt(label, rankings[label.ID]))
	}
	metrics := promptMetrics()
	if !rankings.decide() {
		metrics = slices.DeleteFunc(metrics, func(m metric) bool { return m.selection })
	}
	return metrics, rows
}

func measure(metrics []metric, rows []tally) []Metric {
	if len(rows) == 0 {
		return nil
	}
	draws := make([][]float64, len(metrics))
	resample(rows, func(sum tally) {
		for i, m := range metrics {
			draws[i] = append(draws[i], m.of(sum))
		}
	})
	sum := total(rows, len(rows[0]))
	measured := make([]Metric, len(metrics))
	for i, m := range metrics {
		low, high := interval(draws[i])
		measured[i] = Metric{m.name, m.of(sum), low, high}
	}
	return measured
}

// part is a set of those prompts whose labels have a value in common.
type part struct {
	name string
	Set
}

func (s Set) divide(by string) []part {
	at := map[string]int{}
	var parts []part
	for i, label := range s.Labels {
		name := label.by(by)
		number, known := at[name]
		if !known {
			number = len(parts)
			at[name] = number
			parts = append(parts, part{name: name, Set: Set{Corpus: s.Corpus}})
		}
		parts[number].Labels = append(parts[number].Labels, label)
		parts[number].Queries = append(parts[number].Queries, s.Queries[i])
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return parts
}
