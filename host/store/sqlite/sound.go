package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// Check has SQLite look at every page of a file and at whether tables and indexes
// agree. What it finds is damage.
func Check(db *DB) error { return check(context.Background(), db) }

func check(ctx context.Context, db *DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return Unreadable(fmt.Errorf("check %s: %w", db.Path, err))
	}
	if verdict != "ok" {
		return fmt.Errorf("check %s: %w: %s", db.Path, errUnreadable, verdict)
	}
	return nil
}

// isSound reads the whole file. Then it looks for damage that SQLite does not
// mind, by doing what any user of the file does first, and taking it back.
func isSound(path string, migrations fs.FS, names []string) bool {
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return !IsCorrupt(err) // what cannot be opened for another reason is not ours to replace
	}
	if err = errors.Join(Check(db), db.Close()); err != nil {
		return !IsCorrupt(err)
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
