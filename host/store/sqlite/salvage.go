package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// corruptSuffix is what the name of a damaged file that was moved aside goes on with.
const corruptSuffix = ".corrupt-"

// Report counts what Salvage found and kept.
type Report struct {
	Foreign bool          // it was another program's: it was moved, and nothing of it was kept
	Sound   bool          // nothing was wrong, or another process was faster; nothing was done
	Moved   string        // where the damaged file lies now
	Tables  []TableReport // in the schema's order
}

// TableReport is what Salvage could read of one table.
type TableReport struct {
	Name    string
	Kept    int64 // rows
	Refused int64 // rows that could be read but made no sense
	Gaps    int   // places at which rows may be missing
}

// String is one line for the user.
func (r Report) String() string {
	if r.Sound {
		return "the database is sound"
	}
	if r.Foreign {
		return "the database was another program's, so nothing of it is used; it is now " + r.Moved
	}
	var kept, refused int64
	var damaged []string
	for _, table := range r.Tables {
		kept, refused = kept+table.Kept, refused+table.Refused
		if table.Gaps > 0 || table.Refused > 0 {
			damaged = append(damaged, table.Name)
		}
	}
	line := fmt.Sprintf("the database was damaged: kept %d rows, refused %d", kept, refused)
	if r.Tables == nil {
		line = "the database was damaged and nothing could be read"
	}
	if len(damaged) > 0 {
		line += ", rows may be missing in " + strings.Join(damaged, ", ")
	}
	return line + "; the damaged file is " + r.Moved
}

// Salvage replaces a damaged file by one that the migrations made, with all
// rows that can still be read, and keeps the damaged one beside it under the
// name "<path>.corrupt-<stamp>". The script mend then repairs what belongs
// together; foreign keys are off until it has run. Until the last step the file
// at path is only read, so an interrupted run loses nothing. Processes that try
// at once wait for each other, and only the first does it. Tables must have a
// rowid. A damaged file of a later version is refused with *NewerError. See
// RATIONALE.md, "Why are there two databases?".
func Salvage(path, stamp string, migrations fs.FS, mend string) (Report, error) {
	var report Report
	err := behindGate(path, func() (err error) {
		report, err = salvage(path, stamp, migrations, mend)
		return err
	})
	if err != nil {
		return report, fmt.Errorf("salvage %s: %w", path, err)
	}
	return report, nil
}

// A Moved file is one that Salvage moved aside: a damaged database or a log of it.
type Moved struct{ Path, Stamp string }

// movedLogs are what the name of a moved file's log ends with.
var movedLogs = []string{"-wal", "-shm", "-journal"}

// Salvaged lists the files that Salvage moved aside of the database at a path.
func Salvaged(path string) ([]Moved, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	var found []Moved
	for _, entry := range entries {
		stamp, ok := strings.CutPrefix(entry.Name(), filepath.Base(path)+corruptSuffix)
		if !ok || !entry.Type().IsRegular() {
			continue
		}
		for _, log := range movedLogs {
			stamp = strings.TrimSuffix(stamp, log)
		}
		found = append(found, Moved{filepath.Join(filepath.Dir(path), entry.Name()), stamp})
	}
	return found, nil
}

// behindGate does what one process at a time may do to the file at path.
func behindGate(path string, do func() error) error {
	gate, err := Open(path+".salvage", Options{})
	if err != nil {
		return err
	}
	tx, err := gate.Begin()
	if err != nil {
		_ = gate.Close()
		return err
	}
	if err = errors.Join(do(), tx.Rollback(), gate.Close()); err != nil {
		return err
	}
	// Whoever still waits at the gate, or makes another, finds a sound file.
	return removeDatabase(gate.Path)
}

func salvage(path, stamp string, migrations fs.FS, mend string) (Report, error) {
	names, err := migrationNames(migrations)
	if err != nil {
		return Report{}, err
	}
	if isSound(path, migrations, names) {
		return Report{Sound: true}, nil
	}
	fresh, patched := path+".fresh", path+".patched"
	if err := errors.Join(removeDatabase(fresh), removeDatabase(patched)); err != nil {
		return Report{}, err
	}
	db, err := Open(fresh, Options{})
	if err != nil {
		return Report{}, err
	}
	tables, err := fill(db, path, patched, migrations, names, mend)
	if err = errors.Join(err, db.EmptyLog(), db.Close(), removeDatabase(patched)); err != nil {
		return Report{}, errors.Join(err, removeDatabase(fresh))
	}
	report := Report{Moved: path + corruptSuffix + stamp, Tables: tables}
	return report, replaceFile(path, fresh, report.Moved)
}

// fill copies at the damaged file's own version and migrates what it copied.
func fill(fresh *DB, path, patched string, migrations fs.FS, names []string, mend string) ([]TableReport, error) {
	damaged, version := openReadable(path), len(names)
	if damaged != nil && damaged.version > 0 {
		version = damaged.version
	}
	if version > len(names) {
		return nil, errors.Join(&NewerError{Path: path, Have: version, Want: len(names)}, damaged.Close())
	}
	if err := migrateTo(fresh, migrations, names[:version]); err != nil {
		return nil, err
	}
	if damaged == nil {
		var err error
		if damaged, err = openPatched(path, patched, fresh); err != nil {
			return nil, err
		}
	}
	tables, err := copyFrom(damaged, fresh)
	if err != nil {
		return nil, err
	}
	if err := migrateTo(fresh, migrations, names); err != nil {
		return nil, err
	}
	_, err = fresh.Exec(mend)
	return tables, err
}

// copyFrom copies nothing from a file that cannot be opened at all.
func copyFrom(damaged, fresh *DB) ([]TableReport, error) {
	if damaged == nil {
		return nil, nil
	}
	tables, err := copyTables(damaged, fresh)
	return tables, errors.Join(err, damaged.Close())
}

// replaceFile puts the fresh file in the damaged one's place.
func replaceFile(path, fresh, moved string) error {
	if _, err := os.Lstat(moved); err == nil {
		return fmt.Errorf("%s exists already", moved)
	}
	if err := moveDatabase(path, moved); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return removeDatabase(fresh) // its -shm
}

// removeDatabase removes a file and what SQLite puts beside it.
func removeDatabase(path string) error {
	for _, name := range []string{path + "-wal", path + "-shm", path} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
