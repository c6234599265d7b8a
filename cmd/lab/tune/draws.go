package tune

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// Users have 12 to 100 items, seldom as many as a set's catalog. So a fit asks each
// prompt over parts of the catalog, too: drawSizes are how many items these have.
var drawSizes = []int{5, 12, 40, 100, 400}

// DrawSizes are the sizes of the parts of catalogs that prompts are asked over.
func DrawSizes() []int { return slices.Clone(drawSizes) }

const (
	drawsOfSize = 2  // that all prompts of a set are asked over
	nearMax     = 10 // items of a draw, by meaning and as many by words, that a fit looks at; all others are far
	drawSeed    = 17
	ownWeight   = 2. // of whole catalogs and of users' own, where each size of draws has 1
)

// SizeWhole and SizeOwn are the sizes, beside drawSizes, of whole catalogs and of those
// that users with days have.
const (
	SizeWhole = 0
	SizeOwn   = -1
)

// needShare is the share of prompts that are taken to have a need that one of so many
// items serves: even at 400, .24 of 12, .39 of 100. In days of users with 12 to 60 it
// is about a fifth; in random draws, which know no user, it would be .02 to .5, which is
// why draws are weighed.
func needShare(items int) float64 {
	odds := math.Cbrt(float64(items) / 400)
	return odds / (1 + odds)
}

// draw is one prompt asked over a part of its catalog.
type draw struct {
	*labelled
	size     int             // one of drawSizes, SizeWhole or SizeOwn
	items    int             // that were asked
	features []rank.Features // of the items that come near; without the gate
	places   []int           // of these in the catalog
	gold, ok []bool          // of these
	byWords  []bool          // of these: it comes near by words
	byCard   []bool          // of these: it comes near by its card only
	needs    bool            // an item that is right was drawn
}

// drawAll makes the draws of all prompts: the whole catalog, then for each size some that
// all prompts of a set are asked over, and one more for each prompt with a need, which
// holds what is right. Where only tolerated items were drawn, nothing can be told.
func (f *fitter) drawAll() {
	for _, c := range f.catalogs {
		chance := rand.New(rand.NewPCG(drawSeed, uint64(len(c.items))))
		var cases []*labelled
		for _, l := range f.cases {
			if l.catalog == c {
				cases = append(cases, l)
			}
		}
		all := make([]int, len(c.items))
		for i := range all {
			all[i] = i
		}
		var jobs []asked
		for _, l := range cases {
			jobs = append(jobs, asked{l, c.size, all})
		}
		for _, size := range f.sizes {
			if size >= c.parts() {
				continue
			}
			for range drawsOfSize {
				drawn := c.part(chance, size, nil)
				for _, l := range cases {
					jobs = append(jobs, asked{l, size, drawn})
				}
			}
			for _, l := range cases {
				var right []int
				for i, gold := range l.gold {
					if gold {
						right = append(right, i)
					}
				}
				if len(right) > 0 {
					jobs = append(jobs, asked{l, size, c.part(chance, size, right)})
				}
			}
		}
		f.draws = append(f.draws, f.made(jobs)...)
		if f.EmbedAbroad != nil {
			for i := range jobs {
				jobs[i].labelled = jobs[i].abroad
			}
			f.away = append(f.away, f.made(jobs)...)
		}
	}
}

func (f *fitter) made(jobs []asked) []*draw {
	made := make([]*draw, len(jobs))
	sum(len(jobs), nil, func(i int, _ []float64) float64 { made[i] = f.draw(jobs[i]); return 0 })
	return slices.DeleteFunc(made, func(d *draw) bool { return d == nil })
}

// asked is a prompt and the places of the items that it is asked over.
type asked struct {
	*labelled
	size  int
	drawn []int
}

// draw scores what comes near; nil where only tolerated items were drawn.
func (f *fitter) draw(a asked) *draw {
	c := a.catalog
	features := c.features(a.labelled, a.drawn)
	d := &draw{labelled: a.labelled, size: a.size, items: len(a.drawn)}
	tolerated := false
	near, byWords := map[int]bool{}, map[int]bool{}
	for i, place := range a.drawn {
		if a.gold[place] {
			near[i], byWords[i], d.needs = true, true, true
		}
		tolerated = tolerated || a.ok[place]
	}
	if tolerated && !d.needs && a.size != SizeWhole {
		return nil
	}
	for _, i := range nearest(features, func(x rank.Features) float64 { return x.BM25 }) {
		near[i], byWords[i] = true, true
	}
	for _, i := range nearest(features, func(x rank.Features) float64 { return x.Dense }) {
		near[i] = true
	}
	for i, place := range a.drawn {
		features[i].Card = a.card.Of(c.items[place].words, c.items[place].vectors)
		if f.Embed == nil {
			features[i].Card = a.card.ByWords(c.items[place].words)
		}
	}
	byCard := map[int]bool{}
	for _, by := range []func(rank.Features) float64{
		func(x rank.Features) float64 { return x.Card.Best }, func(x rank.Features) float64 { return x.Card.Words },
	} {
		for _, i := range nearest(features, by) {
			if !near[i] && features[i].Card.Has {
				near[i], byCard[i] = true, true
			}
		}
	}
	for i, place := range a.drawn {
		if !near[i] {
			continue
		}
		x := features[i]
		x.Another = a.named.Another(c.items[place].named)
		x.Same, x.Other = a.actions.Fit(c.items[place].id)
		if a.bids != nil {
			against, _ := a.bids.Against(c.items[place].head)
			x.Margin = float64(stats.Dot(a.adapted, c.items[place].head)) - against
		}
		d.features, d.places = append(d.features, x), append(d.places, place)
		d.gold, d.ok = append(d.gold, a.gold[place]), append(d.ok, a.ok[place])
		d.byWords, d.byCard = append(d.byWords, byWords[i]), append(d.byCard, byCard[i])
	}
	return d
}

// nearest are the places of the highest numbers, nearMax at most.
func nearest(features []rank.Features, by func(rank.Features) float64) []int {
	places := make([]int, len(features))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(by(features[b]), by(features[a])) })
	return places[:min(len(places), nearMax)]
}

// seen is the draw as it is fitted without cards: by words alone, what comes near by meaning
// only is not there, or the fit would depend on the model.
func (d *draw) seen(dense bool) *draw {
	wanted := d.byWords
	if dense {
		wanted = not(d.byCard)
	}
	s := *d
	s.features, s.gold, s.ok = only(d.features, wanted), only(d.gold, wanted), only(d.ok, wanted)
	return &s
}

func not(marks []bool) []bool {
	others := make([]bool, len(marks))
	for i, mark := range marks {
		others[i] = !mark
	}
	return others
}

func only[T any](list []T, wanted []bool) []T {
	var kept []T
	for i, x := range list {
		if wanted[i] {
			kept = append(kept, x)
		}
	}
	return kept
}

// weigh gives draws of each size the same weight in all, and those with a need the share
// that is taken for users'.
func weigh(draws []*draw) []float64 {
	type class struct {
		size  int
		needs bool
	}
	count := map[class]float64{}
	sizes := map[int]bool{}
	for _, d := range draws {
		count[class{d.size, d.needs}]++
		sizes[d.size] = true
	}
	unit := float64(len(draws)) / float64(len(sizes))
	weights := make([]float64, len(draws))
	for i, d := range draws {
		share := needShare(d.items)
		if !d.needs {
			share = 1 - share
		}
		weights[i] = unit * share / count[class{d.size, d.needs}]
		if d.size <= SizeWhole {
			weights[i] *= ownWeight
		}
	}
	return weights
}
