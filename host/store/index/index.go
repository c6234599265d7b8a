// Package index keeps a catalog's items searchable: postings, full text and
// vectors in index.db, refreshed by what changed on disk. It decides nothing,
// reads no item by itself and knows neither clients nor rulesets.
package index

import (
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// schemaNumber rises with every change of schema.sql: a file of another number
// is rebuilt, as everything in it can be made again.
const schemaNumber = 9

// SchemaNumber is that of the files that this program writes.
const SchemaNumber = schemaNumber

//go:embed schema.sql
var schema string

// Mark is a table that only an index of ours has.
const Mark = "passage_texts"

// Index is an open index.db.
type Index struct {
	path       string
	statements int  // that stay prepared
	readOnly   bool // it is only looked at
	db         *sqlite.DB
	rebuilt    string
	instead    error // why it is in memory
	last       *last // what was found last, where the index stays open
}

// Open opens or creates the index at path. A file that is damaged or has
// another schema is replaced by an empty one; the next Report has the reason.
func Open(path string) (*Index, error) { return open(&Index{path: path, statements: readStatements}) }

// OpenKept is Open for who searches many times.
func OpenKept(path string) (*Index, error) {
	return open(&Index{path: path, statements: readStatements})
}

// Mark tells the file from one that takes its place; see sqlite.Mark.
func (x *Index) Mark() (sqlite.Mark, error) { return x.db.Mark() }

func open(x *Index) (*Index, error) {
	path := x.path
	err := x.open()
	if err == nil {
		return x, nil
	}
	why := ""
	if other, ok := errors.AsType[*schemaError](err); ok {
		why = other.Error()
	} else if sqlite.IsCorrupt(err) {
		why = "the file was damaged"
	}
	if why == "" {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	if err := x.Rebuild(why); err != nil {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	return x, nil
}

// readStatements are more than a search has different ones.
const readStatements = 32

// OpenRead opens the index at path to look at, and nothing else: the file must
// be there, and is neither rebuilt nor refreshed.
func OpenRead(path string) (*Index, error) {
	db, err := sqlite.Open(path, sqlite.Options{ReadOnly: true, Mark: Mark, Statements: readStatements})
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	x := &Index{path: path, db: db, readOnly: true}
	var have int
	err = db.QueryRow(`PRAGMA user_version`).Scan(&have)
	if err == nil && have != schemaNumber {
		err = &schemaError{have}
	}
	if err != nil {
		_ = x.Close()
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	return x, nil
}

// OpenMemory makes an index that goes with the process, for where no file can be made;
// why not is what Instead tells.
func OpenMemory(why error) (*Index, error) {
	x := &Index{path: sqlite.Memory, instead: why}
	if err := x.open(); err != nil {
		return nil, fmt.Errorf("open index in memory: %w", err)
	}
	return x, nil
}

// Instead returns why the index is not in its file; nil where it is.
func (x *Index) Instead() error { return x.instead }

// ReadOnly reports whether the index is only looked at: it cannot be refreshed.
func (x *Index) ReadOnly() bool { return x.readOnly }

// IsUnwritable reports whether an error means that nothing can be stored in the file.
func IsUnwritable(err error) bool { return sqlite.IsUnwritable(err) }

// IsDamaged reports whether an error means that the file must be rebuilt.
func IsDamaged(err error) bool { return sqlite.IsCorrupt(err) }

// Rebuild replaces the file by an empty index: for damage that shows only later. A file
// without our mark, which may be somebody's, is moved aside.
func (x *Index) Rebuild(why string) error {
	x.last = nil
	x.Close()
	isForeign := func() bool { return !sqlite.IsMarked(x.path, Mark) && !isEmpty(x.path) }
	if isForeign() {
		moved, err := sqlite.MoveAside(x.path, isForeign)
		if err != nil {
			return fmt.Errorf("rebuild index: %w", err)
		}
		if moved != "" {
			x.rebuilt = "the file was not impressionism's, or too damaged to tell; it is now " + moved
			return x.open()
		}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(x.path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("rebuild index: %w", err)
		}
	}
	x.rebuilt = why
	return x.open()
}

// isEmpty reports whether a file is a database without tables, as one is that another
// process has just begun.
func isEmpty(path string) bool {
	db, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
	if err != nil {
		return false
	}
	defer db.Close()
	var tables int
	return db.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&tables) == nil && tables == 0
}

// Close closes the file.
func (x *Index) Close() error {
	if x.db == nil {
		return nil
	}
	db, before := x.db, x.stamp()
	x.db = nil
	defer x.carry(before) // closing may move the log into the file
	return db.Close()
}

// LeaveLog has Close not wait for the disk; see sqlite.DB.
func (x *Index) LeaveLog() {
	if x.db != nil {
		x.db.LeaveLog()
	}
}

// Generation counts the changes of the index.
func (x *Index) Generation() (int64, error) {
	var generation int64
	err := one(x.db.QueryRow(`SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation'`), &generation)
	if isNone(err) {
		return 0, nil
	}
	return generation, err
}

type schemaError struct{ have int }

func (e *schemaError) Error() string {
	return fmt.Sprintf("its schema was number %d, this program writes %d", e.have, schemaNumber)
}

func (x *Index) open() error {
	db, err := sqlite.Open(x.path, sqlite.Options{Mark: Mark, Statements: x.statements})
	if err != nil {
		return err
	}
	x.db = db
	if err := x.prepare(); err != nil {
		x.Close()
		return err
	}
	return nil
}

func (x *Index) prepare() error {
	var have int
	if err := x.db.QueryRow(`PRAGMA user_version`).Scan(&have); err != nil {
		return err
	}
	if have == schemaNumber {
		return nil
	}
	if have != 0 {
		return &schemaError{have}
	}
	return x.write(func(tx *sql.Tx) error {
		if err := tx.QueryRow(`PRAGMA user_version`).Scan(&have); err != nil || have == schemaNumber {
			return err // another process was faster
		}
		if _, err := tx.Exec(schema); err != nil {
			return err
		}
		_, err := tx.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, schemaNumber))
		return err
	})
}

// write runs one transaction that holds the write lock from its start.
func (x *Index) write(do func(*sql.Tx) error) error {
	x.last = nil
	tx, err := x.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return sqlite.Unreadable(err)
	}
	return tx.Commit()
}

// IsOtherSchema reports whether an error means that another version of the
// program wrote the file.
func IsOtherSchema(err error) bool {
	_, other := errors.AsType[*schemaError](err)
	return other
}

// IsNewer reports whether a later version of the program wrote the file at a path:
// for a process that may outlive an upgrade. Open would replace the file.
func IsNewer(path string) bool {
	x, err := OpenRead(path)
	if err == nil {
		_ = x.Close() // it was only looked at
		return false
	}
	other, ok := errors.AsType[*schemaError](err)
	return ok && other.have > schemaNumber
}
