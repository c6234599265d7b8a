// Package tunecode fits the recipe of places of source code on labelled questions, and
// measures it: an index in memory, searched as the program's store is.
package tunecode

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/scan"
	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/stats"
)

// index is the places of one folder of sources.
type index struct {
	places   []indexed
	postings map[string][]posting
	paths    map[string][]pathPosting
	stats    place.Stats
	vectors  [][]float32 // of the places; nil: none are known
}

type indexed struct {
	code.Place
	path    string
	length  int
	passage string
}

type posting struct{ at, body, symbol int }

type pathPosting struct{ from, to, n int }

// read cuts sources and counts their terms.
func (x *index) read(sources []codeset.Source) {
	x.postings, x.paths = map[string][]posting{}, map[string][]pathPosting{}
	words := 0
	for _, source := range sources {
		from := len(x.places)
		lines := strings.SplitAfter(string(source.Data), "\n")
		for _, p := range scan.Cut(code.LanguageOf(source.Path, source.Data), source.Data, scan.DefaultLimits()).Places {
			text := strings.Join(lines[p.Start-1:min(p.End, len(lines))], "")
			words += x.add(source.Path, p, text)
		}
		counts := map[string]int{}
		for _, term := range place.PathTerms(source.Path) {
			counts[term]++
		}
		for term, n := range counts {
			x.paths[term] = append(x.paths[term], pathPosting{from, len(x.places), n})
		}
	}
	x.stats = place.Stats{Places: len(x.places), Length: float64(words) / float64(max(1, len(x.places))), DF: map[string]int{}}
	for term, list := range x.postings {
		x.stats.DF[term] = len(list)
	}
}

// embed gives each place its vector.
func (x *index) embed(embed Embed) error {
	x.vectors = make([][]float32, len(x.places))
	for i, p := range x.places {
		var err error
		if x.vectors[i], err = embed(p.passage); err != nil {
			return err
		}
	}
	return nil
}

func (x *index) cosine(c place.Candidate, v []float32) float64 {
	at := slices.IndexFunc(x.places, func(p indexed) bool { return p.path == c.Path && p.Start == c.Start })
	return float64(stats.Dot(v, x.vectors[at]))
}

func (x *index) add(file string, p code.Place, text string) int {
	at, terms := len(x.places), place.Analyze(p.Symbol, text)
	x.places = append(x.places, indexed{Place: p, path: file, length: terms.Length, passage: place.Passage(file, p.Symbol, text)})
	for term, n := range terms.Body {
		x.postings[term] = append(x.postings[term], posting{at, n, terms.Symbol[term]})
	}
	for term, n := range terms.Symbol {
		if terms.Body[term] == 0 {
			x.postings[term] = append(x.postings[term], posting{at, 0, n})
		}
	}
	return terms.Length
}

// matches returns for each place that has one of the terms how often it has each.
func (x *index) matches(terms []place.Weighted) map[int][]place.Match {
	found := map[int][]place.Match{}
	of := func(at int) []place.Match {
		if found[at] == nil {
			found[at] = make([]place.Match, len(terms))
		}
		return found[at]
	}
	for i, t := range terms {
		for _, p := range x.postings[t.Term] {
			of(p.at)[i].Body, of(p.at)[i].Symbol = p.body, p.symbol
		}
		for _, p := range x.paths[t.Term] {
			for at := p.from; at < p.to; at++ {
				of(at)[i].Path = p.n
			}
		}
	}
	return found
}

// nearMax is how many places the vectors hand on.
const nearMax = 100

// candidates returns the best n places by words and priors alone and, with a vector of the
// question, the nearest, too.
func (x *index) candidates(r *place.Recipe, q place.Query, n int, vector []float32) []place.Candidate {
	terms, scorer := r.Weigh(q, x.stats), r.Scorer(x.stats)
	found := x.matches(terms)
	sums := map[int]float64{}
	for at, matches := range found {
		p := x.places[at]
		for i, m := range matches {
			sums[at] += scorer.Add(terms[i].Weight, m, p.length)
		}
		sums[at] *= r.Prior(q, p.path, p.Symbol, string(p.Kind))
	}
	chosen := best(sums, n)
	cosines := map[int]float64{}
	if vector != nil && x.vectors != nil {
		for at, v := range x.vectors {
			cosines[at] = float64(stats.Dot(vector, v))
		}
		for _, at := range best(cosines, nearMax) {
			if !slices.Contains(chosen, at) {
				chosen = append(chosen, at)
			}
		}
	}
	out := make([]place.Candidate, len(chosen))
	for i, at := range chosen {
		out[i] = x.candidate(at, found[at])
		if out[i].Matches == nil {
			out[i].Matches = make([]place.Match, len(terms))
		}
		if c, has := cosines[at]; has {
			out[i].Cosine = c
		}
	}
	return out
}

// best returns the n places with the highest scores.
func best(scores map[int]float64, n int) []int {
	all := slices.SortedFunc(maps.Keys(scores), func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	return all[:min(n, len(all))]
}

func (x *index) candidate(at int, matches []place.Match) place.Candidate {
	p := x.places[at]
	return place.Candidate{
		Path: p.path, Symbol: p.Symbol, Kind: string(p.Kind), Doc: p.Doc, Start: p.Start, End: p.End,
		Length: p.length, Matches: matches, Cosine: place.NoCosine,
	}
}
