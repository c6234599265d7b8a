package near

import (
	"strings"
	"testing"
)

// Ensure that each way of mistyping counts once, and both ways round.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"match", "match", 0},
		{"mach", "match", 1},
		{"matcher", "match", 2},
		{"motch", "match", 1},
		{"macth", "match", 1},
		{"mcath", "match", 2},
		{"kitten", "sitting", 3},
		{strings.Repeat("a", bytesMax+1), "a", bytesMax},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: got %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("%q to %q: got %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
