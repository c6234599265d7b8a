package index

import (
	"encoding/json"
	"math"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// calibrateWords does the part that needs no model and gives the fingerprints, and
// what is left of the work where time ran out.
func (r *refresh) calibrateWords(listing catalog.Listing, c *calibration) (prints fingerprints, left begun, err error) {
	view, err := r.View(listing, r.src.Recipe)
	if err != nil {
		return prints, left, err
	}
	defer view.Close()
	prints, err = view.fingerprints()
	if err != nil || c.lexicalFor == prints.words {
		return prints, left, err
	}
	if known, err := view.adopt(prints, c); known || err != nil {
		return prints, left, err
	}
	if left, err = view.begun(listing.Workspace, prints.words); err != nil {
		return prints, left, err
	}
	done, err := view.lexicalMaxima(&left, r.late)
	if err != nil || !done {
		return prints, left, err
	}
	c.lexicalFor = prints.words
	c.lexicalJSON, err = encodeMaxima(left.Maxima)
	return prints, left, err
}

// adopt takes over what was computed for another workspace that sees the same items:
// most have the user's skills and none of their own.
func (v *View) adopt(prints fingerprints, c *calibration) (known bool, err error) {
	stored, err := scanCalibration(v.tx.QueryRow(adoptableQuery, prints.words, prints.vectors))
	if err != nil || stored.lexicalFor != prints.words {
		return false, err
	}
	c.lexicalFor, c.lexicalJSON = prints.words, stored.lexicalJSON
	if stored.denseFor == prints.vectors {
		c.denseFor, c.denseJSON, c.model = stored.denseFor, stored.denseJSON, stored.model
	}
	return true, nil
}

// begun is a calibration by words that time ran out for. A prompt gives it some
// milliseconds, and without it each prompt would begin anew and none would end.
type begun struct {
	For    string    `json:"for"`  // the view's fingerprint of words
	Done   int       `json:"done"` // null prompts
	Maxima []float64 `json:"maxima"`
}

const begunQuery = `SELECT begun FROM workspaces WHERE path = ?`

// begun gives what was done of a calibration, if it is of this view.
func (v *View) begun(workspace, fingerprint string) (begun, error) {
	var stored string
	err := one(v.tx.QueryRow(begunQuery, workspace), &stored)
	if isNone(err) {
		err = nil
	}
	var b begun
	if err != nil || json.Unmarshal([]byte(stored), &b) != nil || b.For != fingerprint || b.Done < 0 || b.Done > len(v.recipe.Nulls()) {
		b = begun{For: fingerprint, Maxima: []float64{}}
	}
	return b, err
}

func (r *refresh) storeBegun(workspace string, b begun) error {
	encoded, err := json.Marshal(b)
	if err != nil {
		return err
	}
	_, err = r.db.Exec(`INSERT INTO workspaces (path, begun) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET begun = excluded.begun`, workspace, string(encoded))
	return err
}

// lexicalMaxima goes on with the best odds of each null prompt by words alone. It is
// not done where time runs out.
func (v *View) lexicalMaxima(b *begun, late func() bool) (done bool, err error) {
	for _, null := range v.recipe.Nulls()[b.Done:] {
		if late() {
			return false, nil
		}
		best, err := v.bestOdds(Query{Query: rank.Prompt(null.Text), null: &gates{word: null.WordGate}})
		if err != nil {
			return false, err
		}
		if !math.IsInf(best, -1) {
			b.Maxima = append(b.Maxima, best)
		}
		b.Done++
	}
	return true, nil
}

// bestOdds gives the odds of the first item for a null prompt: below all others
// for one that is silent anyway, none for an empty view.
func (v *View) bestOdds(q Query) (float64, error) {
	if len(v.items) == 0 {
		return math.Inf(-1), nil
	}
	if v.recipe.Silent(q.Query) {
		return oddsOfSilence, nil
	}
	hits, err := v.scored(q)
	if err != nil {
		return 0, err
	}
	best := oddsOfSilence
	for _, hit := range hits {
		best = max(best, hit.Odds)
	}
	return best, nil
}

// oddsOfSilence is what a prompt of too few words has: it is stored as JSON,
// which knows no infinity.
const oddsOfSilence = -50.0
