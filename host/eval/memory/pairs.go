package memory

import (
	"fmt"
	"io"
	"slices"

	"github.com/ed-irl/impressionism/host/lesson/near"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// Relations that pairs of lessons are labelled with.
const (
	RelationSame        = "same"
	RelationContradicts = "contradicts"
	RelationDifferent   = "different"
)

// Pair is two lessons and what they are to each other.
type Pair struct {
	ID       string `json:"id"`
	Relation string `json:"relation"`
	A        string `json:"a"`
	B        string `json:"b"`
}

// ReadPairs reads {"id", "relation", "a", "b"}, one a line.
func ReadPairs(r io.Reader) ([]Pair, error) {
	pairs, err := rows(r, func(p Pair) string { return p.ID })
	for _, p := range pairs {
		if !slices.Contains([]string{RelationSame, RelationContradicts, RelationDifferent}, p.Relation) {
			return nil, fmt.Errorf("%s: there is no relation %q; there are same, contradicts and different", p.ID, p.Relation)
		}
	}
	return pairs, err
}

// PairAnswer is what the program answers to a pair.
type PairAnswer struct {
	ID       string        `json:"id"`
	Relation near.Relation `json:"relation"`
	Cosine   *float64      `json:"cosine,omitempty"` // absent without a model
	Share    float64       `json:"share"`
	Why      string        `json:"why,omitempty"`
}

// Compare answers a pair. Without embed, words alone decide.
func Compare(p Pair, embed func(string) ([]float32, error)) (PairAnswer, error) {
	texts := near.Texts{A: p.A, B: p.B}
	answer := PairAnswer{ID: p.ID}
	if embed != nil {
		a, err := embed(p.A)
		if err != nil {
			return answer, err
		}
		b, err := embed(p.B)
		if err != nil {
			return answer, err
		}
		texts.Known, texts.Cosine = true, float64(stats.Dot(a, b))
		cosine := stats.Round(texts.Cosine)
		answer.Cosine = &cosine
	}
	f := near.Compare(rank.Default(), texts)
	answer.Relation, answer.Share, answer.Why = f.Relation, stats.Round(f.Share), f.Why
	return answer, nil
}

// PairScore counts what the answers to labelled pairs show.
type PairScore struct {
	Shown      stats.Rate // of what is the same or contradicts
	Mistaken   stats.Rate // of different pairs, called the same or against
	Reversals  stats.Rate // of contradictions, called the same
	Named      stats.Rate // of contradictions, called against
	Repeated   stats.Rate // of what is the same, called the same
	Disturbing stats.Rate // of different pairs, shown at all
}

// ScorePairs holds answers against labels; what is not answered is not shown.
func ScorePairs(pairs []Pair, answers []PairAnswer) PairScore {
	by := map[string]near.Relation{}
	for _, a := range answers {
		by[a.ID] = a.Relation
	}
	count := func(labels []string, relations ...near.Relation) stats.Rate {
		n, of := 0, 0
		for _, p := range pairs {
			if !slices.Contains(labels, p.Relation) {
				continue
			}
			of++
			if slices.Contains(relations, by[p.ID]) {
				n++
			}
		}
		return stats.Wilson(n, of)
	}
	return PairScore{
		Shown:      count([]string{RelationSame, RelationContradicts}, near.Same, near.Against, near.Near),
		Mistaken:   count([]string{RelationDifferent}, near.Same, near.Against),
		Reversals:  count([]string{RelationContradicts}, near.Same),
		Named:      count([]string{RelationContradicts}, near.Against),
		Repeated:   count([]string{RelationSame}, near.Same),
		Disturbing: count([]string{RelationDifferent}, near.Same, near.Against, near.Near),
	}
}
