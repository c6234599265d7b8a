package index

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/ed-irl/impressionism/host/catalog"
)

const (
	// rowsPerRemoval bounds a transaction that removes: an interruption loses at
	// most this many rows' work, and who writes beside it waits that long.
	rowsPerRemoval = 32

	// looksPerRemoval is how many files elsewhere are looked for, at most, for each
	// row that may be removed.
	looksPerRemoval = 8

	// giveBack returns to the disk what a portion frees, or some more of before.
	giveBack = `PRAGMA incremental_vacuum(256)`
)

// remove drops what is gone, in portions that are each committed: first of the
// listing's own scopes, then of all others and of workspaces, where it goes on next
// time. A file that is only out of this workspace's sight keeps its row; an item that is
// no file is gone where its origin does not list it.
func (r *refresh) remove(listing catalog.Listing, known map[place]fileRow) error {
	type file struct{ root, path string }
	renamed := map[file]bool{}
	for _, entry := range listing.Entries {
		delete(known, placeOf(entry))
		renamed[file{entry.Root, entry.Path}] = true
	}
	for _, at := range slices.SortedFunc(maps.Keys(known), func(a, b place) int { return int(known[a].key - known[b].key) }) {
		if at.path != "" && !renamed[file{at.root, at.path}] && !isGone(at.path) {
			delete(known, at)
		}
	}
	gone := slices.SortedFunc(maps.Values(known), func(a, b fileRow) int { return int(a.key - b.key) })
	for len(gone) > 0 && r.mayRemove() {
		part := gone[:min(len(gone), r.removable())]
		if err := r.drop(part, nil); err != nil {
			return err
		}
		gone = gone[len(part):]
	}
	if err := r.sweepItems(); err != nil {
		return err
	}
	if err := r.sweepWorkspaces(listing); err != nil {
		return err
	}
	return r.pruneVectors()
}

// Forget removes the user's cards, items whose files are gone, and what is kept of texts that no
// item has any more, from the bytes of the file. A card that there still is comes back with a refresh.
// While another process reads, the error is sqlite.ErrRead; calling it again then does what is left.
func (x *Index) Forget() error {
	if x.db == nil {
		return errClosed
	}
	err := x.write(forget)
	if err == nil {
		err = x.db.Scrub()
	}
	if IsDamaged(err) {
		err = x.Rebuild("the file was damaged")
	}
	if err != nil {
		return fmt.Errorf("forget in index: %w", err)
	}
	return nil
}

func forget(tx *sql.Tx) error {
	w := &writer{tx: tx}
	var gone, own, changed []int64
	err := each(tx, `SELECT key, path FROM items WHERE path <> ''`, func(rows *sql.Rows) error {
		var key int64
		var path string
		err := rows.Scan(&key, &path)
		if isGone(path) {
			gone = append(gone, key)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, key := range gone {
		if err := w.drop(key); err != nil {
			return err
		}
	}
	err = each(tx, `SELECT item FROM cards WHERE origin = ?`, func(rows *sql.Rows) error {
		var key int64
		err := rows.Scan(&key)
		own = append(own, key)
		return err
	}, CardOwn)
	if err != nil {
		return err
	}
	for _, key := range own {
		if err := errors.Join(w.dropPassages(key, asksFrom), w.putCard(key, nil, "", ""), w.seal(key)); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`DELETE FROM scopes WHERE NOT EXISTS (SELECT 1 FROM items WHERE key BETWEEN scopes.id << 24 AND (scopes.id + 1 << 24) - 1)`,
		`DELETE FROM vectors WHERE hash IN (SELECT hash FROM loose) AND hash NOT IN (SELECT hash FROM passages)`,
		`DELETE FROM loose`,
		`INSERT INTO texts (texts) VALUES ('optimize')`, // else it keeps the words of rows that went
	} {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	for _, key := range slices.Concat(gone, own) {
		changed = append(changed, scopeOf(key))
	}
	slices.Sort(changed)
	return w.bump(slices.Compact(changed)...)
}

func isGone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, os.ErrNotExist)
}

func (r *refresh) mayRemove() bool { return r.removable() > 0 && !r.late() }

// removable is how many rows the next portion may remove.
func (r *refresh) removable() int {
	if r.opt.RemoveMax == 0 {
		return rowsPerRemoval
	}
	return min(rowsPerRemoval, r.opt.RemoveMax-r.dropped)
}

// drop removes rows, and with them scopes that have none left.
func (r *refresh) drop(gone []fileRow, then func(*sql.Tx) error) error {
	err := r.write(func(tx *sql.Tx) error {
		w := &writer{tx: tx}
		for i, f := range gone {
			if err := w.drop(f.key); err != nil {
				return err
			}
			s := scope{id: scopeOf(f.key)}
			if i+1 < len(gone) && scopeOf(gone[i+1].key) == s.id {
				continue
			}
			if _, err := tx.Exec(`DELETE FROM scopes WHERE id = ? AND NOT EXISTS (SELECT 1 FROM items WHERE key BETWEEN ? AND ?)`, s.id, s.first(), s.last()); err != nil {
				return err
			}
		}
		if then != nil {
			return then(tx)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range gone {
		if f.rejectCode == "" {
			r.report.Removed++
		}
	}
	r.dropped += len(gone)
	// The pragma frees one page for each row that it is asked for.
	if err := each(r.db, giveBack, func(*sql.Rows) error { return nil }); err != nil {
		return err
	}
	r.progress("remove", r.dropped, r.dropped)
	return nil
}

// sweptItems is where meta has the key up to which other scopes were looked over.
const sweptItems = "swept items"

// sweepItems looks for the files of other scopes, from where the last sweep stopped.
func (r *refresh) sweepItems() error {
	stored, err := r.meta(sweptItems)
	if err != nil {
		return err
	}
	from, _ := strconv.ParseInt(stored, 10, 64) // else it begins anew
	if r.opt.RemoveMax == 0 {
		from = 0
	}
	looks := looksPerRemoval * r.opt.RemoveMax
	for r.mayRemove() && (r.opt.RemoveMax == 0 || looks > 0) {
		gone, looked, last, err := r.goneAfter(from)
		if err != nil {
			return err
		}
		if len(gone) > 0 {
			err = r.drop(gone, func(tx *sql.Tx) error { return setMeta(tx, sweptItems, strconv.FormatInt(last, 10)) })
		}
		if err != nil {
			return err
		}
		looks -= looked
		if from = last; last == 0 {
			break // that was all
		}
	}
	if now := strconv.FormatInt(from, 10); now != cmp.Or(stored, "0") {
		return setMeta(r.db, sweptItems, now)
	}
	return nil
}

// goneAfter returns the next rows of other scopes that may be removed, how many were
// looked at, and the last of them, 0 at the end.
func (r *refresh) goneAfter(from int64) (gone []fileRow, looked int, last int64, err error) {
	rows, err := r.foreignRows(from)
	for _, row := range rows {
		if len(gone) == r.removable() {
			return gone, looked, last, err
		}
		looked, last = looked+1, row.key
		if row.isGone() {
			gone = append(gone, row.fileRow)
		}
	}
	if len(rows) < foreignRowsMax {
		last = 0
	}
	return gone, looked, last, err
}

// foreignRow is a row of any scope.
type foreignRow struct {
	fileRow
	root sql.NullString // NULL: of no scope at all
	own  bool           // of the listing's
}

func (f foreignRow) isGone() bool {
	return !f.own && (!f.root.Valid || f.path != "" && isGone(f.path) || filepath.IsAbs(f.root.String) && isGone(f.root.String))
}

// foreignRowsMax is how many rows are read at a time.
const foreignRowsMax = 8 * rowsPerRemoval

func (r *refresh) foreignRows(after int64) (found []foreignRow, err error) {
	err = each(r.db, `SELECT i.key, i.path, i.reject_code, s.root FROM items i LEFT JOIN scopes s ON s.id = i.key >> ? WHERE i.key > ? ORDER BY i.key LIMIT ?`, func(rows *sql.Rows) error {
		var row foreignRow
		err := rows.Scan(&row.key, &row.path, &row.rejectCode, &row.root)
		row.own = r.scopes.has(row.key)
		found = append(found, row)
		return err
	}, scopeBits, after, foreignRowsMax)
	return found, err
}

// sweptWorkspaces is where meta has the workspace up to which they were looked over.
const sweptWorkspaces = "swept workspaces"

// sweepWorkspaces forgets workspaces and the client's homes whose folders are gone: all of them, or of
// some after those of the last sweep.
func (r *refresh) sweepWorkspaces(here catalog.Listing) error {
	stored, err := r.meta(sweptWorkspaces)
	if err != nil {
		return err
	}
	from := stored
	if r.opt.RemoveMax == 0 {
		from = ""
	}
	for r.mayRemove() {
		var paths []string
		err := each(r.db, `SELECT path FROM (SELECT path FROM workspaces UNION SELECT workspace FROM calibrations UNION SELECT home FROM calibrations) WHERE path > ? ORDER BY path LIMIT ?`, func(rows *sql.Rows) error {
			var path string
			err := rows.Scan(&path)
			paths = append(paths, path)
			return err
		}, from, rowsPerRemoval)
		if err != nil {
			return err
		}
		if from = ""; len(paths) == rowsPerRemoval {
			from = paths[len(paths)-1]
		}
		gone := slices.DeleteFunc(paths, func(path string) bool { return path == here.Workspace || path == here.Home || !isGone(path) })
		if err := r.forget(gone); err != nil {
			return err
		}
		if from == "" || r.opt.RemoveMax > 0 {
			break
		}
	}
	if from == stored {
		return nil
	}
	return setMeta(r.db, sweptWorkspaces, from)
}

func (r *refresh) forget(folders []string) error {
	for _, path := range folders {
		for _, statement := range []string{`DELETE FROM workspaces WHERE path = ?`, `DELETE FROM calibrations WHERE ? IN (workspace, home)`} {
			if _, err := r.db.Exec(statement, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// pruneVectors bounds the cache of embeddings: texts that no item has any more lose
// theirs in the order in which they came loose.
func (r *refresh) pruneVectors() error {
	for r.mayRemove() {
		var surplus int64
		if err := one(r.db.QueryRow(`SELECT coalesce(max(n) - min(n) + 1, 0) - ? FROM loose`, vectorsKept), &surplus); err != nil || surplus <= 0 {
			return err
		}
		err := r.write(func(tx *sql.Tx) error {
			const oldest = `SELECT n, hash FROM loose ORDER BY n LIMIT ?`
			limit := min(surplus, looksPerRemoval*rowsPerRemoval)
			_, err := tx.Exec(`DELETE FROM vectors WHERE hash IN (SELECT hash FROM (`+oldest+`) o WHERE NOT EXISTS (SELECT 1 FROM passages p WHERE p.hash = o.hash))`, limit)
			if err == nil {
				_, err = tx.Exec(`DELETE FROM loose WHERE n IN (SELECT n FROM (`+oldest+`))`, limit)
			}
			return err
		})
		if err != nil || r.opt.RemoveMax > 0 {
			return err
		}
	}
	return nil
}
