// Package rank turns raw scores into a calibrated similarity: texts into terms
// and passages, term statistics into BM25, cosines and BM25 into one logit, and
// the logit into a number between 0 and 1 that means the same in every catalog.
// Everything is a pure function of a Recipe, which is data. It knows no
// database, no model, no client and no type of item.
//
// The formulas and constants are measured: see RATIONALE.md.
package rank

//go:generate go test . -run TestEmbeddedData -update

// Recipe is how a kind of item is ranked with one encoder: weights, a table of
// background frequencies, null prompts and a gate.
type Recipe struct {
	Kind  string // "skill"
	Model string // the encoder whose vectors Dense and Gate expect

	dense   mixture
	bm25    bm25
	logit   logit
	lexical lexicalLogit
	silent  int     // a prompt of at most so many stems is about nothing
	sure    float64 // lexical logit from which the model changes nothing

	modelProfiles   profiles
	lexicalProfiles profiles
	denseMap        Thresholds // Dense where DenseSimilarity is .50, .70, .85

	background background
	nulls      string // one a line, quoted
	gate       gate
}

// Features are the raw numbers of one prompt and one item.
type Features struct {
	Dense    float64 // Recipe.Dense; meaningless unless HasDense
	BM25     float64 // sum of Lexicon.Share, at least 0
	Mass     float64 // Lexicon.Mass of the prompt
	Gate     float64 // Recipe.Gate of the prompt; only what is below 0 counts
	HasDense bool    // false: no model, the lexical logit applies
}

// Logit is how likely the item fits the prompt, on a scale without fixed ends
// (about −9 to 6): with the model where there is one, else the lexical logit.
func (r *Recipe) Logit(f Features) float64 {
	if !f.HasDense {
		return r.lexicalLogit(f)
	}
	w := r.logit
	return w.dense*f.Dense +
		w.saturated*r.saturated(f) +
		w.normalised*r.normalised(f) +
		w.gate*min(0, f.Gate/w.gateScale) +
		w.bias
}

// Silent reports that the prompt has too few content words to be about
// anything, chatter not counted; the caller checks that none of them names an
// item.
func (r *Recipe) Silent(q Query) bool { return q.content() <= r.silent }

// Sure reports that words alone make the item certain enough to suggest it, if
// it is the best one, without asking the model.
func (r *Recipe) Sure(f Features) bool { return r.lexicalLogit(f) >= r.sure }

func (r *Recipe) lexicalLogit(f Features) float64 {
	w := r.lexical
	return w.saturated*min(r.saturated(f), w.saturatedMax) + w.normalised*r.normalised(f) + w.bias
}

func (r *Recipe) saturated(f Features) float64 { return f.BM25 / (f.BM25 + r.bm25.half) }

func (r *Recipe) normalised(f Features) float64 { return f.BM25 / (r.bm25.massFloor + f.Mass) }
