package setup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure that a program which runs and cannot be deleted, as on Windows, is moved out of our
// folders, and that it is said where it is. A folder with something in it stands for it.
func TestRunningProgramIsMovedAway(t *testing.T) {
	home := env.Resolved(t.TempDir())
	aside := filepath.Join(home, "temporary")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, aside)
	}
	root := filepath.Join(home, "data", "program")
	running, other := filepath.Join(root, "bin", "impressionism"), filepath.Join(root, "bin", "other")
	for _, folder := range []string{aside, filepath.Join(running, "inner"), filepath.Join(other, "inner")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	b := belonging{root: root}
	if failures := b.removeAll([]string{other}, running); len(failures) != 1 || errors.Is(failures[0], errRuns) || !env.Exists(other) {
		t.Errorf("of what does not run: %v", failures)
	}
	failures := b.removeAll([]string{running}, running)
	if len(failures) != 1 || !errors.Is(failures[0], errRuns) || env.Exists(running) {
		t.Errorf("of what runs: %v", failures)
	}
	if moved, err := filepath.Glob(filepath.Join(aside, "*-impressionism", "inner")); err != nil || len(moved) != 1 {
		t.Errorf("moved: %v, %v", moved, err)
	}
}
