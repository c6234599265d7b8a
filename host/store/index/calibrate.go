package index

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// calibration is what is stored of a pool of one workspace.
type calibration struct {
	seen                   string
	lexicalFor, denseFor   string
	lexicalJSON, denseJSON string
	model                  string // that dense is of
	own                    bool   // the workspace has items of its own in it
}

const (
	calibrationColumns = `SELECT seen, lexical_for, lexical, dense_for, dense, model, own, sum FROM calibrations `
	calibrationQuery   = calibrationColumns + `WHERE workspace = ? AND pool = ? AND home = ?`
	sharedCalibrations = calibrationColumns + `WHERE own = 0 AND lexical <> '' AND pool = ? AND home = ? ORDER BY workspace LIMIT 1`
	adoptableQuery     = calibrationColumns + `WHERE lexical_for = ? ORDER BY dense_for = ? DESC LIMIT 1`
)

// readCalibration returns that of a workspace's pool for one of the client's homes; one that is not
// there, or not as it was stored, is empty, and is made again.
func readCalibration(db asker, workspace, pool, home string) (calibration, error) {
	return scanCalibration(db.QueryRow(calibrationQuery, workspace, pool, home))
}

// readShared returns a calibration of a pool of one home that no project has a part in.
func readShared(db asker, pool, home string) (calibration, error) {
	return scanCalibration(db.QueryRow(sharedCalibrations, pool, home))
}

func scanCalibration(row *sql.Row) (c calibration, err error) {
	var sum int64
	err = one(row, &c.seen, &c.lexicalFor, &c.lexicalJSON, &c.denseFor, &c.denseJSON, &c.model, &c.own, &sum)
	if isNone(err) || err == nil && sum != c.sum() {
		return calibration{}, nil
	}
	return c, err
}

// calibrate computes how high null prompts score among the items of each pool of this
// workspace.
func (r *refresh) calibrate(listing catalog.Listing) error {
	if err := r.rescope(listing); err != nil {
		return err
	}
	for _, part := range partsOf(listing, r.src.Pools) {
		if err := r.calibratePool(part, r.src.Pools.Of(part.Entries[0].Kind)); err != nil {
			return err
		}
	}
	return nil
}

// partsOf divides a listing into those of the pools.
func partsOf(listing catalog.Listing, pools catalog.Pools) []catalog.Listing {
	var parts []catalog.Listing
	places := map[string]int{}
	for _, entry := range listing.Entries {
		at, known := places[pools.Of(entry.Kind)]
		if !known {
			at = len(parts)
			places[pools.Of(entry.Kind)] = at
			parts = append(parts, catalog.Listing{Workspace: listing.Workspace, Home: listing.Home, Touched: listing.Touched})
		}
		parts[at].Entries = append(parts[at].Entries, entry)
	}
	return parts
}

// calibratePool is calibrate for the listing of one pool, where its items, their vectors
// or its recipe changed since it was last done.
func (r *refresh) calibratePool(listing catalog.Listing, pool string) error {
	seen := r.seen(listing, pool)
	c, err := readCalibration(r.db, listing.Workspace, pool, listing.Home)
	if err != nil {
		return err
	}
	if c.seen == seen && r.src.Embed == nil {
		return nil
	}
	before := c
	c.own = slices.ContainsFunc(listing.Entries, func(e catalog.Entry) bool { return e.Source == catalog.SourceProject })
	prints, left, err := r.calibrateWords(listing, &c)
	if err != nil {
		return err
	}
	if c.lexicalFor != prints.words { // time is up: what is stored is closer to the truth than nothing
		return r.storeBegun(listing.Workspace, pool, listing.Home, left)
	}
	c.seen = seen
	if r.src.Embed != nil && c.denseFor != prints.vectors {
		dense, err := r.denseMaxima(listing, r.src.Pools.Recipe(pool))
		if err != nil {
			return err
		}
		if dense != nil { // else time is up: the next refresh does it
			if c.denseJSON, err = encodeMaxima(dense); err != nil {
				return err
			}
			c.denseFor, c.model = prints.vectors, r.src.Model
		}
	}
	if c == before {
		return nil
	}
	return r.storeCalibration(listing.Workspace, pool, listing.Home, c)
}

// seen changes whenever the items of a pool in the listing's scopes, their vectors, the
// listing or the recipe do.
func (r *refresh) seen(listing catalog.Listing, pool string) string {
	sum := fnv.New64a()
	for _, entry := range listing.Entries {
		_, _ = io.WriteString(sum, entry.Ref().String()+"\x00"+entry.Path+"\x00") // a hash never fails
	}
	var generations []string
	for _, s := range r.scopes.of(pool) {
		generations = append(generations, fmt.Sprintf("%d:%d", s.id, s.generation))
	}
	slices.Sort(generations)
	return fmt.Sprintf("%s %x %s", strings.Join(generations, " "), sum.Sum64(), r.src.Pools.Recipe(pool).Fingerprint())
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
	err := each(v.tx, fingerprintQuery, func(rows *sql.Rows) error {
		var key int64
		var hash string
		var embedded int
		err := rows.Scan(&key, &hash, &embedded)
		if _, ok := v.position[key]; ok {
			fmt.Fprintln(words, hash)
			fmt.Fprintln(vectors, hash, embedded)
		}
		return err
	}, v.within)
	return fingerprints{hex.EncodeToString(words.Sum(nil)[:16]), hex.EncodeToString(vectors.Sum(nil)[:16])}, err
}

const fingerprintQuery = `SELECT i.key, i.content_hash, (SELECT COUNT(vector) FROM passages p WHERE p.item = i.key AND p.n < 64)
	FROM ` + eachScope + `items i ON i.key` + inScope + ` ORDER BY i.kind, i.id, i.key`

func (r *refresh) storeCalibration(workspace, pool, home string, c calibration) error {
	_, err := r.db.Exec(`INSERT INTO calibrations (workspace, pool, home, seen, lexical_for, lexical, dense_for, dense, model, own, sum) VALUES (?,?,?,?,?,?,?,?,?,?,?)
		ON CONFLICT (workspace, pool, home) DO UPDATE SET seen = excluded.seen, lexical_for = excluded.lexical_for, lexical = excluded.lexical,
		dense_for = excluded.dense_for, dense = excluded.dense, model = excluded.model, own = excluded.own, sum = excluded.sum, begun = ''`,
		workspace, pool, home, c.seen, c.lexicalFor, c.lexicalJSON, c.denseFor, c.denseJSON, c.model, c.own, c.sum())
	return err
}

// denseMaxima returns the best odds of each null prompt among the embedded items of one
// pool, or nil where no model is at hand or time ran out.
func (r *refresh) denseMaxima(listing catalog.Listing, recipe *rank.Recipe) ([]float64, error) {
	if r.src.Embed == nil {
		return nil, nil
	}
	vectors, err := r.nullVectors(recipe)
	if err != nil || vectors == nil {
		return nil, err
	}
	view, err := r.View(listing, r.src.Pools)
	if err != nil {
		return nil, err
	}
	defer view.Close()
	view.KeepPostings()
	var found []float64
	for i, null := range recipe.Nulls() {
		if r.late() {
			return nil, nil
		}
		unseen := gates{vector: recipe.NullGate(i), word: null.WordGate, manner: null.MannerGate}
		best, err := view.best(Query{Query: null.Query(), Vector: vectors[i], null: &unseen})
		if err != nil {
			return nil, err
		}
		found = append(found, best)
	}
	return found, nil
}

// nullVectors returns the vectors of the null prompts: those that the recipe has, else those
// that were stored or are made now; nil when late.
func (r *refresh) nullVectors(recipe *rank.Recipe) ([][]float32, error) {
	if known := recipe.NullVectors(r.src.Model); known != nil {
		return known, nil
	}
	nulls := recipe.Nulls()
	vectors := make([][]float32, len(nulls))
	var missing []pendingText
	for i, null := range nulls {
		var blob []byte
		text := null.Text
		err := one(r.db.QueryRow(`SELECT vector FROM vectors WHERE hash = ? AND model = ?`, textHash(text), r.src.Model), &blob)
		if isNone(err) {
			missing = append(missing, pendingText{hash: textHash(text), text: text})
			continue
		}
		if err != nil {
			return nil, err
		}
		if vectors[i], err = sqlite.DecodeVector(blob); err != nil {
			return nil, sqlite.Unreadable(err)
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
	return r.nullVectors(recipe)
}
