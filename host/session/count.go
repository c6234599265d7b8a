package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Limits of counted reasons. What comes beyond counts as OtherReason.
const (
	ReasonsMax        = 200
	reasonCharsMax    = 64
	OtherReason       = "other"
	metaValueBytesMax = 64 << 10
)

// Count is how often something went wrong for one reason.
type Count struct {
	Reason string    `json:"reason"`
	Count  int       `json:"count"`
	LastAt time.Time `json:"last_at"` // UTC
}

// Count adds one to a reason: a short fixed word, never a message.
func (s *Store) Count(reason string, at time.Time) error {
	return s.write("count "+reason, func(tx *sql.Tx) error {
		_, err := tx.Exec(`
INSERT INTO counts (reason, count, last_at)
SELECT iif(EXISTS (SELECT 1 FROM counts WHERE reason = ?1) OR (SELECT count(*) FROM counts) < ?3, ?1, ?4), 1, ?2 WHERE true
ON CONFLICT (reason) DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)`,
			cut(reason, reasonCharsMax), at.UnixMilli(), ReasonsMax, OtherReason)
		return err
	})
}

// Counts gives all reasons counted so far, the latest first.
func (s *Store) Counts() ([]Count, error) {
	return collect(s, "read counts", func(rows *sql.Rows) (Count, error) {
		var c Count
		var at int64
		err := rows.Scan(&c.Reason, &c.Count, &at)
		c.LastAt = fromMillis(at)
		return c, err
	}, `SELECT reason, count, last_at FROM counts ORDER BY last_at DESC, reason`)
}

// Meta gives a value kept under a key; "" where there is none.
func (s *Store) Meta(key string) (string, error) {
	var value string
	err := s.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, key).Scan(&value)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read %s: %w", key, err)
	}
	return value, nil
}

// SetMeta keeps a value of at most 64 KiB under a key.
func (s *Store) SetMeta(key, value string) error {
	if len(value) > metaValueBytesMax {
		return fmt.Errorf("keep %s: it has %d bytes, at most %d are kept", key, len(value), metaValueBytesMax)
	}
	return s.write("keep "+key, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`, key, value)
		return err
	})
}
