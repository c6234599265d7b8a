package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
)

// toolTrial is a made-up client with servers, and a folder of lists of their tools.
type toolTrial struct {
	*testing.T
	servers client.Servers
	config  Config
	asked   int // how often the client's files were read
}

func newToolTrial(t *testing.T) *toolTrial {
	t.Helper()
	trial := &toolTrial{T: t}
	trial.config = Config{
		Kinds: catalog.Kinds{skill.Kind, command.Kind, tool.Kind}, Home: t.TempDir(), Workspace: t.TempDir(),
		Tools: Tools{Dir: filepath.Join(t.TempDir(), "tools"), Include: []string{"*"}},
	}
	trial.config.Client = client.Places{Servers: func(home, workspace string, lookup func(string) (string, bool), _ []client.Plugin) client.Servers {
		_, set := lookup("ANY")
		if trial.asked++; home != trial.config.Home || workspace != trial.config.Workspace || set {
			t.Errorf("asked for servers of %q in %q", home, workspace)
		}
		return trial.servers
	}}
	return trial
}

// server adds a server, with a list of tools where any are named.
func (trial *toolTrial) server(s client.Server, tools ...string) client.Server {
	trial.Helper()
	if s.State == "" {
		s.State = client.ServerRuns
	}
	if s.Prefix == "" {
		s.Prefix = "mcp__" + s.Name + "__"
	}
	trial.servers.All = append(trial.servers.All, s)
	for _, name := range tools {
		trial.write(filepath.Join(s.Folder(), name+tool.Suffix), fmt.Sprintf(`{"server": %q, "name": %q, "description": "It does."}`, s.Name, name))
	}
	return s
}

func (trial *toolTrial) write(name, text string) {
	trial.Helper()
	path := filepath.Join(trial.config.Tools.Dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		trial.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		trial.Fatal(err)
	}
}

// list returns the ids that count, and what was rejected, as "file: code: reason".
func (trial *toolTrial) list() (ids, rejected []string) {
	trial.Helper()
	listing := List(trial.Context(), trial.config)
	for _, entry := range listing.Entries {
		if entry.Kind != abi.KindTool {
			trial.Errorf("listed a %s", entry.Kind)
		}
		ids = append(ids, entry.ID)
	}
	for _, r := range listing.Rejected {
		if r.Reason == "" {
			trial.Errorf("%s has no reason", r.Path)
		}
		rejected = append(rejected, filepath.Base(r.Path)+": "+r.Code+": "+r.Reason)
	}
	return ids, rejected
}

func (trial *toolTrial) check(what string, want ...string) (rejected []string) {
	trial.Helper()
	ids, rejected := trial.list()
	if diff := cmp.Diff(want, ids); diff != "" {
		trial.Errorf("%s (-want +got):\n%s\nrejected: %q", what, diff, rejected)
	}
	return rejected
}

// Ensure that the tools of those servers alone count that the client runs and a person had
// listed as they are now, in the order of ids, with where they come from.
func TestToolsOfRunningServers(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "user", Scope: client.ScopeUser, Command: "u"}, "two", "one")
	trial.server(client.Server{Name: "local", Scope: client.ScopeLocal, Command: "l"}, "x")
	trial.server(client.Server{Name: "project", Scope: client.ScopeProject, Command: "p"}, "x")
	trial.server(client.Server{Name: "managed", Scope: client.ScopeManaged, URL: "https://example.test"}, "x")
	trial.server(client.Server{Name: "own", Scope: client.ScopePlugin, Plugin: "tools@market", Prefix: "mcp__plugin_tools_own__", Command: "o"}, "x")
	for _, state := range []string{client.ServerNotAsked, client.ServerRefused, client.ServerOff, client.ServerShadowed, client.ServerBroken} {
		trial.server(client.Server{Name: state, Scope: client.ScopeProject, State: state, Command: "never"}, "x")
	}
	trial.server(client.Server{Name: "not-listed", Scope: client.ScopeUser, Command: "n"})
	changed := trial.server(client.Server{Name: "changed", Scope: client.ScopeUser, Command: "former"}, "x")
	trial.servers.All[len(trial.servers.All)-1].Command = "another"
	if changed.Folder() == trial.servers.All[len(trial.servers.All)-1].Folder() {
		t.Fatal("a changed command has the same folder")
	}
	trial.write("stranger-00000000/x.json", `{}`)
	trial.write("README.md", "no folder")
	if rejected := trial.check("all", "mcp__local__x", "mcp__managed__x", "mcp__plugin_tools_own__x", "mcp__project__x", "mcp__user__one", "mcp__user__two"); rejected != nil {
		t.Errorf("rejected %q", rejected)
	}
	want := map[string]string{"mcp__local__x": catalog.SourceUser, "mcp__project__x": catalog.SourceProject, "mcp__plugin_tools_own__x": catalog.SourcePlugin, "mcp__managed__x": catalog.SourceUser}
	for _, entry := range List(t.Context(), trial.config).Entries {
		if source, asked := want[entry.ID]; asked && entry.Source != source || entry.ID == "mcp__plugin_tools_own__x" && entry.Plugin != "tools@market" {
			t.Errorf("%s is of %s %s", entry.ID, entry.Source, entry.Plugin)
		}
	}
	before := List(t.Context(), trial.config)
	slices.Reverse(trial.servers.All)
	if diff := cmp.Diff(before, List(t.Context(), trial.config)); diff != "" {
		t.Errorf("the order of servers shows (-before +after):\n%s", diff)
	}
}

// Ensure that the client's files are read where a list is there, and nowhere else: neither
// without a folder of lists, nor with an empty one, one of hidden folders, or with the user's
// word that no tool is told.
func TestToolsReadNothingWithoutLists(t *testing.T) {
	trial := newToolTrial(t)
	never := func(what string, calls int) {
		t.Helper()
		if trial.check(what); trial.asked != calls {
			t.Errorf("%s: servers were asked for %d times, want %d", what, trial.asked, calls)
		}
	}
	server := trial.server(client.Server{Name: "a", Scope: client.ScopeUser, Command: "a"})
	never("no folder", 0)
	if err := os.Mkdir(trial.config.Tools.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	never("an empty folder", 0)
	trial.write(".lock", "")
	trial.write("agreed.json", "{}")
	trial.write(filepath.Join(".former-"+server.Folder(), "x.json"), "{}")
	trial.write(filepath.Join(".new-1", "x.json"), "{}")
	never("no list that is whole", 0)
	trial.write(filepath.Join(server.Folder(), "x.json"), "{}")
	trial.config.Tools.Tell = TellNever
	never("tell never", 0)
	trial.config.Tools.Tell, trial.config.Tools.Dir = TellAlways, ""
	never("no folder in the settings", 0)
	trial.config.Tools.Dir = filepath.Join(t.TempDir(), "none")
	never("a folder that is gone", 0)
}

// Ensure that tools are left out that the client's permissions deny or the settings exclude,
// each with the rule in the reason; a denied one is denied whatever includes it.
func TestToolsLeftOut(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "a", Scope: client.ScopeUser, Command: "a"}, "get", "delete", "list", "danger")
	trial.servers.Denied = func(id string) string {
		if id == "mcp__a__danger" {
			return "mcp__a__danger in settings.json"
		}
		return ""
	}
	trial.config.Tools.Include, trial.config.Tools.Exclude = []string{"mcp__a__*"}, []string{"*__delete"}
	rejected := trial.check("excluded", "mcp__a__get", "mcp__a__list")
	want := []string{
		"danger.json: denied: the client's permissions deny it: mcp__a__danger in settings.json",
		"delete.json: excluded: tools.exclude has it",
	}
	if diff := cmp.Diff(want, rejected); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	trial.config.Tools.Include, trial.config.Tools.Exclude = []string{"mcp__b__*", "*__list"}, nil
	if rejected := trial.check("not included", "mcp__a__list"); len(rejected) != 3 || rejected[2] != "get.json: excluded: tools.include does not have it" {
		t.Errorf("rejected %q", rejected)
	}
	trial.config.Tools.Include = nil
	trial.check("no list of includes", "mcp__a__delete", "mcp__a__get", "mcp__a__list")
}

// Ensure that no tool is compared with the client's permissions once nobody waits, that those
// that were not do not count, and that this is told.
func TestToolsEndWithTheirContext(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "a", Scope: client.ScopeUser, Command: "a"}, "get", "list", "put")
	ctx, cancel := context.WithCancel(t.Context())
	compared := 0
	trial.servers.Denied = func(string) string {
		compared++
		cancel()
		return ""
	}
	listing := List(ctx, trial.config)
	if compared != 1 || len(listing.Entries) > 1 {
		t.Errorf("%d tools were compared, and %d count", compared, len(listing.Entries))
	}
	if len(listing.Rejected) != 1 || listing.Rejected[0].Code != "out-of-time" || listing.Rejected[0].Path != trial.config.Tools.Dir {
		t.Errorf("got %+v", listing.Rejected)
	}
}

// Ensure that with auto tools count where the client keeps definitions of that size from the
// model, that otherwise each is left out for that reason, and that always asks nobody.
func TestToolsTell(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "a", Scope: client.ScopeUser, Command: "a"}, "get", "list")
	var bytes []int64
	defers := false
	trial.servers.Defers = func(n int64) bool { bytes = append(bytes, n); return defers }
	trial.config.Tools.Tell = TellAuto
	rejected := trial.check("auto, all shown")
	if len(rejected) != 2 || !strings.HasPrefix(rejected[0], "get.json: in-reach: ") || !strings.Contains(rejected[0], "tools.tell: always") {
		t.Errorf("rejected %q", rejected)
	}
	defers = true
	trial.check("auto, kept from the model", "mcp__a__get", "mcp__a__list")
	if len(bytes) != 3 || bytes[0] != 0 || bytes[1] < 100 || bytes[1] > 200 {
		t.Errorf("asked about %d bytes", bytes)
	}
	defers, bytes = false, nil
	for _, tell := range []string{TellAlways, ""} {
		trial.config.Tools.Tell = tell
		trial.check("always", "mcp__a__get", "mcp__a__list")
	}
	trial.config.Tools.Tell, trial.config.Tools.Exclude = TellAuto, []string{"*"}
	trial.check("none is left")
	if bytes != nil {
		t.Errorf("asked about %d bytes", bytes)
	}
	trial.servers.Defers, trial.config.Tools.Exclude = nil, nil
	trial.check("a client that cannot say", "mcp__a__get", "mcp__a__list")
}

// Ensure that of two servers whose tools the client would call by one id the first that runs
// has it, and that the other's is left out for that reason.
func TestToolsOfOneID(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "a b", Scope: client.ScopeLocal, Prefix: "mcp__a_b__", Command: "near"}, "x", "own")
	far := trial.server(client.Server{Name: "a_b", Scope: client.ScopeUser, Prefix: "mcp__a_b__", Command: "far"}, "x")
	rejected := trial.check("two servers", "mcp__a_b__own", "mcp__a_b__x")
	listing := List(t.Context(), trial.config)
	if len(rejected) != 1 || !strings.HasPrefix(listing.Rejected[0].Path, filepath.Join(trial.config.Tools.Dir, far.Folder())) {
		t.Errorf("rejected %+v", listing.Rejected)
	}
	trial.servers.All[0].Prefix = "" // the client calls none of its tools
	trial.check("without an id", "mcp__a_b__x")
}

// Ensure that what cannot be read of the client's files or the lists is told, and costs
// nothing else: warnings of the client, a file in the folder's place, one that is closed,
// a thousand folders and more.
func TestToolsFolder(t *testing.T) {
	trial := newToolTrial(t)
	trial.server(client.Server{Name: "a", Scope: client.ScopeUser, Command: "a"}, "x")
	trial.servers.Warnings = []client.Warning{{Path: "/p/.mcp.json", Text: "it is broken"}}
	if rejected := trial.check("a warning", "mcp__a__x"); !slices.Equal(rejected, []string{".mcp.json: settings: it is broken"}) {
		t.Errorf("rejected %q", rejected)
	}
	trial.servers.Warnings = nil
	for i := range listsMax + 1 {
		if err := os.Mkdir(filepath.Join(trial.config.Tools.Dir, fmt.Sprintf("zz-%04d-00000000", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	_, rejected := trial.list()
	if len(rejected) != 1 || !strings.HasPrefix(rejected[0], "tools: unreadable: ") || !strings.Contains(rejected[0], "more than 1000 entries") {
		t.Errorf("rejected %q", rejected)
	}
	file := filepath.Join(t.TempDir(), "tools")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	trial.config.Tools.Dir, trial.asked = file, 0
	if rejected := trial.check("a file"); len(rejected) != 1 || !strings.HasPrefix(rejected[0], "tools: unreadable: ") || trial.asked > 0 {
		t.Errorf("rejected %q, %d asked", rejected, trial.asked)
	}
	if os.Getuid() == 0 {
		return // root reads what is closed
	}
	trial.config.Tools.Dir = t.TempDir()
	if err := os.Chmod(trial.config.Tools.Dir, 0); err != nil {
		t.Fatal(err)
	}
	if rejected := trial.check("a closed folder"); len(rejected) != 1 || !strings.Contains(rejected[0], "permission denied") {
		t.Errorf("rejected %q", rejected)
	}
}
