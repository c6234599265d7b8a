package index

import (
	"database/sql"
	"errors"
)

func (x *Index) meta(key string) (string, error) {
	var value string
	err := x.db.QueryRow(`SELECT value FROM meta WHERE key = ?`, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}
