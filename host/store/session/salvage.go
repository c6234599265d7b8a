package session

import (
	_ "embed"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

//go:embed mend.sql
var mendScript string

// Salvage moves a damaged file aside and keeps what can be read of it; see
// sqlite.Salvage. It may take seconds for a large file. Rows whose session was
// lost get one again, and sequence numbers go on after the highest that is left.
// Another program's database is moved aside, too, and nothing of it is kept.
func Salvage(path string, now time.Time) (sqlite.Report, error) {
	if isForeign := func() bool { return isForeign(path) }; isForeign() {
		moved, err := sqlite.MoveAside(path, isForeign)
		return sqlite.Report{Foreign: moved != "", Sound: moved == "", Moved: moved}, err
	}
	return sqlite.Salvage(path, now.UTC().Format("20060102T150405.000Z"), migrations(), mendScript)
}

func isForeign(path string) bool {
	store, err := Open(path, Options{ReadOnly: true})
	if err == nil {
		_ = store.Close() // it was only looked at
	}
	return sqlite.IsForeign(err)
}
