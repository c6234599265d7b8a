// Package rank turns raw scores into a calibrated similarity: texts into terms
// and passages, term statistics into BM25, cosines and BM25 into the log-odds that an
// item fits, and these into a number between 0 and 1 that means the same in a catalog
// of any size. Everything is a pure function of a Recipe, which is data. It
// knows no database, no model, no client and no type of item.
//
// The formulas are those of RATIONALE.md, "Why this score?"; the constants are
// fitted by `go run ./cmd/lab tune`, and docs/selection.md measures them.
package rank

//go:generate go test . -run TestEmbeddedData -update

import "math"

// Features are the raw numbers of one prompt and one item.
type Features struct {
	Dense     float64 // Recipe.Dense of the adapted prompt; meaningless unless HasDense
	BM25      float64 // sum of Lexicon.Share, at least 0
	Mass      float64 // Lexicon.Mass of the prompt
	Asked     float64 // BM25 of the terms in the prose
	AskedMass float64 // Lexicon.AskedMass of the prompt
	Told      float64 // sum of Lexicon.Tells of the terms that the item has
	TellsMass float64 // Lexicon.TellsMass of the prompt
	Related   float64 // as BM25, of the prompt's Associations
	Gate      float64 // Recipe.Gate of the prompt; without a model, Recipe.WordGate
	Manner    float64 // Recipe.MannerGate of the prompt; unused without a model
	Words     int     // Query.Words of the prompt
	Items     int     // that were asked, this one too: the size of the catalog
	Margin    float64 // cosine of the adapted prompt with the item's head, less what is bid against it (Bids); 0 where nothing bids
	Another   float64 // Technologies.Another of the prompt and the item, 0 to 1
	Same      float64 // Actions.Fit of the prompt and the item
	Other     float64 // likewise
	HasDense  bool    // false: no model, the lexical logit applies
	Foreign   bool    // the prompt is in another language than English
	Card      CardFeatures
}

// wordsMax is the length in words from which a prompt is no longer longer: what
// was fitted on were prompts, not books.
const wordsMax = 200

// What a BM25 of associated words is divided by, and its limit then.
const relatedUnit, relatedMax = 10, 4

// Logit is the log-odds that the item fits the prompt against that nothing does, on a
// scale without fixed ends (about −12 to 8): with the model where there is one, else by
// words alone. It says nothing of other items: two that fit both may have a high one.
func (r *Recipe) Logit(f Features) float64 {
	return r.Shares(f).Sum()
}

// Share is what one feature adds to a logit.
type Share struct {
	Name   string  // one of the Share constants
	Value  float64 // of the feature
	Weight float64
}

// Names of the parts of a logit.
const (
	ShareDense      = "meaning"    // cosines of the adapted prompt with the item's texts
	ShareSaturated  = "words"      // BM25, saturated
	ShareNormalised = "coverage"   // BM25 by the prompt's own mass
	ShareAsked      = "asked"      // coverage of the words that stand in no name; with the model, by how much they tell
	ShareRelated    = "related"    // BM25 of associated words
	ShareGate       = "gate"       // is the prompt about anything?
	ShareManner     = "manner"     // is it asked as needs are?
	ShareLength     = "length"     // logarithm of the words
	ShareSize       = "size"       // logarithm of the catalog's: the best of many fits by chance
	ShareBackground = "background" // is the item nearer than what else people ask for?
	ShareTechnology = "technology" // does the prompt name another than the item's?
	ShareSame       = "action"     // does it do what is asked for?
	ShareOther      = "another action"
	ShareBias       = "bias"
	ShareCard       = "card" // is it what people type for the item?
)

// Points is the share in logits.
func (s Share) Points() float64 { return s.Value * s.Weight }

// Shares are a logit in its parts.
type Shares [15]Share

// Sum is the logit.
func (shares Shares) Sum() float64 {
	sum := 0.0
	for _, s := range shares {
		sum += s.Value * s.Weight
	}
	return sum
}

// Shares is the logit in its parts.
func (r *Recipe) Shares(f Features) Shares {
	w := r.weights(f)
	shares := Shares{
		{ShareDense, f.Dense, w.Dense},
		{ShareSaturated, r.saturated(f), w.Saturated},
		{ShareNormalised, r.normalised(f.BM25, f.Mass), w.Normalised},
		{ShareAsked, r.asked(f), w.Asked},
		{ShareRelated, min(relatedMax, f.Related/relatedUnit), w.Related},
		{ShareGate, f.Gate, w.Gate},
		{ShareManner, f.Manner, w.Manner},
		{ShareLength, lengthOf(f), w.Length},
		{ShareSize, math.Log(float64(max(1, f.Items))), w.Size},
		{ShareBackground, f.Margin, w.Background},
		{ShareTechnology, f.Another, w.Technology},
		{ShareSame, f.Same, w.Same},
		{ShareOther, f.Other, w.Other},
		{ShareBias, 1, w.Bias},
	}
	shares[len(shares)-1] = Share{ShareCard, r.cardShift(shares.Sum(), f), 1}
	return shares
}

func lengthOf(f Features) float64 { return math.Log1p(float64(min(f.Words, wordsMax))) }

// Silent reports that the prompt has too few content words to be about
// anything, chatter not counted; the caller checks that none of them names an
// item.
func (r *Recipe) Silent(q Query) bool { return q.content() <= r.Silence }

func (r *Recipe) saturated(f Features) float64 { return f.BM25 / (f.BM25 + r.BM25.Half) }

func (r *Recipe) normalised(bm25, mass float64) float64 { return bm25 / (r.BM25.MassFloor + mass) }

// asked is coverage by the words of the prose. With the model, rarity times
// salience of those that the item has is better than their BM25; by words alone
// it is not: see docs/selection.md.
func (r *Recipe) asked(f Features) float64 {
	if f.HasDense {
		return f.Told / (r.BM25.TellsFloor + f.TellsMass)
	}
	return r.normalised(f.Asked, f.AskedMass)
}
