package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Limits of kept versions.
const (
	// GoodBytesMax bounds a bundle: the largest module and its other files.
	GoodBytesMax = 20 << 20
	// pastBytesMax bounds all versions together that only traces still need.
	pastBytesMax = 32 << 20
)

// SaveGood keeps the sources with which a ruleset last worked. With the hash
// that is kept already it writes nothing. The version before stays as long as a
// trace of its decisions does.
func (s *Store) SaveGood(rulesetID, hash string, bundle []byte, at time.Time) error {
	if len(bundle) > GoodBytesMax {
		return fmt.Errorf("keep ruleset %s: it has %d bytes, at most %d are kept", rulesetID, len(bundle), GoodBytesMax)
	}
	if kept, err := s.GoodHash(rulesetID); err != nil || kept == hash {
		return err
	}
	return s.write("keep ruleset "+rulesetID, func(tx *sql.Tx) error {
		for _, statement := range []struct {
			text string
			args []any
		}{
			{`INSERT OR REPLACE INTO ruleset_past SELECT * FROM ruleset_good WHERE ruleset_id = ?`, []any{rulesetID}},
			{`INSERT OR REPLACE INTO ruleset_good (ruleset_id, hash, bundle, saved_at) VALUES (?, ?, ?, ?)`, []any{rulesetID, hash, bundle, at.UnixMilli()}},
			{`DELETE FROM ruleset_past WHERE ruleset_id = ? AND hash = ?`, []any{rulesetID, hash}},
			{dropUnneeded, nil},
			{dropExcessPast, []any{pastBytesMax}},
		} {
			if _, err := tx.Exec(statement.text, statement.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	dropUnneeded = `
DELETE FROM ruleset_past WHERE NOT EXISTS (
  SELECT 1 FROM traces t CROSS JOIN decisions d ON d.id = t.decision_id
  WHERE d.ruleset_id = ruleset_past.ruleset_id AND d.ruleset_hash = ruleset_past.hash)`
	dropExcessPast = `
DELETE FROM ruleset_past WHERE rowid IN (
  SELECT id FROM (SELECT rowid AS id, sum(length(bundle)) OVER (ORDER BY saved_at DESC, rowid DESC) AS bytes FROM ruleset_past)
  WHERE bytes > ?)`
)

// GoodHash is the hash of the version with which a ruleset last worked, empty
// where none is kept.
func (s *Store) GoodHash(rulesetID string) (hash string, err error) {
	err = s.db.QueryRow(`SELECT hash FROM ruleset_good WHERE ruleset_id = ?`, rulesetID).Scan(&hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read last good version of %s: %w", rulesetID, err)
	}
	return hash, nil
}

// Version returns the sources of a version that a ruleset worked with, the last one
// or one before; nil where it is not kept.
func (s *Store) Version(rulesetID, hash string) (bundle []byte, err error) {
	err = s.db.QueryRow(`
SELECT bundle FROM ruleset_good WHERE ruleset_id = ?1 AND hash = ?2
UNION ALL SELECT bundle FROM ruleset_past WHERE ruleset_id = ?1 AND hash = ?2 LIMIT 1`, rulesetID, hash).Scan(&bundle)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read version %.12s of %s: %w", hash, rulesetID, err)
	}
	return bundle, nil
}
