//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// How far allocations may differ that the same hook makes twice: what two goroutines may both
// do is chance, as in TestAllocations. Opening a database of places takes more.
const (
	besideCodeObjects = 1.02
	besideCodeBytes   = 1.04
)

// Ensure that a hook allocates as much where the project has an index of its code as where it
// has none: places are told at no prompt unless a person asks for it, so nothing of it may be
// opened or read.
func TestAllocationsBesideCode(t *testing.T) {
	c := newCounting(t, "")
	source := []byte("package main\n\n// main serves the API in a container.\nfunc main() {}\n")
	envtest.Must(t, os.WriteFile(filepath.Join(c.base, "work", "main.go"), source, 0o600))
	paths := []string{"Stop", "PostToolUse", "silence", "words"}
	without := map[string]allocated{}
	for _, path := range paths {
		without[path] = c.alone(path)
	}
	c.run(c.command("code", "index", "--force", "--quiet"))
	if found, err := filepath.Glob(filepath.Join(c.base, "data", "code", "*.db")); err != nil || len(found) != 1 {
		t.Fatalf("there are these indexes of code: %v (%v)", found, err)
	}
	for _, path := range paths {
		is, was := c.alone(path), without[path]
		if float64(is.Objects) > besideCodeObjects*float64(was.Objects) || float64(is.Bytes) > besideCodeBytes*float64(was.Bytes) {
			t.Errorf("%s: allocates %d objects and %d bytes beside an index of code, %d and %d without one", path, is.Objects, is.Bytes, was.Objects, was.Bytes)
		}
	}
}
