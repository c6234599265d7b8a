package wire_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/all"
)

// Ensure a server answers no hook in which a client's variable is another one: whatever the places
// of a client look up is among the names that tell two environments apart.
func TestServerTermsNameVariables(t *testing.T) {
	base := t.TempDir()
	e, _, _ := envtest.WarmApp(envtest.WarmEnviron(base), nil, 0)
	envtest.Must(t, e.Configure(""))
	names := wire.ServerTerms(e, []string{"MY_KEY", "", "no name"}).Names
	if !slices.Contains(names, "MY_KEY") || slices.Contains(names, "") || slices.Contains(names, "no name") {
		t.Errorf("got names %q", names)
	}
	for _, c := range all.Clients() {
		asked := map[string]bool{}
		lookup := func(name string) string { asked[name] = true; return "" }
		lookupSet := func(name string) (string, bool) { return lookup(name), false }
		home, project := filepath.Join(base, c.ID), filepath.Join(base, "project")
		envtest.Must(t, os.MkdirAll(home, 0o700))
		envtest.Must(t, os.MkdirAll(project, 0o700))
		c.Places.Home(lookup, home)
		if c.Places.Servers != nil {
			servers := c.Places.Servers(home, project, lookupSet, nil)
			servers.Running()
			servers.Denied("mcp__x__y")
			servers.Defers(1)
		}
		for name := range asked {
			if !slices.Contains(names, name) {
				t.Errorf("%s reads %s, which is not among the names of the terms: add it to its client.Variables", c.ID, name)
			}
		}
		if len(asked) == 0 {
			t.Errorf("%s: nothing was looked up", c.ID)
		}
	}
}
