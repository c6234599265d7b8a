package rank

import (
	"iter"
	"math"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// Source is where something is known from besides the prompt.
type Source int

// The sources.
const (
	FromWorkspace Source = iota // its manifests and languages
	FromFiles                   // that tools touched of late
	FromCommands                // that were run of late, and servers that were asked
	Sources       int    = iota // how many there are
)

// String names a source for people.
func (s Source) String() string {
	return [Sources]string{"workspace", "files", "commands"}[s]
}

// Hint is a stem that a source speaks of.
type Hint struct {
	Term   string
	Weight float64 // of its place times its rarity, above 0
}

// How hints count, chosen on eval/testdata/context. See RATIONALE.md, "Why does the
// context choose rather than decide?".
var contextWeights = struct {
	rarityMin float64          // a stem's idf must exceed it: what every workspace has says nothing
	half      float64          // weighted frequency in an item at which a hint counts half: once in its name
	source    [Sources]float64 // a command says more of the moment than a manifest
	mass      float64          // shared weight at which the context reaches half its most
	most      float64          // logits that it lifts an item against the others
	used      float64          // logits, up or down, of what was used before
	usedAt    float64          // odds at which they are reached: four to one
	best      float64          // logits that the best item may rise above what the prompt alone gives
}{rarityMin: 1.5, half: 4, source: [Sources]float64{1, 1, 2}, mass: 8, most: 2, used: .5, usedAt: 4, best: 1}

// Hints weighs the stems of words by their rarity in the background table; of a
// stem that comes again the heaviest counts. Words come with the weight of their
// place, 0 to 1.
func (r *Recipe) Hints(words iter.Seq2[string, float64]) []Hint {
	var hints []Hint
	at := map[string]int{}
	for text, weight := range words {
		for _, term := range language.Terms(text) {
			i, found := at[term]
			if !found {
				i = len(hints)
				at[term] = i
				hints = append(hints, Hint{Term: term})
			}
			hints[i].Weight = max(hints[i].Weight, weight)
		}
	}
	kept := hints[:0]
	for _, hint := range hints {
		rarity := r.Lexicon(Query{Terms: []string{hint.Term}, Counts: []int{1}}, 0, nil).Mass()
		if hint.Weight *= rarity - contextWeights.rarityMin; hint.Weight > 0 {
			kept = append(kept, hint)
		}
	}
	return kept
}

// Evidence is what speaks for or against one item besides the prompt.
type Evidence struct {
	Shared    [Sources]float64  // weight of the hints that the item has, at least 0
	Terms     [Sources][]string // their stems
	Suggested float64           // how often it was, in this workspace, recent ones more
	Used      float64           // and how often it was then used, at most Suggested
}

// Share adds a hint that the item has with a weighted frequency of at least 1,
// as Weigh counts.
func (e *Evidence) Share(source Source, hint Hint, tf int) {
	e.Shared[source] += hint.Weight * float64(tf) / (float64(tf) + contextWeights.half)
	e.Terms[source] = append(e.Terms[source], hint.Term)
}

// Context is how much the item has to do with one source, 0 to 1.
func (e Evidence) Context(source Source) float64 {
	return reach(contextWeights.source[source] * e.Shared[source])
}

// Usefulness is the share of its suggestions that were used, smoothed towards
// one half: (C+1)/(I+2), Laplace's rule of succession, above 0 and below 1.
func (e Evidence) Usefulness() float64 { return (e.Used + 1) / (e.Suggested + 2) }

// Bonus is by how much the evidence moves the item's logit against those of
// others, −.5 to 2.5: a bounded share of what all sources together say, and the
// log-odds of its usefulness.
func (e Evidence) Bonus() float64 {
	mass := 0.0
	for source, shared := range e.Shared {
		mass += contextWeights.source[source] * shared
	}
	odds := math.Log(e.Usefulness() / (1 - e.Usefulness()))
	limit := math.Log(contextWeights.usedAt)
	return contextWeights.most*reach(mass) + contextWeights.used*max(-1, min(1, odds/limit))
}

// reach maps a weight of at least 0 to 0–1.
func reach(mass float64) float64 { return mass / (mass + contextWeights.mass) }

// Lift moves the logits of all items for one prompt by their bonuses, in place.
// What is known besides the prompt tells which item is meant rather than whether
// one is: gains are cut by what the best would rise more than 1 over the best
// before, so that the order at the top is kept. No item loses by another's gain.
// Where the prompt is about nothing the caller must not lift.
func Lift(logits, bonuses []float64) {
	before, after := math.Inf(-1), math.Inf(-1)
	for i, logit := range logits {
		before = max(before, logit)
		after = max(after, logit+bonuses[i])
	}
	excess := max(0, after-before-contextWeights.best)
	for i, bonus := range bonuses {
		logits[i] += max(min(0, bonus), bonus-excess)
	}
}
