// Package session stores sessions, messages, active items, decisions and suggestions in
// state.db, which is migrated and never thrown away. It decides nothing, reads no
// clock, and knows no client and no catalog. See RATIONALE.md, "Why are there two
// databases?".
package session

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Mark is a table that only a state.db of ours has, from its first version on.
const Mark = "ruleset_good"

// Store is an open state.db. It is for one event or command at a time; other
// processes may have the same file open.
type Store struct {
	db *sqlite.DB
}

// Options are the options of Open.
type Options struct {
	ReadOnly bool          // for commands that only look; the file must exist
	Busy     time.Duration // how long to wait for other processes; 0: 2 s
	Patient  bool          // with ReadOnly: for commands that have time; see sqlite.Options
	Scratch  bool          // for what is decided on trial, often: the file goes with the process
	Kept     bool          // open for many events
}

// keptStatements are more than there are different ones in an event.
const keptStatements = 64

// Open opens the file, creating and migrating it where needed. Beside the kinds
// of package sqlite the error may be a *sqlite.NewerError. After an error for
// which sqlite.IsCorrupt holds, Salvage helps.
func Open(path string, options Options) (*Store, error) {
	how := sqlite.Options{ReadOnly: options.ReadOnly, Patient: options.Patient, Busy: options.Busy, Scratch: options.Scratch, Mark: Mark}
	if options.Scratch || options.Kept {
		how.Statements = keptStatements
	}
	db, err := sqlite.Open(path, how)
	if err != nil {
		return nil, err
	}
	if err := sqlite.Migrate(db, migrations()); err != nil {
		_ = db.Close()
		return nil, err
	}
	return &Store{db: db}, nil
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

// ReadOnly reports whether the store was opened to be looked at only.
func (s *Store) ReadOnly() bool { return s.db.ReadOnly() }

// Path is where the file lies.
func (s *Store) Path() string { return s.db.Path }

func migrations() fs.FS {
	folder, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return folder
}

// SchemaNumber is that of the files that this program writes: the number of its
// migrations.
func SchemaNumber() int {
	files, err := fs.ReadDir(migrations(), ".")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return len(files)
}

// write runs work in one transaction that holds the write lock from its start.
func (s *Store) write(what string, work func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := work(tx); err != nil {
		_ = tx.Rollback() // the first error is the one to tell
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// collect reads all rows of a query.
func collect[T any](s *Store, what string, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}

// fromMillis returns the time of a stored number; 0 is the zero time.
func fromMillis(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

func formatMillis(millis int64) string {
	return time.UnixMilli(millis).UTC().Format(time.RFC3339Nano)
}
