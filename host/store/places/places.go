// Package places keeps the code of one repository searchable: its files, what their texts were
// cut into, postings and vectors, in one file that can be made again. Worktrees and branches
// share what they have in common. It reads no source and ranks nothing.
package places

import (
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

//go:embed schema.sql
var schema string

// file is the sort of database. Its number rises with every change of schema.sql.
var file = sqlite.Remade{Mark: "place_segments", Number: 1, Schema: schema}

// busyMax is how long a writer waits for others, which take a second at most at a time.
// Readers wait for nobody.
const busyMax = 15 * time.Second

// statements are more than a search has different ones.
const statements = 40

// Store is an open database of one repository. It may be used from many goroutines.
type Store struct {
	path     string
	readOnly bool
	kept     bool // what is there is not made, nor replaced but by Rebuild
	replaced string

	mu     sync.Mutex
	db     *sqlite.DB
	last   *snapshot // what the last search read
	scores scores
}

// Open opens or creates the database at a path, or makes one in memory at sqlite.Memory. A file
// that is damaged or has another schema, a later one too, is replaced by an empty one; another
// program's is moved aside. Replaced says so.
func Open(path string) (*Store, error) {
	s := &Store{path: path}
	err := s.open()
	if why := file.Why(err); why != "" {
		err = s.Rebuild(why)
	}
	if err != nil {
		return nil, fmt.Errorf("open places %s: %w", path, err)
	}
	return s, nil
}

// OpenRead opens the database at a path to search and look at it, and nothing else. The file
// must be there. The error is one of IsDamaged or IsOtherSchema where it cannot be used.
func OpenRead(path string) (*Store, error) {
	s := &Store{path: path, readOnly: true}
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("open places %s: %w", path, err)
	}
	return s, nil
}

// OpenKept opens the database at a path, which must be there, and replaces nothing. Where nothing
// can be written, for want of rights or room, it is OpenRead, whose errors it has.
func OpenKept(path string) (*Store, error) {
	s := &Store{path: path, kept: true}
	err := s.open()
	if IsUnwritable(err) {
		return OpenRead(path)
	}
	if err != nil {
		return nil, fmt.Errorf("open places %s: %w", path, err)
	}
	return s, nil
}

// Replaced returns why the file's former content was thrown away or moved aside since Open
// began; "" where it was not.
func (s *Store) Replaced() string { return s.replaced }

// Path is the file's.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether the database was opened by OpenRead.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Mark tells the file from one that takes its place; see sqlite.Mark.
func (s *Store) Mark() (mark sqlite.Mark, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return mark, errClosed
	}
	return s.db.Mark()
}

// IsDamaged reports whether an error means that the file must be rebuilt.
func IsDamaged(err error) bool { return sqlite.IsCorrupt(err) }

// IsUnwritable reports whether an error means that nothing can be stored, for want of rights or
// room: what is there can be read all the same.
func IsUnwritable(err error) bool { return sqlite.IsUnwritable(err) }

// IsBusy reports whether other writers kept the file for too long.
func IsBusy(err error) bool { return sqlite.IsBusy(err) }

// IsOtherSchema reports whether an error means that another version of the program wrote the
// file.
func IsOtherSchema(err error) bool { return sqlite.IsOtherSchema(err) }

// IsNewer reports whether a later version of the program wrote the file at a path: for a
// process that may outlive an upgrade. Open would replace the file.
func IsNewer(path string) bool { return file.IsNewer(path) }

// Rebuild replaces the file by an empty one: for damage that shows only later. A file without
// our mark, which may be somebody's, is moved aside.
func (s *Store) Rebuild(why string) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.kept = nil, false
	_ = s.close() // it is thrown away
	if s.replaced, err = file.Clear(s.path, why); err != nil {
		return fmt.Errorf("rebuild places: %w", err)
	}
	return s.open()
}

// Drop deletes the database at a path and its logs.
func Drop(path string) error {
	if err := sqlite.Drop(path); err != nil {
		return fmt.Errorf("drop places: %w", err)
	}
	return nil
}

// Close closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.close()
}

func (s *Store) close() error {
	if s.db == nil {
		return nil
	}
	db := s.db
	s.db = nil
	return db.Close()
}

// SetBusy changes how long a write waits for others.
func (s *Store) SetBusy(wait time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.SetBusy(wait)
}

// EmptyLog makes the file complete without its log, which a reader who may not write does not
// see. It waits for the disk and for readers.
func (s *Store) EmptyLog() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.EmptyLog()
}

func (s *Store) open() (err error) {
	s.db, err = file.Open(s.path, sqlite.Options{ReadOnly: s.readOnly, Statements: statements, Busy: busyMax}, s.kept)
	return err
}

// write runs one transaction that holds the write lock from its start.
func (s *Store) write(do func(*sql.Tx) error) error {
	s.last = nil
	return s.writeKept(do)
}

// turn is write for who does not hold the lock, and gives it back behind each.
func (s *Store) turn(do func(*sql.Tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(do)
}

// writeKept is write for what changes nothing that a snapshot has.
func (s *Store) writeKept(do func(*sql.Tx) error) error {
	if s.db == nil {
		return errClosed
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := do(tx); err != nil {
		return sqlite.Unreadable(err)
	}
	return tx.Commit()
}

// errClosed reports a use behind Close.
var errClosed = errors.New("the database is closed")

// querier is a transaction of either sort.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

// each calls do for every row of a query.
func each(q querier, query string, do func(*sql.Rows) error, args ...any) error {
	rows, err := q.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// errNone reports a query without a row.
var errNone = sql.ErrNoRows

// one reads the first row of a query.
func one(q querier, query string, args []any, into ...any) error {
	found := false
	err := each(q, query, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(into...)
	}, args...)
	if err == nil && !found {
		err = errNone
	}
	return err
}

// bump changes what tells a snapshot from a later state.
func bump(tx *sql.Tx) error {
	_, err := tx.Exec(`INSERT INTO meta (key, value) VALUES ('generation', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1`)
	return err
}
