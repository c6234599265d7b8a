package session

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

//go:embed mend.sql
var mendScript string

// stampLayout is the time at which a damaged file was moved aside, in UTC, in its name.
const stampLayout = "20060102T150405.000Z"

// Salvage moves a damaged file aside and keeps what can be read of it; see
// sqlite.Salvage. It may take seconds for a large file. Rows whose session was
// lost get one again, and sequence numbers go on after the highest that is left. As sessions may
// be lost without a trace, one counts as having run at any time until now, and as one that may go on (Ran).
// Another program's database is moved aside, too, and nothing of it is kept.
func Salvage(path string, now time.Time) (sqlite.Report, error) {
	if isForeign := func() bool { return isForeign(path) }; isForeign() {
		moved, err := sqlite.MoveAside(path, isForeign)
		return sqlite.Report{Foreign: moved != "", Sound: moved == "", Moved: moved}, err
	}
	return sqlite.Salvage(path, now.UTC().Format(stampLayout), migrations(), mendScript+fmt.Sprintf(ranAll, now.Add(ranGrace).UnixMilli()))
}

func isForeign(path string) bool {
	store, err := Open(path, Options{ReadOnly: true})
	if err == nil {
		_ = store.Close() // it was only looked at
	}
	return sqlite.IsForeign(err)
}

// Salvaged lists the damaged files that lie beside the store since they were moved aside. They
// hold what was stored until then.
func (s *Store) Salvaged() ([]string, error) {
	moved, err := sqlite.Salvaged(s.db.Path)
	if err != nil {
		return nil, fmt.Errorf("list damaged files: %w", err)
	}
	var paths []string
	for _, file := range moved {
		paths = append(paths, file.Path)
	}
	return paths, nil
}

// ForgetSalvaged deletes all damaged files that were moved aside, and reports how many.
func (s *Store) ForgetSalvaged() (int, error) {
	return s.dropSalvaged(func(sqlite.Moved) bool { return true })
}

func (s *Store) dropSalvaged(drops func(sqlite.Moved) bool) (dropped int, err error) {
	moved, err := sqlite.Salvaged(s.db.Path)
	if err != nil {
		return 0, fmt.Errorf("delete damaged files: %w", err)
	}
	for _, file := range moved {
		if !drops(file) {
			continue
		}
		if err := os.Remove(file.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return dropped, fmt.Errorf("delete damaged files: %w", err)
		}
		dropped++
	}
	return dropped, nil
}
