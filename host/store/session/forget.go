package session

import (
	"database/sql"
	"fmt"
)

// Forget deletes a session or, for "", all sessions, what was learned from
// them and the kept versions of rulesets, for good: nothing stays in free pages or in the log. Only
// from when to when sessions ran is kept: see Ran. It reports how
// many sessions went. While another process reads, the error is sqlite.ErrRead; calling it again
// then does what is left.
func (s *Store) Forget(sessionID string) (int64, error) {
	var sessions int64
	err := s.write("forget", func(tx *sql.Tx) (err error) {
		if _, err := tx.Exec(`DELETE FROM usage_at_rest`); err != nil { // it is made again
			return err
		}
		if err := forgetResumed(tx, sessionID); err != nil {
			return err
		}
		if err := keepRanAnywhere(tx, sessionID); err != nil {
			return err
		}
		if sessionID != "" {
			if sessions, err = execRows(tx, `DELETE FROM sessions WHERE session_id = ?`, sessionID); err == nil {
				_, err = tx.Exec(dropUnneeded)
			}
			return err
		}
		for _, table := range []string{"totals", "opinions", "handoff_files", "ruleset_good", "ruleset_past"} {
			if _, err := tx.Exec(`DELETE FROM ` + table); err != nil {
				return err
			}
		}
		sessions, err = execRows(tx, `DELETE FROM sessions`)
		return err
	})
	if err != nil {
		return 0, err
	}
	if err := s.db.Scrub(); err != nil {
		return sessions, fmt.Errorf("forget: %w", err)
	}
	return sessions, nil
}
