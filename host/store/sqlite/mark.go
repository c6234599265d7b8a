package sqlite

import (
	"fmt"
	"os"
	"time"
)

// Mark distinguishes an open file from one that has taken its place, and from what another
// version of the program has made of it since: for who keeps a file open.
type Mark struct {
	file    os.FileInfo
	version int
}

// Mark returns the mark of what lies at the file's path, and of its schema.
func (db *DB) Mark() (Mark, error) {
	m := Mark{}
	var err error
	if m.file, err = os.Stat(db.Path); err != nil {
		return m, fmt.Errorf("look at database: %w", err)
	}
	if err := db.QueryRow("PRAGMA user_version").Scan(&m.version); err != nil {
		return m, fmt.Errorf("look at database %s: %w", db.Path, err)
	}
	return m, nil
}

// Same reports whether both are of one file in one state of its schema.
func (m Mark) Same(other Mark) bool {
	return m.IsOf(other.file) && m.version == other.version
}

// IsOf reports whether the mark is of this file; nil is none.
func (m Mark) IsOf(file os.FileInfo) bool {
	return m.file != nil && file != nil && os.SameFile(m.file, file)
}

// SetBusy changes how long a statement waits for another process's lock.
func (db *DB) SetBusy(wait time.Duration) error {
	if _, err := db.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", wait.Milliseconds())); err != nil {
		return fmt.Errorf("set how long %s is waited for: %w", db.Path, err)
	}
	db.busy = wait
	return nil
}
