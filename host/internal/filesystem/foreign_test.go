package filesystem

import (
	"runtime"
	"testing"
)

// Ensure a file system that knows only its own writers is told from one that does not.
func TestForeign(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there the system has names, not numbers
	}
	if name := Foreign(t.TempDir()); name != "" {
		t.Errorf("got %q of a folder for tests", name)
	}
	if name := Foreign("/nowhere"); name != "" {
		t.Errorf("got %q of no folder", name)
	}
}
