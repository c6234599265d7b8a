package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// NewerError reports a file that a later version of the program wrote.
type NewerError struct {
	Path       string
	Have, Want int // version of the file; newest one known here
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s has version %d, this impressionism knows up to %d: upgrade impressionism, or move the file away to begin afresh",
		e.Path, e.Have, e.Want)
}

// errOlder is of a file that would have to be migrated and may only be read.
var errOlder = errors.New("opened for reading only")

// IsOlder reports whether a file cannot be read before somebody who may write opens it: an
// earlier version of the program wrote it, or it was made and is empty yet.
func IsOlder(err error) bool { return errors.Is(err, errOlder) }

// errSchema is a kind of damage that IsCorrupt knows: migrations are tested, so
// one that makes no sense to SQLite met a file whose version number is wrong.
var errSchema = errors.New("the file's tables are not those of its version")

// Migrate brings a database to the newest of the numbered files
// (0001_name.sql, 0002_name.sql, …) in a folder. Each runs in a transaction of
// its own together with its number, so that any number of processes may do it
// at once. A file that is already newer is refused with *NewerError.
func Migrate(db *DB, migrations fs.FS) error {
	names, err := migrationNames(migrations)
	if err != nil {
		return fmt.Errorf("migrate %s: %w", db.Path, err)
	}
	if db.version > len(names) {
		return &NewerError{Path: db.Path, Have: db.version, Want: len(names)}
	}
	if db.version == len(names) {
		return nil
	}
	if db.readOnly {
		return fmt.Errorf("migrate %s: version %d of %d: %w", db.Path, db.version, len(names), errOlder)
	}
	if err := migrateTo(db, migrations, names); err != nil {
		return fmt.Errorf("migrate %s: %w", db.Path, err)
	}
	if db.version > len(names) {
		return &NewerError{Path: db.Path, Have: db.version, Want: len(names)}
	}
	return nil
}

func migrateTo(db *DB, migrations fs.FS, names []string) error {
	for db.version < len(names) {
		if err := applyNext(db, migrations, names); err != nil {
			return err
		}
	}
	return nil
}

// applyNext looks at the version again under the write lock, since another
// process may have migrated meanwhile, and runs what comes after it.
func applyNext(db *DB, migrations fs.FS, names []string) error {
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	var version int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version >= len(names) {
		db.version = version
		return nil
	}
	if err := runMigration(tx, migrations, names[version]); err != nil {
		return fmt.Errorf("%s: %w", names[version], err)
	}
	if _, err := tx.Exec("PRAGMA user_version = " + strconv.Itoa(version+1)); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	db.version = version + 1
	return nil
}

func runMigration(tx *sql.Tx, migrations fs.FS, name string) error {
	script, err := fs.ReadFile(migrations, name)
	if err != nil {
		return err
	}
	if _, err = tx.Exec(string(script)); hasCode(err, sqlite3.ErrError) {
		return fmt.Errorf("%w: %w", errSchema, err)
	}
	return err
}

// migrationNames returns the files in order and insists on 1, 2, 3, …
func migrationNames(migrations fs.FS) ([]string, error) {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for i, name := range names {
		digits, _, _ := strings.Cut(name, "_")
		if number, err := strconv.Atoi(digits); err != nil || number != i+1 {
			return nil, fmt.Errorf("migration %s: want number %04d at the beginning", name, i+1)
		}
	}
	return names, nil
}
