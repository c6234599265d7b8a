package clienttest_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	clients "github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/client/claude/servers/serverstest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure the client itself runs, waits for approval of, and has switched off the servers
// that package servers says so of, in each of its test cases. A case that differs on
// purpose says "unlike the client", or "only VERSION". Each client tries some on each commit.
func TestServersAsTheClientLists(t *testing.T) {
	paths, err := filepath.Glob("../servers/testdata/cases/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, version := range clienttest.Versions() {
		t.Run(version, func(t *testing.T) {
			program := clienttest.Client(t, version)
			alike := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return differs(t, path, version) })
			for _, path := range sampletest.Some(alike, casesTried, func(path string) string { return version + path }) {
				t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
					base, err := filepath.EvalSymlinks(t.TempDir())
					if err != nil {
						t.Fatal(err)
					}
					c := serverstest.Read(t, path, base)
					t.Parallel()
					found := c.Machine.Servers().All // before the client, which may mend its files
					got := listed(t, program, c)
					if diff := cmp.Diff(expected(found), got); diff != "" {
						t.Errorf("the client's list differs (-ours +the client's):\n%s", diff)
					}
				})
			}
		})
	}
}

// casesTried are run with each client on each commit, all by make e2e.
const casesTried = 6

// differs reports whether a case says that a client's list cannot be compared with it.
func differs(t *testing.T, path, version string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	about, _, _ := strings.Cut(string(data), "\n-- ")
	return strings.Contains(about, "\nunlike the client") || strings.Contains(about, "\ndefers ") ||
		strings.Contains(about, "\nonly ") && !strings.Contains(about, "\nonly "+version)
}

// expected is what the client should list, by the name that it uses.
func expected(all []clients.Server) map[string]string {
	want := map[string]string{}
	for _, s := range all {
		name := s.Name
		if plugin, _, _ := strings.Cut(s.Plugin, "@"); plugin != "" {
			name = "plugin:" + plugin + ":" + name
		}
		if want[name] == clients.ServerRuns {
			continue // of two servers of one name, the client lists the one that runs
		}
		switch s.State {
		case clients.ServerRuns, clients.ServerNotAsked:
			want[name] = s.State
		case clients.ServerOff:
			if s.Why != "its plugin is disabled in user settings" { // the client does not list these
				want[name] = s.State
			}
		}
	}
	return want
}

// line is one server of the client's list.
var line = regexp.MustCompile(`(?m)^(.*?): .* - (. .*)$`)

// listed is what the client says of its servers. None of them can be started, which is
// what becomes of those that it runs.
func listed(t *testing.T, program string, c serverstest.Case) map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), clienttest.TurnLimit)
	defer cancel()
	api := clienttest.StartAPI()
	defer api.Close()
	command := exec.CommandContext(ctx, program, "mcp", "list")
	command.Dir = c.Machine.Workspace
	command.Env = clienttest.Environ(api, filepath.Join(c.Base, "home"), t.TempDir())
	for _, one := range c.Lines {
		if variable, found := strings.CutPrefix(one, "variable "); found {
			command.Env = append(command.Env, strings.ReplaceAll(variable, "$WORK", c.Base))
		}
	}
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("list the servers: %v\n%s", err, said)
	}
	got := map[string]string{}
	for _, match := range line.FindAllStringSubmatch(string(said), -1) {
		name, state := match[1], match[2]
		switch {
		case strings.Contains(state, "Failed") || strings.Contains(state, "Connected") || strings.Contains(state, "Needs authentication"):
			got[name] = clients.ServerRuns
		case strings.Contains(state, "Pending"):
			got[name] = clients.ServerNotAsked
		case strings.Contains(state, "Disabled"):
			got[name] = clients.ServerOff
		default:
			t.Errorf("%q is in no known state", match[0])
		}
	}
	return got
}
