package session

import (
	_ "embed"
	"time"

	"github.com/ed-irl/impressionism/host/sqlite"
)

//go:embed mend.sql
var mendScript string

// Salvage moves a damaged file aside and keeps what can be read of it; see
// sqlite.Salvage. It may take seconds for a large file. Rows whose session was
// lost get one again, and sequence numbers go on after the highest that is left.
func Salvage(path string, now time.Time) (sqlite.Report, error) {
	return sqlite.Salvage(path, now.UTC().Format("20060102T150405.000Z"), migrations(), mendScript)
}
