// Package index keeps a catalog's items searchable: postings, full text and
// vectors in index.db, refreshed by what changed on disk. It decides nothing,
// reads no item by itself and knows neither clients nor rulesets.
package index

import (
	"database/sql"
	_ "embed"
	"fmt"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

//go:embed schema.sql
var schema string

// SchemaNumber is that of the files that this program writes. It rises with every change of
// schema.sql: a file of another number is rebuilt, as everything in it can be made again.
const SchemaNumber = 11

// Mark is a table that only an index of ours has.
const Mark = "passage_texts"

// file is the sort of database.
var file = sqlite.Remade{Mark: Mark, Number: SchemaNumber, Schema: schema}

// Index is an open index.db.
type Index struct {
	path       string
	statements int        // that stay prepared
	readOnly   bool       // it is only looked at
	db         *sqlite.DB // nil: it is closed
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
func (x *Index) Mark() (sqlite.Mark, error) {
	if x.db == nil {
		return sqlite.Mark{}, errClosed
	}
	return x.db.Mark()
}

func open(x *Index) (*Index, error) {
	err := x.open()
	if why := file.Why(err); why != "" {
		err = x.Rebuild(why)
	}
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", x.path, err)
	}
	return x, nil
}

// readStatements are more than a search has different ones.
const readStatements = 32

// OpenRead opens the index at path to look at, and nothing else: the file must
// be there, and is neither rebuilt nor refreshed.
func OpenRead(path string) (*Index, error) {
	db, err := file.Open(path, sqlite.Options{ReadOnly: true, Statements: readStatements}, true)
	if err != nil {
		return nil, fmt.Errorf("open index %s: %w", path, err)
	}
	return &Index{path: path, db: db, readOnly: true}, nil
}

// OpenMemory makes an index that goes with the process, for where no file can be made;
// why not is what Instead tells.
func OpenMemory(why error) (*Index, error) {
	x := &Index{path: sqlite.Memory, statements: readStatements, instead: why}
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
// without our mark, which may be somebody's, is moved aside. After an error the index is closed
// until it is rebuilt: what it is asked fails with errClosed.
func (x *Index) Rebuild(why string) (err error) {
	x.last = nil
	x.Close()
	if x.rebuilt, err = file.Clear(x.path, why); err != nil {
		return fmt.Errorf("rebuild index: %w", err)
	}
	return x.open()
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
	if x.db == nil {
		return 0, errClosed
	}
	var generation int64
	err := one(x.db.QueryRow(`SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation'`), &generation)
	if isNone(err) {
		return 0, nil
	}
	return generation, err
}

func (x *Index) open() (err error) {
	x.db, err = file.Open(x.path, sqlite.Options{Statements: x.statements}, false)
	return err
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
func IsOtherSchema(err error) bool { return sqlite.IsOtherSchema(err) }

// IsNewer reports whether a later version of the program wrote the file at a path:
// for a process that may outlive an upgrade. Open would replace the file.
func IsNewer(path string) bool { return file.IsNewer(path) }
