package tool

import (
	"strings"
	"testing"
)

// Ensure that of a compiler's long complaint both ends are kept.
func TestIndent(t *testing.T) {
	said := indent("first\n" + strings.Repeat("x\n", 100) + "last\n")
	if lines := strings.Split(said, "\n"); len(lines) != linesMax+1 || lines[0] != "    first" || lines[linesMax] != "    last" || lines[linesMax/2] != "    … 72 lines …" {
		t.Errorf("got %d lines: %q", len(lines), said)
	}
}
