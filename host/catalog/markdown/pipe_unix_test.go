//go:build !windows

package markdown

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that a pipe named like a skill does not hang the hook: opening it
// would wait for a writer that never comes.
func TestReadPipe(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "SKILL.md")
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, rejection, err := Read(catalog.Entry{Path: path, Root: root})
	if rejection == nil || rejection.Code != "not-a-file" {
		t.Errorf("got %+v, %v, want not-a-file", rejection, err)
	}
}
