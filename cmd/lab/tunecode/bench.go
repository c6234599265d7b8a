package tunecode

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// candidatesMax is how many places the words hand on.
const candidatesMax = 200

// Set is labelled questions with the folder that has the sources of their packages.
type Set struct {
	codeset.Set
	Name, Corpora string
}

// Embed turns a text into a vector.
type Embed func(text string) ([]float32, error)

// Bench is sets of questions with indexes of their sources in memory.
type Bench struct {
	sets    []Set
	indexes map[string]*index // by folder of the sources
	embed   Embed
}

// NewBench reads and cuts the sources of all questions. With a model, places are embedded:
// by Through of package eval's Vectors, so that it is done once.
func NewBench(sets []Set, embed Embed, say func(format string, args ...any)) (*Bench, error) {
	b := &Bench{sets: sets, indexes: map[string]*index{}, embed: embed}
	var group sync.WaitGroup
	var mutex sync.Mutex
	var failed error
	for _, set := range sets {
		for _, q := range slices.Concat(set.Questions, set.None) {
			if _, known := b.indexes[q.Folder]; known {
				continue
			}
			x := &index{}
			b.indexes[q.Folder] = x
			group.Go(func() {
				sources, err := set.Sources(set.Corpora, q.Folder)
				x.read(sources)
				mutex.Lock()
				defer mutex.Unlock()
				failed = errors.Join(failed, err)
			})
		}
	}
	group.Wait()
	if failed != nil || embed == nil {
		return b, failed
	}
	for folder, x := range b.indexes {
		say("embed the %d places of %s", len(x.places), folder)
		if err := x.embed(embed); err != nil {
			return nil, fmt.Errorf("embed %s: %w", folder, err)
		}
	}
	return b, nil
}

// Means of search: which candidates have a vector.
type means int

const (
	byWords  means = iota // none
	byBoth                // all, and the nearest are candidates, too
	byTwenty              // the first twenty by words
)

const twenty = 20

// candidates returns those of a question.
func (b *Bench) candidates(r *place.Recipe, q codeset.Question, by means) (*index, place.Query, []place.Candidate, error) {
	x, query := b.indexes[q.Folder], place.ParseQuery(q.Text)
	if by == byWords {
		return x, query, x.candidates(r, query, candidatesMax, nil), nil
	}
	v, err := b.embed(q.Text)
	if err != nil || by == byBoth {
		return x, query, x.candidates(r, query, candidatesMax, v), err
	}
	ranked := r.Rank(query, x.stats, x.candidates(r, query, candidatesMax, nil))
	out := make([]place.Candidate, len(ranked))
	for i, c := range ranked {
		out[i] = c.Candidate
		if i < twenty {
			out[i].Cosine = x.cosine(c.Candidate, v)
		}
	}
	return x, query, out, nil
}

// examples returns all questions of the sets, with the features of their candidates.
func (b *Bench) examples(r *place.Recipe, by means) ([]*example, error) {
	var out []*example
	for _, set := range b.sets {
		for _, q := range set.Questions {
			x, query, candidates, err := b.candidates(r, q, by)
			if err != nil {
				return nil, err
			}
			e := &example{question: q}
			for _, f := range r.Features(query, x.stats, candidates) {
				e.features = append(e.features, vector(f))
			}
			for _, c := range candidates {
				h := hit(c)
				e.hits = append(e.hits, h)
				e.right = append(e.right, codeset.Right(h, q.Gold))
			}
			out = append(out, e)
		}
	}
	return out, nil
}

func hit(c place.Candidate) codeset.Hit {
	return codeset.Hit{Path: c.Path, Start: c.Start, End: c.End}
}
