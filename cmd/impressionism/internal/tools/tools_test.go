//go:build unix

package tools

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	store "github.com/ed-irl/impressionism/host/store/tools"
)

// playServer is the first argument of a process that plays a server. It leaves a line in the
// file that the second one names.
const playServer = "play-a-server"

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == playServer {
		serve(os.Args[2], os.Args[3])
		os.Exit(0)
	}
	envtest.HearHangup()
	os.Exit(m.Run())
}

// serve plays a server with the tools that are named, or one that hangs.
func serve(trail, names string) {
	file, err := os.OpenFile(trail, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(file, os.Getpid(), names, os.Getenv("TOKEN"))
	if names == "hang" {
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(in.Bytes(), &r) != nil || len(r.ID) == 0 {
			continue
		}
		result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`
		if r.Method == "tools/list" {
			var all []string
			for name := range strings.SplitSeq(names, ",") {
				all = append(all, fmt.Sprintf(`{"name":%q,"description":"It does %s.","inputSchema":{"type":"object"}}`, name, name))
			}
			result = `{"tools":[` + strings.Join(all, ",") + `]}`
		} else if r.Method != "initialize" {
			fmt.Fprintln(file, "called", r.Method)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, result)
	}
}

// desk is a user with servers.
type desk struct {
	t       *testing.T
	dir     string
	servers client.Servers
	environ []string
	out     bytes.Buffer
	errOut  bytes.Buffer
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, dir: t.TempDir()}
	d.environ = []string{"HOME=" + d.dir, "IMPRESSIONISM_HOME=" + filepath.Join(d.dir, "data"), "PATH=/usr/bin:/bin"}
	d.add("github", "create_issue,list_issues", client.ServerRuns)
	return d
}

func (d *desk) trail() string { return filepath.Join(d.dir, "trail") }

// add adds a server with tools.
func (d *desk) add(name, tools, state string) *client.Server {
	d.servers.All = append(d.servers.All, client.Server{
		Name: name, Scope: client.ScopeUser, Prefix: "mcp__" + name + "__", State: state, Why: map[bool]string{true: "settings.json says so"}[state != client.ServerRuns],
		File: filepath.Join(d.dir, "settings.json"), Transport: client.TransportStdio, Command: "serve", Args: []string{tools, "--token=ghp_" + strings.Repeat("a1B2", 9)}, Variables: []string{"TOKEN"},
	})
	return &d.servers.All[len(d.servers.All)-1]
}

func (d *desk) client() client.Client {
	places := client.Places{
		Home: func(_ func(string) string, userDir string) string { return userDir }, Project: ".desk",
		Folders:  func(string, string) []string { return nil },
		Settings: func(string, string) client.Settings { return client.Settings{} },
		Servers:  func(string, string, func(string) (string, bool), []client.Plugin) client.Servers { return d.servers },
		Launch: func(_, _ string, server client.Server, _ func(string) (string, bool)) (client.Launch, error) {
			if server.Command == "broken" {
				return client.Launch{}, fmt.Errorf("the variable KEY is not set")
			}
			return client.Launch{Command: os.Args[0], Args: []string{playServer, d.trail(), server.Args[0]}, Dir: d.dir, Environ: []string{"TOKEN=hunter-2718281828"}}, nil
		},
		ToolID: func(prefix, tool string) string { return prefix + tool },
	}
	return client.Client{ID: "desk", Name: "Desk", Places: places, Variables: client.Variables{Session: "DESK_SESSION", Running: "DESK"}}
}

// run runs a command and returns its exit code; what it printed is in out and errOut.
func (d *desk) run(args ...string) int {
	d.t.Helper()
	d.out.Reset()
	d.errOut.Reset()
	e := env.Of(wire.ShippedKinds(), d.environ, strings.NewReader(""), &d.out, &d.errOut, time.Now())
	served := d.client()
	e.Dir, e.Served = d.dir, &served
	_, code := cli.Run(e, func(e *env.Env) *cobra.Command {
		root := cli.Root(e, &cobra.Command{Use: "impressionism"})
		root.AddCommand(Command(e))
		return root
	}, append([]string{"tools"}, args...))
	return code
}

// started returns the servers that were started since it was asked last.
func (d *desk) started() []string {
	d.t.Helper()
	data, _ := os.ReadFile(d.trail())
	_ = os.Remove(d.trail())
	var names []string
	for line := range strings.Lines(string(data)) {
		names = append(names, strings.Fields(line)[1])
	}
	return names
}

func (d *desk) wants(what string, code, want int, out string, started ...string) {
	d.t.Helper()
	if code != want || !strings.Contains(d.out.String()+d.errOut.String(), out) {
		d.t.Errorf("%s: exit code %d, want %d with %q:\n%s%s", what, code, want, out, d.out.String(), d.errOut.String())
	}
	if got := d.started(); !slices.Equal(got, started) {
		d.t.Errorf("%s: started %q, want %q", what, got, started)
	}
	if said := d.out.String() + d.errOut.String(); strings.Contains(said, "2718281828") || strings.Contains(said, "a1B2a1B2") {
		d.t.Errorf("%s: a secret is shown:\n%s", what, said)
	}
}

// rows returns the servers as `tools list --json` has them.
func (d *desk) rows() shape.Tools {
	d.t.Helper()
	if code := d.run("list", "--json"); code != 0 {
		d.t.Fatal(d.errOut.String())
	}
	var r shape.Tools
	if err := json.Unmarshal(d.out.Bytes(), &r); err != nil {
		d.t.Fatal(err)
	}
	return r
}

// Ensure that a server is started only after a person's yes, that a session never gives one,
// that the yes counts for the same command alone, and that nothing but the list is asked for.
func TestYes(t *testing.T) {
	d := newDesk(t)
	d.wants("nobody to ask", d.run("sync"), 1, "github: not started: nobody can be asked here")
	if out := d.out.String(); !strings.Contains(out, "github (user) runs: serve create_issue,list_issues --token=[redacted]") {
		t.Errorf("what would be run is not shown: %s", out)
	}
	d.environ = append(d.environ, "DESK=1")
	d.wants("a session's yes", d.run("sync", "--yes", "github"), 1, "github: not started: in a session only servers are started that you agreed to")
	d.environ[len(d.environ)-1] = "DESK_SESSION=s1"
	d.wants("another session's yes", d.run("sync", "github", "--yes", "github"), 1, "in a session only")
	d.environ = d.environ[:3]
	d.wants("yes to another one", d.run("sync", "github", "--yes", "gitlab"), 1, "--yes gitlab: this server is not among those to list")
	d.wants("yes", d.run("sync", "--yes", "github"), 0, "github: 2 tools listed", "create_issue,list_issues")
	d.environ = append(d.environ, "DESK=1")
	d.wants("agreed before, in a session", d.run("sync"), 0, "github: 2 tools listed", "create_issue,list_issues")
	d.servers.All[0].Args[0] = "create_issue,rm_rf"
	d.wants("changed, in a session", d.run("sync", "--yes", "github"), 1, "github: not started: in a session only")
	d.environ = d.environ[:3]
	d.wants("changed", d.run("sync"), 1, "github: not started: nobody can be asked here")
	if r := d.rows(); r.Servers[0].State != "changed" || r.Servers[0].Counting != 0 || r.Servers[0].Tools != 2 {
		t.Errorf("got %+v", r.Servers[0])
	}
	d.wants("yes to the change", d.run("sync", "github", "--yes", "github"), 0, "github: 2 tools listed", "create_issue,rm_rf")
	lists, err := store.In(filepath.Join(d.dir, "data", "tools")).Lists()
	if err != nil || len(lists) != 1 {
		t.Errorf("the former list stays: %+v, %v", lists, err)
	}
}

// Ensure that a yes to one server starts no other one of that name, and that each command which
// is printed means the server that it is about, as a shell reads it.
func TestNames(t *testing.T) {
	d := newDesk(t)
	own := d.servers.All[0]
	plugins := d.add("github", "of_plugin", client.ServerRuns)
	plugins.Scope, plugins.Plugin, plugins.Prefix = client.ScopePlugin, "tools@market", "mcp__plugin_tools_github__"
	far := d.add("far off", "x", client.ServerRuns)
	far.Transport, far.Command, far.Args, far.URL = client.TransportHTTP, "", nil, "https://127.0.0.1:1/mcp"
	d.wants("yes to the user's", d.run("sync", "github", "plugin:tools:github", "--yes", "github"), 1, "if you want it run: impressionism tools sync plugin:tools:github --yes plugin:tools:github", "create_issue,list_issues")
	d.wants("list", d.run("list"), 0, "github: to list its tools: impressionism tools sync plugin:tools:github\n")
	d.wants("list of one far off", d.run("list"), 0, "far off: to list its tools: impressionism tools sync 'far off' --remote\n")
	d.wants("the user's again", d.run("sync", "--yes", "github"), 0, "", "create_issue,list_issues")
	d.wants("no yes to the plugin's", d.run("sync", "plugin:tools:github", "--yes", "github"), 1, "--yes github: this server is not among those to list")
	d.wants("network", d.run("sync", "far off"), 1, "to ask it: impressionism tools sync 'far off' --remote")
	d.wants("nobody", d.run("sync", "far off", "--remote"), 1, "if you want it run: impressionism tools sync 'far off' --remote --yes 'far off'")
	d.wants("yes to the plugin's", d.run("sync", "plugin:tools:github", "--yes", plugins.Folder()), 0, "github: 1 tool listed", "of_plugin")
	d.wants("all", d.run("sync"), 0, "far off: left out: it is asked over the network: impressionism tools sync 'far off' --remote", "create_issue,list_issues", "of_plugin")
	if got := toollists.SyncCommand(own); got != "impressionism tools sync github" {
		t.Errorf("got %s", got)
	}
}

// Ensure that no argument which an option names as a secret is shown or stored.
func TestSecretArguments(t *testing.T) {
	d := newDesk(t)
	d.servers.All[0].Args = append(d.servers.All[0].Args, "--token", "plumcake", "--api-key", "${KEY}")
	d.wants("sync", d.run("sync", "--yes", "github"), 0, "--token [redacted] --api-key ${KEY}", "create_issue,list_issues")
	d.wants("list", d.run("list", "--json"), 0, "--token [redacted] --api-key ${KEY}")
	stored := 0
	err := filepath.WalkDir(filepath.Join(d.dir, "data"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), "plumcake") {
			t.Errorf("%s has a secret:\n%s", path, data)
		}
		stored += strings.Count(string(data), "--token [redacted]")
		return err
	})
	if err != nil || stored != 2 {
		t.Errorf("the command is stored %d times, want 2, with the list and with the yes: %v", stored, err)
	}
}

// Ensure that only servers are started that the client runs, whoever names them, and that
// those with an address wait for --remote.
func TestNotRunning(t *testing.T) {
	for _, state := range []string{client.ServerNotAsked, client.ServerRefused, client.ServerOff, client.ServerShadowed, client.ServerBroken} {
		d := newDesk(t)
		d.servers.All = nil
		d.add("evil", "x", state)
		d.wants(state, d.run("sync", "evil", "--yes", "evil"), 1, "evil is not started, as the client does not run it here: settings.json says so")
		d.wants(state, d.run("sync"), 0, "The client runs no MCP server")
		if r := d.rows(); r.Servers[0].State != state {
			t.Errorf("got %+v", r.Servers[0])
		}
	}
	d := newDesk(t)
	d.servers.All = nil
	far := d.add("far", "x", client.ServerRuns)
	far.Transport, far.Command, far.Args, far.URL = client.TransportHTTP, "", nil, "https://127.0.0.1:1/mcp?key=ghp_"+strings.Repeat("a1B2", 9)
	d.wants("remote", d.run("sync"), 0, "far: left out: it is asked over the network")
	d.wants("remote by name", d.run("sync", "far", "--yes", "far"), 1, "to ask it: impressionism tools sync far --remote")
	d.wants("unknown", d.run("sync", "none"), 1, `there is no server "none"; there are: far`)
	d.servers.All = nil
	d.wants("no servers", d.run("sync", "none"), 1, "the client's files name none")
	d.add("bad", "x", client.ServerRuns).Command = "broken"
	d.wants("no launch", d.run("sync", "--yes", "bad"), 1, "bad: not listed: the variable KEY is not set")
}

// Ensure that what a list says is shown with its state, that a tool counts only if the client
// may call it and the user wants it, and that tools which were only used are told of.
func TestStates(t *testing.T) {
	d := newDesk(t)
	d.add("other", "x", client.ServerRuns)
	d.add("refused", "x", client.ServerRefused)
	d.servers.Denied = func(id string) string { return map[string]string{"mcp__github__list_issues": "Deny(list)"}[id] }
	d.servers.Warnings = []client.Warning{{Path: "/x/.mcp.json", Text: "is broken"}}
	d.wants("sync", d.run("sync", "--yes", "github"), 0, "github: 2 tools listed", "create_issue,list_issues")
	r := d.rows()
	if got := []string{r.Servers[0].State, r.Servers[1].State, r.Servers[2].State}; !slices.Equal(got, []string{"listed", "not-listed", "refused"}) {
		t.Errorf("got %q", got)
	}
	if s := r.Servers[0]; s.Tools != 2 || s.Counting != 1 || s.Tokens == 0 || s.ListedAt == nil || strings.Contains(s.Runs, "a1B2") || len(r.Ignored) != 1 {
		t.Errorf("got %+v", s)
	}
	if !r.Tools[0].Counts || r.Tools[1].Counts || !strings.Contains(r.Tools[1].Why, "Deny(list)") {
		t.Errorf("got %+v", r.Tools)
	}
	d.wants("list", d.run("list"), 0, "other: to list its tools: impressionism tools sync other")
	d.wants("show", d.run("show", "mcp__github__create_issue"), 0, "| It does create_issue.")
	d.wants("show by name", d.run("show", "list_issues"), 0, "counts   no: the client's permissions deny it")
	d.wants("show none", d.run("show", "nothing"), 1, "no list has a tool")
	d.wants("forget none", d.run("forget", "nothing"), 1, "there are lists of: github")
	d.wants("forget", d.run("forget", "github"), 0, "Forgot 1 list of github.")
	if r := d.rows(); r.Servers[0].State != "not-listed" || len(r.Tools) > 0 {
		t.Errorf("got %+v", r)
	}
}

// Ensure that a list from a file is kept for a server of that name, run or not, with the number
// of tools that are not kept, and that a file which has none, or belongs to no server, is an
// error that says what to do.
func TestImport(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(d.dir, "github.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"result":{"tools":[{"name":"create_issue","description":"Create."},{"name":"b c"},{"name":"create_issue"}]}}`)
	d.wants("import", d.run("import", file), 0, "github: 1 tool listed, some 5 tokens; 2 not kept")
	if r := d.rows(); r.Servers[0].State != "listed" || len(r.Servers[0].Rejected) != 2 {
		t.Errorf("got %+v", r.Servers[0])
	}
	write("[" + strings.Repeat(`{"name":""},`, 60) + `{"name":"one"}]`)
	d.wants("many that are none", d.run("import", file), 0, "github: 1 tool listed, some 1 tokens; 60 not kept")
	if s := d.rows().Servers[0]; len(s.Rejected) != store.RejectedMax || s.More != 60-store.RejectedMax {
		t.Errorf("got %d rejected and %d more", len(s.Rejected), s.More)
	}
	d.wants("list", d.run("list"), 0, `github: 60 tools were not kept, as {"name":""}: it has no name`)
	if got := advice(shape.Tools{Servers: []shape.ToolServer{{Name: "x", State: toollists.Listed, More: 5}}}); len(got) != 1 || got[0] != "x: 5 tools were not kept, as a list has at most 1000" {
		t.Errorf("got %q", got)
	}
	d.wants("for none", d.run("import", file, "--server", "x"), 1, "name it with --server")
	write("<html>")
	d.wants("html", d.run("import", file), 1, "it is no JSON")
	d.wants("absent", d.run("import", "absent.json", "--server", "github"), 1, "no such file")
	d.wants("folder", d.run("import", d.dir, "--server", "github"), 1, "read "+d.dir)
	d.add("off", "x", client.ServerOff)
	write(`[{"name":"one"}]`)
	d.wants("off", d.run("import", file, "--server", "off"), 0, "off: 1 tool listed")
	if r := d.rows(); r.Servers[1].State != "off" || r.Servers[1].Tools != 1 || r.Servers[1].Counting != 0 || r.Servers[0].Tools != 1 {
		t.Errorf("got %+v", r.Servers)
	}
}

// Ensure that whoever interrupts a sync, ends it or closes its terminal keeps the former list and
// finds no process left, and that a second sync meanwhile says what to do.
func TestInterrupted(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) { interrupted(t, sent) })
	}
}

func interrupted(t *testing.T, sent syscall.Signal) {
	t.Helper()
	d := newDesk(t)
	d.wants("sync", d.run("sync", "--yes", "github"), 0, "github: 2 tools listed", "create_issue,list_issues")
	before := d.rows()
	slow := d.servers.All[0]
	slow.Name, slow.Args = "slow", []string{"hang"}
	d.servers.All = append(d.servers.All, slow)
	var busy error
	go func() {
		for range 500 {
			if data, _ := os.ReadFile(d.trail()); strings.Contains(string(data), "hang") {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		_, busy = store.In(filepath.Join(d.dir, "data", "tools")).Write()
		_ = syscall.Kill(os.Getpid(), sent)
	}()
	began := time.Now()
	code := d.run("sync", "slow", "--yes", "slow")
	data, _ := os.ReadFile(d.trail())
	d.wants("interrupted", code, 1, "interrupted; the server and what it started are ended", "hang")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	if busy != store.ErrBusy {
		t.Errorf("a second sync: got %v", busy)
	}
	pid := strings.Fields(string(data))[0]
	if _, err := os.Stat("/proc/" + pid); err == nil {
		t.Errorf("the server is left: %s", pid)
	}
	after := d.rows()
	if got, want := fmt.Sprint(after.Tools), fmt.Sprint(before.Tools); got != want || after.Servers[1].State != toollists.NotListed {
		t.Errorf("got %s, want %s", got, want)
	}
}
