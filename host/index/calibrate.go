package index

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// calibration is what is stored of one workspace.
type calibration struct {
	seen                   string
	lexicalFor, denseFor   string
	lexicalJSON, denseJSON string
}

// calibrate computes how high null prompts score among this workspace's items,
// where those items, their vectors or the recipe changed since it was last done.
func (r *refresh) calibrate(listing catalog.Listing) error {
	seen, err := r.seen(listing)
	if err != nil {
		return err
	}
	var c calibration
	err = r.db.QueryRow(`SELECT seen, lexical_for, lexical, dense_for, dense FROM calibrations WHERE workspace = ?`, listing.Workspace).
		Scan(&c.seen, &c.lexicalFor, &c.lexicalJSON, &c.denseFor, &c.denseJSON)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if c.seen == seen && r.src.Embed == nil {
		return nil
	}
	before := c
	prints, left, err := r.calibrateWords(listing, &c)
	if err != nil {
		return err
	}
	if c.lexicalFor != prints.words { // time is up: what is stored is closer to the truth than nothing
		return r.storeBegun(listing.Workspace, left)
	}
	c.seen = seen
	if r.src.Embed != nil && c.denseFor != prints.vectors {
		dense, err := r.denseMaxima(listing)
		if err != nil {
			return err
		}
		if dense != nil { // else time is up: the next refresh does it
			if c.denseJSON, err = encodeMaxima(dense); err != nil {
				return err
			}
			c.denseFor = prints.vectors
		}
	}
	if c == before {
		return nil
	}
	return r.storeCalibration(listing.Workspace, c)
}

// seen changes whenever the index, its model included, the listing or the
// recipe does.
func (r *refresh) seen(listing catalog.Listing) (string, error) {
	generation, err := r.Generation()
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	for _, entry := range listing.Entries {
		_, _ = io.WriteString(sum, entry.Path) // a hash never fails
	}
	return fmt.Sprintf("%d %x %s", generation, sum.Sum64(), r.src.Recipe.Fingerprint()), nil
}

func encodeMaxima(maxima []float64) (string, error) {
	encoded, err := json.Marshal(maxima)
	return string(encoded), err
}

// fingerprints name what calibrations are of. Those by words stay true while texts
// are being embedded, which takes minutes.
type fingerprints struct {
	words   string // changes with the view's items
	vectors string // and with which of them are embedded, and by which model
}

func (v *View) fingerprints() (fingerprints, error) {
	words, vectors := sha256.New(), sha256.New()
	fmt.Fprintln(words, v.recipe.Fingerprint())
	fmt.Fprintln(vectors, v.recipe.Fingerprint(), v.model)
	rows, err := v.tx.Query(`SELECT i.key, i.content_hash, (SELECT COUNT(vector) FROM passages p WHERE p.item = i.key) FROM items i ORDER BY i.path`)
	if err != nil {
		return fingerprints{}, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var hash string
		var embedded int
		if err := rows.Scan(&key, &hash, &embedded); err != nil {
			return fingerprints{}, err
		}
		if _, ok := v.position[key]; ok {
			fmt.Fprintln(words, hash)
			fmt.Fprintln(vectors, hash, embedded)
		}
	}
	return fingerprints{hex.EncodeToString(words.Sum(nil)[:16]), hex.EncodeToString(vectors.Sum(nil)[:16])}, rows.Err()
}

func (r *refresh) storeCalibration(workspace string, c calibration) error {
	return r.write(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`DELETE FROM meta WHERE key = ?`, begunKey(workspace)); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT OR REPLACE INTO calibrations (workspace, seen, lexical_for, lexical, dense_for, dense) VALUES (?,?,?,?,?,?)`,
			workspace, c.seen, c.lexicalFor, c.lexicalJSON, c.denseFor, c.denseJSON)
		return err
	})
}

// denseMaxima gives the best odds of each null prompt among the embedded
// items, or nil where no model is at hand or time ran out.
func (r *refresh) denseMaxima(listing catalog.Listing) ([]float64, error) {
	if r.src.Embed == nil {
		return nil, nil
	}
	vectors, err := r.nullVectors()
	if err != nil || vectors == nil {
		return nil, err
	}
	view, err := r.View(listing, r.src.Recipe)
	if err != nil {
		return nil, err
	}
	defer view.Close()
	maxima := make([]float64, 0, len(vectors))
	for i, null := range r.src.Recipe.Nulls() {
		if r.late() {
			return nil, nil
		}
		unseen := gates{vector: r.src.Recipe.NullGate(i), word: null.WordGate, manner: null.MannerGate}
		best, err := view.bestOdds(Query{Query: rank.Prompt(null.Text), Vector: vectors[i], null: &unseen})
		if err != nil {
			return nil, err
		}
		if !math.IsInf(best, -1) {
			maxima = append(maxima, best)
		}
	}
	return maxima, nil
}

// nullVectors reads or makes the vectors of the null prompts; nil when late.
func (r *refresh) nullVectors() ([][]float32, error) {
	nulls := r.src.Recipe.Nulls()
	vectors := make([][]float32, len(nulls))
	var missing []pendingText
	for i, null := range nulls {
		var blob []byte
		text := null.Text
		err := r.db.QueryRow(`SELECT vector FROM vectors WHERE hash = ? AND model = ?`, textHash(text), r.src.Model).Scan(&blob)
		if errors.Is(err, sql.ErrNoRows) {
			missing = append(missing, pendingText{hash: textHash(text), text: text})
			continue
		}
		if err != nil {
			return nil, err
		}
		if vectors[i], err = sqlite.DecodeVector(blob); err != nil {
			return nil, err
		}
	}
	if len(missing) == 0 {
		return vectors, nil
	}
	done, err := r.embedAll(missing)
	if err != nil {
		return nil, err
	}
	err = r.write(func(tx *sql.Tx) error {
		for _, p := range done {
			if err := storeVector(tx, r.src.Model, p.hash, p.vector); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || len(done) < len(missing) {
		return nil, err
	}
	return r.nullVectors()
}
