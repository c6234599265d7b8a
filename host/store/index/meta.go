package index

import (
	"database/sql"
	"errors"
)

func (x *Index) meta(key string) (string, error) {
	var value string
	err := one(x.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, key), &value)
	if isNone(err) {
		return "", nil
	}
	return value, err
}

func setMeta(db interface {
	Exec(query string, args ...any) (sql.Result, error)
}, key, value string,
) error {
	_, err := db.Exec(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`, key, value)
	return err
}

func isNone(err error) bool { return errors.Is(err, sql.ErrNoRows) }
