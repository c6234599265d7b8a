package index

import (
	"encoding/json"

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
	For    string `json:"for"`  // the view's fingerprint of words
	Done   int    `json:"done"` // null prompts
	Maxima maxima `json:"maxima"`
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
		b = begun{For: fingerprint, Maxima: maxima{}}
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
		if err := v.addBest(b.Maxima, Query{Query: rank.Prompt(null.Text), null: &gates{word: null.WordGate}}); err != nil {
			return false, err
		}
		b.Done++
	}
	return true, nil
}

// addBest adds the odds of each pool's first item for a null prompt: below all others
// for a prompt that is silent anyway.
func (v *View) addBest(to maxima, q Query) error {
	best := make([]float64, len(v.pools))
	for i := range best {
		best[i] = oddsOfSilence
	}
	if !v.recipe.Silent(q.Query) {
		hits, err := v.Search(q)
		if err != nil {
			return err
		}
		for _, hit := range hits {
			at := v.items[v.position[hit.Key]].pool
			best[at] = max(best[at], hit.Odds)
		}
	}
	for i, p := range v.pools {
		to[p.name] = append(to[p.name], best[i])
	}
	return nil
}

// oddsOfSilence is what a prompt of too few words has: it is stored as JSON,
// which knows no infinity.
const oddsOfSilence = -50.0
