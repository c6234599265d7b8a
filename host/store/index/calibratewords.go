package index

import (
	"encoding/json"

	"github.com/ed-irl/impressionism/host/catalog"
)

// calibrateWords does the part that needs no model and returns the fingerprints, and
// what is left of the work where time ran out.
func (r *refresh) calibrateWords(listing catalog.Listing, c *calibration) (prints fingerprints, left begun, err error) {
	view, err := r.View(listing, r.src.Pools)
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
	if left, err = view.begun(listing, prints.words); err != nil {
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

const begunQuery = `SELECT begun FROM calibrations WHERE workspace = ? AND pool = ? AND home = ?`

// begun returns what was done of a calibration, if it is of this view.
func (v *View) begun(listing catalog.Listing, fingerprint string) (begun, error) {
	var stored string
	err := one(v.tx.QueryRow(begunQuery, listing.Workspace, v.pool, listing.Home), &stored)
	if isNone(err) {
		err = nil
	}
	var b begun
	if err != nil || json.Unmarshal([]byte(stored), &b) != nil || b.For != fingerprint || b.Done < 0 || b.Done > len(v.recipe.Nulls()) {
		b = begun{For: fingerprint}
	}
	return b, err
}

func (r *refresh) storeBegun(workspace, pool, home string, b begun) error {
	encoded, err := json.Marshal(b)
	if err != nil {
		return err
	}
	_, err = r.db.Exec(`INSERT INTO calibrations (workspace, pool, home, begun) VALUES (?, ?, ?, ?) ON CONFLICT (workspace, pool, home) DO UPDATE SET begun = excluded.begun`, workspace, pool, home, string(encoded))
	return err
}

// lexicalMaxima goes on with the best odds of each null prompt by words alone. It is
// not done where time runs out.
func (v *View) lexicalMaxima(b *begun, late func() bool) (done bool, err error) {
	v.KeepPostings() // null prompts share half of their words
	for _, null := range v.recipe.Nulls()[b.Done:] {
		if late() {
			return false, nil
		}
		best, err := v.best(Query{Query: null.Query(), null: &gates{word: null.WordGate}})
		if err != nil {
			return false, err
		}
		b.Maxima = append(b.Maxima, best)
		b.Done++
	}
	return true, nil
}

// best returns the standing of the first item for a null prompt: below all others for a
// prompt that is silent anyway.
func (v *View) best(q Query) (float64, error) {
	best := oddsOfSilence
	if v.recipe.Silent(q.Query) {
		return best, nil
	}
	matches, err := v.matches(q.Query)
	if err != nil {
		return best, err
	}
	hits, err := v.scored(matches, q)
	for _, odds := range v.standing(hits) {
		best = max(best, odds)
	}
	return best, err
}

// oddsOfSilence is what a prompt of too few words has: it is stored as JSON,
// which knows no infinity.
const oddsOfSilence = -50.0
