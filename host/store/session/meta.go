package session

import (
	"database/sql"
	"errors"
	"fmt"
)

// metaValueBytesMax bounds one value of Meta.
const metaValueBytesMax = 64 << 10

// Meta returns a value kept under a key; "" where there is none.
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
