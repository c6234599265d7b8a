package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Defaults of retention.
const (
	RetainAgeDefault   = 90 * 24 * time.Hour
	RetainBytesDefault = 200 << 20
)

const (
	retainStepRows  = 200 // deleted in one transaction: a few milliseconds
	retainStepPages = 64  // given back to the disk in one transaction
	// With age 0, a session that never said its end is over after this.
	silentSession = 24 * time.Hour
)

// Retained is what one run of Retain did.
type Retained struct {
	Rows  int64 // deleted
	Bytes int64 // size of the file afterwards
	Done  bool  // nothing is left to do
}

// Retain deletes sessions not touched for maxAge (0: sessions that are over),
// messages and decisions older than that, then the oldest ones until at most
// maxBytes are in use besides what size does not delete, and last the damaged files that Salvage moved aside before
// maxAge. Totals of suggestions and feedback outlive them. It works in steps of
// a few milliseconds and stops when more, asked before each, answers false; the
// next run goes on. A nil more never stops.
func (s *Store) Retain(now time.Time, maxAge time.Duration, maxBytes int64, more func() bool) (Retained, error) {
	if more == nil {
		more = func() bool { return true }
	}
	r := retention{
		store: s, more: more, maxBytes: maxBytes,
		cutoff: now.Add(-maxAge).UnixMilli(), opinions: now.Add(-opinionsKept).UnixMilli(), silent: now.Add(-max(maxAge, silentSession)).UnixMilli(), over: maxAge <= 0,
	}
	steps := []func() (int64, error){r.dropSession, r.dropImported, r.dropOpinions, r.dropOldest, r.dropVersions, r.dropExcess, r.shrink, r.dropSalvaged}
	if r.over {
		steps = []func() (int64, error){r.dropSession, r.dropImported, r.dropOpinions, r.dropVersions, r.dropExcess, r.shrink, r.dropSalvaged}
	}
	var done Retained
	for _, step := range steps {
		for n := int64(1); n > 0; {
			if !more() {
				return done, s.measure(&done)
			}
			var err error
			if n, err = step(); err != nil {
				return done, fmt.Errorf("retain: %w", err)
			}
			done.Rows += n
		}
	}
	done.Done = true
	return done, s.measure(&done)
}

// retention is one Retain under way. Its steps answer how many rows they
// deleted; 0 means that their part is finished.
type retention struct {
	store    *Store
	more     func() bool
	maxBytes int64
	cutoff   int64
	opinions int64
	silent   int64
	over     bool // sessions go when they end
}

func (r *retention) dropSession() (deleted int64, err error) {
	err = r.store.write("drop session", func(tx *sql.Tx) error {
		var id string
		err := tx.QueryRow(`
SELECT session_id FROM sessions WHERE last_active < ? OR (? AND ended_at IS NOT NULL) ORDER BY last_active LIMIT 1`,
			r.silent, r.over).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, table := range []string{"messages", "decisions"} {
			n, err := execRows(tx, `DELETE FROM `+table+` WHERE id IN (SELECT id FROM `+table+` WHERE session_id = ? LIMIT ?)`,
				id, retainStepRows)
			if deleted += n; err != nil || deleted >= retainStepRows {
				return err
			}
		}
		if err := addToTotals(tx, id); err != nil {
			return err
		}
		if err := forgetResumed(tx, id); err != nil {
			return err
		}
		if err := keepRan(tx, id); err != nil {
			return err
		}
		n, err := execRows(tx, `DELETE FROM sessions WHERE session_id = ?`, id)
		deleted += n
		return err
	})
	return deleted, err
}

// dropImported deletes handoffs of another program that were taken over long ago.
func (r *retention) dropImported() (deleted int64, err error) {
	err = r.store.write("drop imported handoffs", func(tx *sql.Tx) error {
		deleted, err = execRows(tx, `DELETE FROM handoff_files WHERE imported_at < ?`, r.silent)
		return err
	})
	return deleted, err
}

// dropOpinions deletes questions that no budget looks back on any more.
func (r *retention) dropOpinions() (deleted int64, err error) {
	err = r.store.write("drop old opinions", func(tx *sql.Tx) error {
		deleted, err = execRows(tx, `DELETE FROM opinions WHERE asked_at < ?`, r.opinions)
		return err
	})
	return deleted, err
}

// dropVersions drops those of rulesets that no kept trace needs.
func (r *retention) dropVersions() (deleted int64, err error) {
	err = r.store.write("drop versions", func(tx *sql.Tx) error {
		deleted, err = execRows(tx, dropUnneeded)
		return err
	})
	return deleted, err
}

// dropOldest looks at the oldest rows only, so that a step costs the same in
// any file; ids follow time closely enough.
func (r *retention) dropOldest() (deleted int64, err error) {
	err = r.store.write("drop old rows", func(tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM messages WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT ?2) AND logged_at < ?1`,
			`DELETE FROM decisions WHERE id IN (SELECT id FROM decisions ORDER BY id LIMIT ?2) AND decided_at < ?1`,
			`DELETE FROM active_items WHERE id IN (SELECT id FROM active_items ORDER BY id LIMIT ?2) AND deactivated_at < ?1`,
		} {
			n, err := execRows(tx, statement, r.cutoff, retainStepRows)
			if deleted += n; err != nil {
				return err
			}
		}
		return nil
	})
	return deleted, err
}

func (r *retention) dropExcess() (deleted int64, err error) {
	used, err := r.store.used()
	if err != nil || used <= r.maxBytes {
		return 0, err
	}
	lasting, err := r.store.lasting()
	if err != nil || used-lasting <= r.maxBytes {
		return 0, err
	}
	err = r.store.write("drop oldest rows", func(tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM messages WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT ?)`,
			`DELETE FROM decisions WHERE decided_at < (SELECT coalesce(min(logged_at), 9e18) FROM (SELECT logged_at FROM messages ORDER BY id LIMIT 1))
 AND id IN (SELECT id FROM decisions ORDER BY id LIMIT ?)`,
		} {
			n, err := execRows(tx, statement, retainStepRows)
			if deleted += n; err != nil {
				return err
			}
		}
		_, err := tx.Exec(dropUnneeded)
		return err
	})
	return deleted, err
}

// shrink returns free pages to the disk. It counts no rows, so it ends by
// itself when there are none left.
func (r *retention) shrink() (int64, error) {
	for {
		var free int64
		if err := r.store.db.QueryRow("PRAGMA freelist_count").Scan(&free); err != nil || free == 0 || !r.more() {
			return 0, err
		}
		// The pragma frees one page for each row that it is asked for.
		_, err := collect(r.store, "shrink file", func(*sql.Rows) (struct{}, error) { return struct{}{}, nil },
			fmt.Sprintf("PRAGMA incremental_vacuum(%d)", retainStepPages))
		if err != nil {
			return 0, err
		}
	}
}

// dropSalvaged deletes damaged files that were moved aside before the limit. It counts no
// rows.
func (r *retention) dropSalvaged() (int64, error) {
	_, err := r.store.dropSalvaged(func(file sqlite.Moved) bool {
		at, err := time.Parse(stampLayout, file.Stamp)
		return err == nil && at.UnixMilli() < r.cutoff
	})
	return 0, err
}

func execRows(tx *sql.Tx, statement string, args ...any) (int64, error) {
	result, err := tx.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
