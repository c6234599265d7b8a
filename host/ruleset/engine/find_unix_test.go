//go:build unix

package engine_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure that a pipe in a ruleset's folder is refused and not waited for.
func TestLoadDoesNotWait(t *testing.T) {
	user := t.TempDir()
	write(t, filepath.Join(user, "custom/pipe/pipe.lua"), "return {}")
	if err := syscall.Mkfifo(filepath.Join(user, "custom/pipe/fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := engine.Find(engine.Places{User: user}).Load("custom/pipe")
	if want := "load ruleset custom/pipe: custom/pipe/fifo is not a regular file"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
