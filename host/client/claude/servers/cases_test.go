package servers_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude/servers/serverstest"
)

var update = flag.Bool("update", false, "write what is returned into the test cases")

// Ensure every case of testdata/cases has the servers, states, reasons and warnings that it
// names. A case's comment says what it is about and may ask more: "denied ID",
// "defers BYTES", "launch NAME".
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) < 40 {
		t.Fatalf("got %d cases, want at least 40: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			base, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			c := serverstest.Read(t, path, base)
			got := strings.ReplaceAll(described(c), c.Base, "$WORK")
			if *update {
				if err := serverstest.Write(path, got); err != nil {
					t.Fatal(err)
				}
			} else if got != c.Want {
				t.Errorf("got\n%s\nwant\n%s", got, c.Want)
			}
			if strings.Contains(got, "hush") {
				t.Error("what is returned holds a secret's value")
			}
		})
	}
}

// described is all that the package returns about a case, as lines.
func described(c serverstest.Case) string {
	var b strings.Builder
	found := c.Machine.Servers()
	for _, s := range found.All {
		fmt.Fprintf(&b, "%s: %s %s %s", s.State, s.Scope, strconv.Quote(s.Name), s.Prefix)
		if s.Plugin != "" {
			fmt.Fprintf(&b, " of %s", s.Plugin)
		}
		fmt.Fprintf(&b, "; %s\n", s.Why)
	}
	for _, w := range found.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	for _, line := range c.Lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "denied":
			fmt.Fprintf(&b, "denied %s: %q\n", rest, found.Denied(rest))
		case "defers":
			bytes, _ := strconv.ParseInt(rest, 10, 64) // what is no number counts as none
			fmt.Fprintf(&b, "defers %d: %v\n", bytes, found.Defers(bytes))
		case "launch":
			fmt.Fprintf(&b, "launch %s: %s\n", rest, launched(c, rest))
		}
	}
	return b.String()
}

// launched says how a server is started. Of variables that might be secret it has the
// lengths of the values.
func launched(c serverstest.Case, name string) string {
	for _, s := range c.Machine.Servers().All {
		if s.Name != name {
			continue
		}
		launch, err := c.Machine.Launch(s)
		if err != nil {
			return err.Error()
		}
		hide := func(text string) string { return strings.ReplaceAll(text, "hush", "(4 bytes)") }
		return hide(fmt.Sprintf("%q %q in %s with %q, at %q with %q; secrets %q", launch.Command, launch.Args, launch.Dir, launch.Environ, launch.URL, launch.Headers, launch.Secrets))
	}
	return "there is none"
}
