package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

const (
	markBytesMax = 1 << 20 // tables that are made first stand at a database's beginning
	asideMax     = 2       // files that are kept aside of one database
)

// errForeign is a kind of damage that IsCorrupt knows: the file has tables, and the one
// that marks it as this program's is none of them.
var errForeign = errors.New("the database is another program's")

// IsForeign reports whether an error means that a database is another program's. It is
// to be moved aside; nothing in it may be used or deleted.
func IsForeign(err error) bool { return errors.Is(err, errForeign) }

// checkOwner looks for the table that marks a database as ours, where it has any.
func (db *DB) checkOwner(table string) error {
	var tables, ours int
	err := db.QueryRow("SELECT count(*), count(CASE WHEN name = ? THEN 1 END) FROM sqlite_master", table).Scan(&tables, &ours)
	if err == nil && tables > 0 && ours == 0 {
		return errForeign
	}
	return err
}

// IsMarked reports whether a file may be a database with a table of this name, however
// damaged: its text or its log's makes the table, or it is empty or not there.
func IsMarked(path, table string) bool {
	empty := true
	for _, name := range []string{path, path + "-wal"} {
		beginning := make([]byte, markBytesMax)
		n := readBeginning(name, beginning)
		if bytes.Contains(beginning[:n], []byte("CREATE TABLE "+table)) {
			return true
		}
		empty = empty && n == 0
	}
	return empty
}

func readBeginning(name string, into []byte) int {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return 0
	}
	file, err := os.Open(name)
	if err != nil {
		return 0
	}
	defer file.Close()
	n, _ := file.Read(into) // what cannot be read has no mark
	return n
}

// asideSuffix is what a name that was moved aside goes on with.
const asideSuffix = ".foreign-"

// Aside lists the files that MoveAside may have renamed, without their logs.
func Aside(path string) []string {
	var found []string
	for i := range asideMax {
		moved := fmt.Sprint(path, asideSuffix, i+1)
		if _, err := os.Lstat(moved); err == nil {
			found = append(found, moved)
		}
	}
	return found
}

// MoveAside renames a file that is not ours to "<path>.foreign-1" or "-2" and returns
// its name, "" where it need not be moved. Processes that try at once wait for each other,
// and each asks again whether there still is such a file. Where two lie there
// already it refuses, since none may be deleted: the error is one of IsUnwritable.
func MoveAside(path string, still func() bool) (string, error) {
	moved := ""
	err := behindGate(path, func() error {
		if !still() {
			return nil
		}
		for i := range asideMax {
			moved = fmt.Sprint(path, asideSuffix, i+1)
			if _, err := os.Lstat(moved); errors.Is(err, fs.ErrNotExist) {
				return moveDatabase(path, moved)
			}
		}
		return &fs.PathError{Op: "move aside", Path: path, Err: fmt.Errorf("%w, and %d files lie beside it already: move them and it elsewhere", errForeign, asideMax)}
	})
	if err != nil {
		return "", err
	}
	return moved, nil
}

// moveDatabase renames a file and its logs, which must be out of the way first: SQLite
// would apply them to what takes the file's place.
func moveDatabase(path, moved string) error {
	for _, suffix := range []string{"-wal", "-journal"} {
		if err := os.Rename(path+suffix, moved+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(path, moved); err != nil {
		return err
	}
	if err := os.Remove(path + "-shm"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
