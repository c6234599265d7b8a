package uitest

import (
	"fmt"
	"strings"
	"testing"
)

// Finding is one thing that is wrong with a page.
type Finding struct {
	Kind  string // "overlap", "outside", "cut", "small", "wide", "empty"; "csp", "console", "exception"; "foreign"; "focus", "unreachable"; or an axe rule
	Where string // a CSS path, a place in a script, or an address
	Text  string
}

func (f Finding) String() string { return fmt.Sprintf("%s: %s: %s", f.Kind, f.Where, f.Text) }

// linesMax of findings stand in a failure.
const linesMax = 20

// None fails the test where there are findings, and prints the first of them.
func None(t testing.TB, of string, findings []Finding) {
	t.Helper()
	if len(findings) == 0 {
		return
	}
	var text strings.Builder
	for _, f := range findings[:min(len(findings), linesMax)] {
		fmt.Fprintf(&text, "\n    %v", f)
	}
	t.Errorf("%s: %d findings%s", of, len(findings), &text)
}
