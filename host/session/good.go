package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// GoodBytesMax bounds a kept bundle: the largest module and its other files.
const GoodBytesMax = 20 << 20

// SaveGood keeps the sources with which a ruleset last worked. With the hash
// that is kept already it writes nothing.
func (s *Store) SaveGood(rulesetID, hash string, bundle []byte, at time.Time) error {
	if len(bundle) > GoodBytesMax {
		return fmt.Errorf("keep ruleset %s: it has %d bytes, at most %d are kept", rulesetID, len(bundle), GoodBytesMax)
	}
	var kept string
	err := s.db.QueryRow(`SELECT hash FROM ruleset_good WHERE ruleset_id = ?`, rulesetID).Scan(&kept)
	if err == nil && kept == hash {
		return nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("keep ruleset %s: %w", rulesetID, err)
	}
	return s.write("keep ruleset "+rulesetID, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO ruleset_good (ruleset_id, hash, bundle, saved_at) VALUES (?, ?, ?, ?)`,
			rulesetID, hash, bundle, at.UnixMilli())
		return err
	})
}

// Good gives the sources with which a ruleset last worked; a nil bundle where
// none are kept.
func (s *Store) Good(rulesetID string) (hash string, bundle []byte, err error) {
	err = s.db.QueryRow(`SELECT hash, bundle FROM ruleset_good WHERE ruleset_id = ?`, rulesetID).Scan(&hash, &bundle)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("read last good version of %s: %w", rulesetID, err)
	}
	return hash, bundle, nil
}
