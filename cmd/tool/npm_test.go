package tool

import (
	"strings"
	"testing"
)

// Ensure whoever has neither npm nor pip is told what to install.
func TestNoPackageManager(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := NPM(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "install Node.js with npm, or python3 with pip") {
		t.Errorf("got %v", err)
	}
}
