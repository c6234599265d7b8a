// Package near relates a lesson to one that is there already: does it repeat the other, go
// against it, or stand near it? Nearness of vectors finds what to compare and cannot tell a
// repetition from a reversal: of labelled pairs, the nearest two are reversals. So words
// decide: numbers, negations and names that differ. The answer is shown to a person, who
// chooses; nothing is merged by it. The package is pure and knows no encoder and no file.
package near

import (
	"github.com/ed-irl/impressionism/host/rank"
)

// Relation is what a lesson is to another.
type Relation string

// The relations.
const (
	None    Relation = "none"    // nothing to show
	Near    Relation = "near"    // about the same thing
	Same    Relation = "same"    // says the same
	Against Relation = "against" // perhaps says the opposite
)

// CosineShown is the cosine of two lessons' vectors from which one is shown beside the
// other, and ShareShown the share of the rare words of the shorter one.
const (
	CosineShown = .55
	ShareShown  = .5
)

// What makes two lessons the same if nothing speaks against it: vectors that agree and most
// rare words of the shorter one, or vectors that agree less and nearly all of them. By words
// alone nearly all of them have to be several.
const (
	cosineSame      = .8
	shareSameNear   = .6
	cosineSameWords = .6
	shareSame       = .9
	commonMin       = 4
)

// What makes a difference between two lessons count as a reversal, besides CosineShown: without
// either, they are neighbours in topic.
const (
	shareAgainst  = .4
	cosineAgainst = .7
)

// Texts are two lessons with what is known of how near they are.
type Texts struct {
	A, B   string  // title and text, or titles alone
	Cosine float64 // of their vectors, −1 to 1; counts only with Known
	Known  bool    // there is an encoder
}

// Finding is the relation of two lessons and what shows it.
type Finding struct {
	Relation
	Share float64 // of the rare words of the shorter one that the other has, 0 to 1
	Why   string  // in words for a person; empty for None
}

// Compare relates two lessons. The recipe's background table knows which words are rare.
func Compare(recipe *rank.Recipe, t Texts) Finding {
	return compare(read(recipe, t.A), read(recipe, t.B), t)
}

// Reading is a lesson's text as it is compared, for whoever compares many.
type Reading struct {
	reading
	known string
}

// Read reads a lesson's title and text once.
func Read(recipe *rank.Recipe, text string) Reading { return Reading{read(recipe, text), text} }

// To relates two lessons by their words alone, as Compare does.
func (r Reading) To(other Reading) Finding {
	return compare(r.reading, other.reading, Texts{A: r.known, B: other.known})
}

func compare(a, b reading, t Texts) Finding {
	if normal(t.A) == normal(t.B) {
		return Finding{Same, 1, "it has the same words"}
	}
	f := Finding{Relation: None, Share: share(a, b)}
	if !(t.Known && t.Cosine >= CosineShown) && !(f.Share >= ShareShown && shared(a, b) >= sharedMin) {
		return f
	}
	f.Relation, f.Why = Near, "it is about the same thing"
	if t.Known && t.Cosine >= CosineShown && (f.Share >= shareAgainst || t.Cosine >= cosineAgainst) || !t.Known {
		if why := differs(a, b); why != "" {
			f.Relation, f.Why = Against, why
			return f
		}
	}
	repeats := f.Share >= shareSameNear && t.Cosine >= cosineSame || f.Share >= shareSame && t.Cosine >= cosineSameWords
	if !t.Known {
		repeats = f.Share >= shareSame && common(a, b) >= commonMin
	}
	if repeats && agrees(a, b) {
		f.Relation, f.Why = Same, "it says the same in other words"
	}
	return f
}

// sharedMin is how much rarity two texts share at least: one word that hardly any text has,
// or two that are not common.
const sharedMin = 5

// share is the part of the rarity of the one with less that the other has, too.
func share(a, b reading) float64 {
	less := min(a.mass, b.mass)
	if less == 0 {
		return 0
	}
	return min(1, shared(a, b)/less)
}

// shared is the rarity of the terms that both have.
func shared(a, b reading) float64 {
	sum := 0.
	for term, weight := range a.rare {
		if _, both := b.rare[term]; both {
			sum += weight
		}
	}
	return sum
}

// common is how many terms both have, rare or not.
func common(a, b reading) int {
	n := 0
	for term := range a.speaks {
		if b.speaks[term] != 0 {
			n++
		}
	}
	return n
}
