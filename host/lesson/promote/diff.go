package promote

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Change is what happens to one file.
type Change struct {
	Path          string // as it is shown
	Before, After string
	New, Gone     bool // there is no file before, or after
}

// Diff returns a change as a unified diff, or "" where nothing changes.
func (c Change) Diff() string {
	return string(diff.Diff(name("a/", c.Path, c.New), []byte(c.Before), name("b/", c.Path, c.Gone), []byte(c.After)))
}

func name(prefix, path string, absent bool) string {
	if absent {
		return "/dev/null"
	}
	return prefix + strings.TrimPrefix(path, "/")
}
