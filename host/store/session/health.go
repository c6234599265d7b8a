package session

import (
	"database/sql"
	"errors"
	"time"
)

// Health is how a ruleset has behaved. The zero value, but for its id, is that
// of one that never failed.
type Health struct {
	RulesetID string
	Hash      string    // of the folder that the numbers are about
	Failures  int       // in a row
	PausedAt  time.Time // UTC; zero: not paused
	Skipped   int       // events seen while paused
	LastError string
}

const healthColumns = `SELECT ruleset_id, hash, failures, coalesce(paused_at, 0), skipped, last_error FROM ruleset_health`

// Health returns a ruleset's health.
func (s *Store) Health(rulesetID string) (Health, error) {
	all, err := collect(s, "read ruleset's health", scanHealth, healthColumns+` WHERE ruleset_id = ?`, rulesetID)
	if err != nil || len(all) == 0 {
		return Health{RulesetID: rulesetID}, err
	}
	return all[0], nil
}

// AllHealth returns the health of every ruleset that has ever failed, by id.
func (s *Store) AllHealth() ([]Health, error) {
	return collect(s, "read rulesets' health", scanHealth, healthColumns+` ORDER BY ruleset_id LIMIT ?`, RowsMax)
}

// SetHealth stores a ruleset's health.
func (s *Store) SetHealth(h Health) error {
	_, err := s.UpdateHealth(h.RulesetID, func(stored *Health) { *stored = h })
	return err
}

// UpdateHealth changes a ruleset's health in one transaction, so that processes
// that fail at once are all counted, and returns the result.
func (s *Store) UpdateHealth(rulesetID string, change func(*Health)) (Health, error) {
	h := Health{RulesetID: rulesetID}
	err := s.write("store ruleset's health", func(tx *sql.Tx) error {
		var pausedAt int64
		err := tx.QueryRow(healthColumns+` WHERE ruleset_id = ?`, rulesetID).
			Scan(&h.RulesetID, &h.Hash, &h.Failures, &pausedAt, &h.Skipped, &h.LastError)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		h.PausedAt = fromMillis(pausedAt)
		change(&h)
		var paused any
		if !h.PausedAt.IsZero() {
			paused = h.PausedAt.UnixMilli()
		}
		_, err = tx.Exec(`
INSERT OR REPLACE INTO ruleset_health (ruleset_id, hash, failures, paused_at, skipped, last_error) VALUES (?, ?, ?, ?, ?, ?)`,
			rulesetID, h.Hash, h.Failures, paused, h.Skipped, h.LastError)
		return err
	})
	return h, err
}

func scanHealth(rows *sql.Rows) (Health, error) {
	var h Health
	var pausedAt int64
	err := rows.Scan(&h.RulesetID, &h.Hash, &h.Failures, &pausedAt, &h.Skipped, &h.LastError)
	h.PausedAt = fromMillis(pausedAt)
	return h, err
}
