package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Remade is a sort of database that holds only what can be made again: a file that cannot be used
// gives way to an empty one.
type Remade struct {
	Mark   string // a table that each file has, and none of another program's
	Number int    // of the schema; rises with every change of it
	Schema string
}

// schemaError reports a file that another version of the program wrote.
type schemaError struct{ have, want int }

func (e *schemaError) Error() string {
	return fmt.Sprintf("its schema was number %d, this program writes %d", e.have, e.want)
}

// IsOtherSchema reports whether an error means that another version of the program wrote the
// file.
func IsOtherSchema(err error) bool {
	_, other := errors.AsType[*schemaError](err)
	return other
}

// Open opens a file, and makes one that is absent or empty, unless kept is set. The error is one of
// IsOtherSchema where it is another version's, also where it is empty and kept is set.
func (r *Remade) Open(path string, options Options, kept bool) (*DB, error) {
	options.Mark, options.Existing = r.Mark, kept
	db, err := Open(path, options)
	if err != nil {
		return nil, err
	}
	if db.version != r.Number {
		if err = r.make(db, kept || options.ReadOnly); err != nil {
			_ = db.Close() // the first error says why
			return nil, err
		}
	}
	return db, nil
}

func (r *Remade) make(db *DB, kept bool) error {
	if db.version != 0 || kept {
		return &schemaError{db.version, r.Number}
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	if err := r.fill(tx); err != nil {
		return Unreadable(err)
	}
	return tx.Commit()
}

// fill makes the schema, unless another process was faster.
func (r *Remade) fill(tx *sql.Tx) error {
	have := 0
	if err := tx.QueryRow(`PRAGMA user_version`).Scan(&have); err != nil || have == r.Number {
		return err
	}
	if _, err := tx.Exec(r.Schema); err != nil {
		return err
	}
	_, err := tx.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, r.Number))
	return err
}

// IsNewer reports whether a later version of the program wrote the file at a path: for a process
// that may outlive an upgrade, and would replace the file.
func (r *Remade) IsNewer(path string) bool {
	db, err := r.Open(path, Options{ReadOnly: true}, true)
	if err == nil {
		_ = db.Close() // it was only looked at
		return false
	}
	other, ok := errors.AsType[*schemaError](err)
	return ok && other.have > r.Number
}

// Why returns why a file that an error is about is to be replaced; "": it is not.
func (r *Remade) Why(err error) string {
	if other, ok := errors.AsType[*schemaError](err); ok {
		return other.Error()
	}
	if IsCorrupt(err) {
		return "the file was damaged"
	}
	return ""
}

// Clear removes a file, which must not be open, and returns what to tell of that: why, or, of a
// file without the mark, which may be somebody's, where it was moved instead.
func (r *Remade) Clear(path, why string) (string, error) {
	isForeign := func() bool { return !IsMarked(path, r.Mark) && !isEmpty(path) }
	if isForeign() {
		moved, err := MoveAside(path, isForeign)
		if err != nil {
			return "", err
		}
		if moved != "" {
			return "the file was not impressionism's, or too damaged to tell; it is now " + moved, nil
		}
	}
	if err := Drop(path); err != nil {
		return "", err
	}
	return why, nil
}

// Drop deletes the database at a path and its logs.
func Drop(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// isEmpty reports whether a file is a database without tables, as one is that another process
// has just begun.
func isEmpty(path string) bool {
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return false
	}
	defer db.Close()
	var tables int
	return db.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&tables) == nil && tables == 0
}
