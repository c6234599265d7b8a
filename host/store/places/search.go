package places

import (
	"fmt"
	"math"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// Filter says which places count. The zero value takes all.
type Filter struct {
	Language code.Language
	Path     func(path string) bool
	Kind     code.Kind
	Imports  string // a part of what the file imports
	Symbol   string // the symbol or its last names, whatever the case: "Use" takes Mux.Use
}

// Search is what is looked for in a worktree.
type Search struct {
	Root   string
	Query  place.Query
	Recipe *place.Recipe
	Filter Filter
	N      int // hits by words at most, and as many by meaning; 0: 200

	Model  string    // whose vectors count
	Vector []float32 // the question's; nil: words alone
}

// Hit is a candidate with what the store knows of it.
type Hit struct {
	place.Candidate
	Language code.Language
	Sum      Sum
	Score    float64 // BM25 times Recipe.Prior: what the candidates were chosen by
	File     File    // as it was stored: its lines are right if it is still so
}

// Hits are the candidates of a search: the best by Hit.Score first, then those that only their
// vectors find.
type Hits struct {
	Hits   []Hit
	Stats  place.Stats // of the repository's places, those of all worktrees
	Places int         // of the worktree's files
	Files  int
}

const hitsDefault = 200

// Search returns the best places of a worktree for a question. Files that are not
// there are not searched, and count in no frequency.
func (s *Store) Search(search Search) (hits Hits, err error) {
	if search.N <= 0 {
		search.N = hitsDefault
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v, err := s.view(q, search.Root)
		if err != nil {
			return err
		}
		hits.Files, hits.Places = len(v.files), v.own()
		if len(v.files) == 0 {
			return nil
		}
		w := words{q: q, view: v, search: &search, scores: &s.scores}
		if err := w.run(); err != nil {
			return err
		}
		hits.Stats = w.stats
		hits.Hits = make([]Hit, len(w.hits))
		for i := range w.hits {
			hits.Hits[i] = w.hits[i].Hit
		}
		return nil
	})
	if err != nil {
		return Hits{}, fmt.Errorf("search places: %w", err)
	}
	return hits, nil
}

// own returns how many places the worktree has.
func (v *snapshot) own() (n int) {
	for _, text := range v.fileText {
		n += v.texts[text].places
	}
	return n
}

// scores are the arrays of a search, which the next one uses again.
type scores struct {
	sum      []float32 // by slot
	names    []uint8   // by slot: terms of Filter.Symbol that its symbol has; empty without that
	mark     []uint8   // by slot: the last term that was added and that paths have, plus one
	path     []uint8   // by file: how often the path has the term
	counts   []int32   // by the first bits of a sum: how many slots have such a one
	postings []posting
}

// reset makes all arrays zero.
func (s *scores) reset(slots, files int, named bool) {
	s.sum, s.mark, s.path, s.names = zeroed(s.sum, slots), zeroed(s.mark, slots), zeroed(s.path, files), s.names[:0]
	if named {
		s.names = zeroed(s.names, slots)
	}
}

func zeroed[T any](all []T, n int) []T {
	if cap(all) < n {
		return make([]T, n)
	}
	all = all[:n]
	clear(all)
	return all
}

// Of a sum, which is not below 0, this many first bits order it: with 5 of the fraction's, two
// sums that share them differ by less than a 32nd.
const (
	sumBits  = 14
	sumShift = 32 - sumBits
)

// least returns a sum that n slots reach, and hardly more; 0 where there are fewer. Slots that
// counts leaves out do not count; nil: all do.
func (s *scores) least(n int, counts func(slot int) bool) float32 {
	s.counts = zeroed(s.counts, 1<<sumBits)
	for slot, sum := range s.sum {
		if sum > 0 && (counts == nil || counts(slot)) {
			s.counts[math.Float32bits(sum)>>sumShift]++
		}
	}
	for i := len(s.counts) - 1; i > 0; i-- {
		if n -= int(s.counts[i]); n <= 0 {
			return math.Float32frombits(uint32(i) << sumShift)
		}
	}
	return 0
}
