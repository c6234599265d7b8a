package sqlite

import (
	"errors"
	"fmt"
	"io/fs"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// isSound reads the whole file. Then it looks for damage that SQLite does not
// mind, by doing what any user of the file does first, and taking it back.
func isSound(path string, migrations fs.FS, names []string) bool {
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return !IsCorrupt(err) // what cannot be opened for another reason is not ours to replace
	}
	var verdict string
	err = errors.Join(db.QueryRow("PRAGMA integrity_check(1)").Scan(&verdict), db.Close())
	if err != nil || verdict != "ok" {
		return err != nil && !IsCorrupt(err)
	}
	if db, err = Open(path, Options{}); err != nil {
		return true
	}
	defer db.Close()
	err = tryMigrations(db, migrations, names)
	return !IsCorrupt(err) && !hasCode(err, sqlite3.ErrReadonly)
}

func tryMigrations(db *DB, migrations fs.FS, names []string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", db.version)); err != nil {
		return err
	}
	for _, name := range names[min(db.version, len(names)):] {
		if err := runMigration(tx, migrations, name); err != nil {
			return err
		}
	}
	return nil
}
