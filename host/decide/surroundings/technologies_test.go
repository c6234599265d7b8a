package surroundings

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that every line of the table is found, which it is only in order, and
// that names are as they are looked up.
func TestTechnologiesAreFound(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(technologies, "\n"), "\n")
	if len(lines) < 500 || !slices.IsSorted(lines) {
		t.Fatalf("%d lines, sorted: %v", len(lines), slices.IsSorted(lines))
	}
	for _, line := range lines {
		key, words, _ := strings.Cut(line, "\t")
		kind, name, _ := strings.Cut(key, " ")
		if got := spoken(kind+" ", name); got != words || words == "" || strings.ToLower(name) != name {
			t.Errorf("%s: got %q, want %q", key, got, words)
		}
	}
	for _, absent := range []string{"", "kubect", "kubectll", "~"} {
		if got := spoken(ofCommand, absent); got != "" {
			t.Errorf("%q: got %q", absent, got)
		}
	}
}
