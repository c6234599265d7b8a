package places

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Restored is the Stat.ModTime of a file that Restore brought back, which is not on disk.
const Restored = -1

// Restore brings back files of a worktree that are gone from the folder and not yet compacted, hidden
// or not: a path, or all below a folder. A file that was hidden for another reason stays hidden. It
// returns their paths.
func (s *Store) Restore(root string, isGone func(path string) bool, names ...string) (restored []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.write(func(tx *sql.Tx) error {
		w, err := openWorktree(tx, root, false)
		if errors.Is(err, errNone) {
			return nil
		}
		if err != nil {
			return err
		}
		var back []live
		err = each(tx, `SELECT f.path, f.text, p.path FROM files f JOIN paths p ON p.id = f.path WHERE f.worktree = ? AND (f.deleted_at != 0 OR f.mod_time != ?) ORDER BY p.path`, func(rows *sql.Rows) error {
			var f live
			var path string
			err := rows.Scan(&f.path, &f.text, &path)
			if err == nil && under(path, names) && isGone(path) {
				back, restored = append(back, f), append(restored, path)
			}
			return err
		}, w.id, Restored)
		if err != nil || len(back) == 0 {
			return err
		}
		for _, f := range back {
			if _, err := tx.Exec(`UPDATE files SET deleted_at = 0, mod_time = ? WHERE worktree = ? AND path = ?`, Restored, w.id, f.path); err != nil {
				return err
			}
			w.set(f.path, f.text)
		}
		return w.save()
	})
	if err != nil {
		return nil, fmt.Errorf("restore places: %w", err)
	}
	return restored, nil
}

// under reports whether a path is one of the names or lies below one.
func under(path string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.TrimSuffix(name, "/")
		return path == name || name == "." || strings.HasPrefix(path, name+"/")
	})
}

// Forget removes files for good: of each worktree, by its root, a path or all below a folder;
// "." is all. Of worktrees that vanished, all goes, uncounted. What is hidden with the same text, as by the name before a rename, goes with them.
// When it returns, nothing that only they had is in the bytes of the file. It returns how many
// there were, those of each worktree. While another process reads, the error is sqlite.ErrRead;
// the next call, whatever it names, does what is left, and counts them.
func (s *Store) Forget(names map[string]string, vanished ...string) (gone int, err error) {
	left := false // in the bytes
	err = s.turn(func(tx *sql.Tx) error {
		type row struct{ worktree, path, text int64 }
		var rows []row
		err := one(tx, `SELECT value FROM meta WHERE key = 'forgotten'`, nil, &gone) // by a call that did not come so far
		if left = err == nil; err != nil && !errors.Is(err, errNone) {
			return err
		}
		for _, root := range vanished {
			if err := removeWorktree(tx, root); err != nil {
				return err
			}
		}
		err = each(tx, `SELECT w.root, f.worktree, f.path, f.text, p.path FROM files f JOIN worktrees w ON w.id = f.worktree JOIN paths p ON p.id = f.path ORDER BY p.path`, func(r *sql.Rows) error {
			var root, path string
			var found row
			err := r.Scan(&root, &found.worktree, &found.path, &found.text, &path)
			if name, named := names[root]; named && under(path, []string{name}) {
				rows = append(rows, found)
			}
			return err
		})
		if err != nil || len(rows)+len(vanished) == 0 {
			return err
		}
		for _, r := range rows {
			if _, err := tx.Exec(`DELETE FROM files WHERE worktree = ? AND path = ? OR text = ? AND deleted_at != 0`, r.worktree, r.path, r.text); err != nil {
				return err
			}
		}
		gone, left = gone+len(rows), true
		if _, err := tx.Exec(`INSERT OR REPLACE INTO meta (key, value) VALUES ('forgotten', ?)`, gone); err != nil {
			return err
		}
		return remake(tx)
	})
	if err == nil && left {
		if err = s.purge(); err == nil {
			err = s.turn(func(tx *sql.Tx) error {
				_, err := tx.Exec(`DELETE FROM meta WHERE key = 'forgotten'`)
				return err
			})
		}
	}
	if err != nil {
		return 0, fmt.Errorf("forget places: %w", err)
	}
	return gone, nil
}

// RemoveWorktree forgets a worktree, as one whose folder is gone. What only it had goes with
// the next compaction, or with Purge.
func (s *Store) RemoveWorktree(root string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.write(func(tx *sql.Tx) error { return removeWorktree(tx, root) })
	if err != nil {
		return fmt.Errorf("remove worktree from places: %w", err)
	}
	return nil
}

func removeWorktree(tx *sql.Tx, root string) error {
	var id int64
	err := one(tx, `DELETE FROM worktrees WHERE root = ? RETURNING id`, []any{root}, &id)
	if errors.Is(err, errNone) {
		return nil
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM files WHERE worktree = ?`, id)
	}
	if err == nil {
		err = bump(tx)
	}
	return err
}

// remake writes the lists of files of all worktrees anew, from their rows.
func remake(tx *sql.Tx) error {
	files := map[int64][]live{}
	err := each(tx, `SELECT id FROM worktrees`, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		files[id] = nil
		return err
	})
	if err != nil {
		return err
	}
	err = each(tx, `SELECT worktree, path, text FROM files WHERE deleted_at = 0 ORDER BY worktree, path`, func(rows *sql.Rows) error {
		var id int64
		var f live
		err := rows.Scan(&id, &f.path, &f.text)
		files[id] = append(files[id], f)
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range keysOf(files) {
		if err := (&worktree{tx: tx, id: id, files: files[id]}).save(); err != nil {
			return err
		}
	}
	return nil
}

// Purge removes what no file has from the bytes of the database.
func (s *Store) Purge() error {
	if err := s.purge(); err != nil {
		return fmt.Errorf("purge places: %w", err)
	}
	return nil
}

// purge compacts what no file has and writes the file's pages anew, since pages keep bytes of
// what was in them.
func (s *Store) purge() error {
	if err := s.compact(context.Background(), 0); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.Scrub()
}

// Compaction is due a week after the last, or a while after it when so many places are dead.
const (
	compactEvery = 7 * 24 * time.Hour
	compactPause = time.Hour
	deadShareMax = .2
)

// restorable is how long a file that is gone can be restored at least.
const restorable = 24 * time.Hour

// Due reports whether the database should be compacted.
func (s *Store) Due(now time.Time) (bool, error) {
	status, err := s.Status()
	if err != nil {
		return false, err
	}
	waiting := status.DeadPlaces > 0 || status.Deleted > 0
	since := now.Sub(status.Compacted)
	return waiting && (since > compactEvery || since > compactPause && status.DeadShare() > deadShareMax), nil
}

// Compact removes for good what no worktree has: files that were hidden, texts, paths and
// vectors. It works in short transactions between which others write, and readers read on; where
// the context ends it stops behind one, and the next call goes on there.
func (s *Store) Compact(ctx context.Context, now time.Time) error {
	err := s.compact(ctx, now.Add(-restorable).Unix())
	if err == nil {
		err = s.turn(func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO meta (key, value) VALUES ('compacted', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, now.Unix())
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("compact places: %w", err)
	}
	return nil
}

// compact removes in steps; a step reports whether there may be more of it to do. Files that
// were hidden after the moment stay; 0: all that are hidden stay.
func (s *Store) compact(ctx context.Context, moment int64) error {
	steps := []func(*sql.Tx) (bool, error){
		func(tx *sql.Tx) (bool, error) { return dropHidden(tx, moment) },
		dropTexts, dropPaths, (&vectorSweep{}).step, mergeOnce, giveBack,
	}
	for _, step := range steps {
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := s.turn(func(tx *sql.Tx) (err error) {
				more, err = step(tx)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsPerStep bounds a transaction of a compaction.
const rowsPerStep = 500

func dropHidden(tx *sql.Tx, moment int64) (bool, error) {
	result, err := tx.Exec(`DELETE FROM files WHERE (worktree, path) IN
		(SELECT worktree, path FROM files WHERE deleted_at BETWEEN 1 AND ? LIMIT ?)`, moment, rowsPerStep)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == rowsPerStep, err
}

// dropTexts writes a segment that has texts of no file anew without them.
func dropTexts(tx *sql.Tx) (bool, error) {
	loose := map[int64]bool{}
	err := each(tx, `SELECT id FROM texts t WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.text = t.id)`, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		loose[id] = true
		return err
	})
	if err != nil || len(loose) == 0 {
		return false, err
	}
	segment := int64(0)
	var drop []int64
	err = each(tx, `SELECT id, places, texts FROM place_segments ORDER BY id`, func(rows *sql.Rows) error {
		var id int64
		var places int
		var blob sql.RawBytes
		if err := rows.Scan(&id, &places, &blob); err != nil || segment != 0 {
			return err
		}
		texts, err := decodeTexts(blob, places)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if loose[t.id] {
				segment, drop = id, append(drop, t.id)
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	if segment == 0 {
		return false, errBlob // a text is in no segment
	}
	if err := mergeSegments(tx, []int64{segment}, loose); err != nil {
		return false, err
	}
	for _, id := range drop {
		if _, err := tx.Exec(`DELETE FROM texts WHERE id = ?`, id); err != nil {
			return false, err
		}
	}
	return true, nil
}

// dropPaths removes paths of no file, and from the lists of their terms.
func dropPaths(tx *sql.Tx) (bool, error) {
	loose, terms := map[int64]bool{}, map[string]bool{}
	err := each(tx, `SELECT id, path FROM paths p WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.path = p.id) LIMIT ?`, func(rows *sql.Rows) error {
		var id int64
		var path string
		err := rows.Scan(&id, &path)
		loose[id] = true
		for term := range pathTerms(path) {
			terms[term] = true
		}
		return err
	}, rowsPerStep)
	if err != nil {
		return false, err
	}
	for term := range terms {
		if err := dropFromTerm(tx, term, loose); err != nil {
			return false, err
		}
	}
	for id := range loose {
		if _, err := tx.Exec(`DELETE FROM paths WHERE id = ?`, id); err != nil {
			return false, err
		}
	}
	return len(loose) == rowsPerStep, nil
}

func dropFromTerm(tx *sql.Tx, term string, loose map[int64]bool) error {
	var blob, kept []byte
	err := one(tx, `SELECT paths FROM path_terms WHERE term = ?`, []any{term}, &blob)
	if errors.Is(err, errNone) {
		return nil // the terms of a path were others once
	}
	if err == nil {
		err = decodePaths(blob, func(h pathHit) {
			if !loose[h.id] {
				kept = appendPath(kept, h)
			}
		})
	}
	switch {
	case err != nil:
	case len(kept) == 0:
		_, err = tx.Exec(`DELETE FROM path_terms WHERE term = ?`, term)
	default:
		_, err = tx.Exec(`UPDATE path_terms SET paths = ? WHERE term = ?`, kept, term)
	}
	return err
}

// vectorSweep drops vectors whose texts no place has, row by row.
type vectorSweep struct {
	have  map[Sum]bool
	after int64
}

func (v *vectorSweep) step(tx *sql.Tx) (bool, error) {
	if v.have == nil {
		have, err := allSums(tx)
		if err != nil {
			return false, err
		}
		v.have = have
	}
	r := &vectorRow{}
	var model string
	err := one(tx, `SELECT id, model, sums, vectors FROM vectors WHERE id > ? ORDER BY id LIMIT 1`, []any{v.after}, &r.id, &model, &r.sums, &r.vectors)
	if errors.Is(err, errNone) {
		return false, nil
	}
	if err == nil {
		err = r.decode()
	}
	if err != nil {
		return false, err
	}
	v.after = r.id
	kept := &vectorRow{id: r.id}
	for i := range r.len() {
		if v.have[r.sum(i)] {
			kept.sums = append(kept.sums, r.sums[8*i:8*i+8]...)
			kept.vectors = append(kept.vectors, r.vectors[r.width*i:][:r.width]...)
		}
	}
	switch kept.len() {
	case r.len():
		return true, nil
	case 0:
		_, err = tx.Exec(`DELETE FROM vectors WHERE id = ?`, r.id)
		return true, err
	}
	return true, kept.save(tx, model)
}

// allSums returns the sums of all places.
func allSums(q querier) (map[Sum]bool, error) {
	have := map[Sum]bool{}
	err := each(q, sumsQuery, func(rows *sql.Rows) error {
		var blob sql.RawBytes
		if err := rows.Scan(&blob); err != nil {
			return err
		}
		return addSums(have, blob)
	})
	return have, err
}

// pagesPerStep is how many free pages a transaction gives back.
const pagesPerStep = 1000

// giveBack shortens the file by pages that are free. The pragma frees one page for each row
// that it is asked for.
func giveBack(tx *sql.Tx) (bool, error) {
	var free int
	if err := one(tx, `PRAGMA freelist_count`, nil, &free); err != nil || free == 0 {
		return false, err
	}
	err := each(tx, fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, pagesPerStep), func(*sql.Rows) error { return nil })
	return free > pagesPerStep, err
}

// Check reads the whole file and reports damage.
func (s *Store) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return sqlite.Check(s.db)
}
