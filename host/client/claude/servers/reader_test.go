package servers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/lenient"
)

// Ensure what is found in a state is what encoding/json finds in it, and that no text
// makes the scanner fail otherwise than by an error.
func FuzzFindState(f *testing.F) {
	for _, seed := range []string{
		`{"mcpServers": 1, "b": {"a": [2, "}"]}, "mcpServers": "x\\\""}`, `{}`, ``, `{"a"`, `{"a": "\`, `[1]`, `{"\u006dcpServers": null}`,
		"\xef\xbb\xbf{\"mcpServers\":true}", `{"a":1}x`, `{"a":{[}}`, `{"a":}`, `{"projects": {"/p": {"x": 1}, "/p": 2}, "projects": {}}`, `{"projects": {"/p": 1}, "projects": 3}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found, err := findState(data, "/p")
		whole, wrong := lenient.Decode(data)
		if wrong != nil || whole == nil || !json.Valid(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))) {
			return // of what is no JSON, some passes
		}
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		projects, _ := lenient.Get[lenient.Object](whole, "projects", lenient.Ignore)
		for name, want := range map[string]string{"mcpServers": string(whole["mcpServers"]), "project": string(projects["/p"])} {
			if got := string(found[name]); got != want {
				t.Fatalf("%q: of %s got %q, want %q", data, name, got, want)
			}
		}
	})
}

// Ensure an entry of any kind is read or said to be broken, and keeps no value.
func FuzzFill(f *testing.F) {
	for _, seed := range []string{
		`{"command": "x", "args": ["a"], "env": {"A": "b"}}`, `{"type": "http", "url": "u", "headers": {"H": "v"}}`, `{"type": 3}`, `null`, `5`, `{"command": null}`, `{"command": "x", "headersHelper": 1e999}`,
	} {
		f.Add("name", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		r := &reader{}
		for _, e := range r.decode(lenient.Object{name: raw}, r.base(client.ScopeUser, "file")) {
			switch {
			case e.State == client.ServerBroken && (e.Why == "" || e.Prefix != ""):
				t.Fatalf("%s: broken for no reason, or still called: %+v", raw, e)
			case e.State == client.ServerRuns && e.Command == "" && e.URL == "":
				t.Fatalf("%s: runs nothing", raw)
			}
		}
	})
}

// Ensure replacing variables ends, and leaves a text without any as it is.
func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"${A}", "a${A:-b}c", "${", "}${}", "${A:-${B}}", "${:-x}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, _, missing := expand(text, nil, func(string) (string, bool) { return "", false })
		if !strings.Contains(text, "${") && (got != text || len(missing) > 0) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// Ensure ids are of the client's alphabet and length, whatever a server calls its tools.
func FuzzToolID(f *testing.F) {
	f.Add("git.hub", "open issue")
	f.Add("claude.ai x", "日本")
	f.Add("ide", "x")
	f.Fuzz(func(t *testing.T, server, tool string) {
		id := ToolID(prefixOf(server), tool)
		if len(id) > idBytesMax || strings.Trim(id, "_-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			t.Fatalf("%q, %q: %q", server, tool, id)
		}
	})
}

// Ensure ids of tools are those that the clients formed.
func TestToolID(t *testing.T) {
	for _, c := range []struct{ server, tool, want string }{
		{"git.hub io", "ns.list things/2", "mcp__git_hub_io__ns_list_things_2"},
		{"git.hub io", "Ünï cöde", "mcp__git_hub_io___n__c_de"},
		{"git.hub io", "UPPER-Case", "mcp__git_hub_io__UPPER-Case"},
		{"git.hub io", "a__b", "mcp__git_hub_io__a__b"},
		{"../x", "one", "mcp_____x__one"},
		{"a..b__c", "one", "mcp__a__b__c__one"},
		{"q", "😀y", "mcp__q____y"},
		{"claude.ai  A.b_", "_two", "mcp__claude_ai_A_b___two"},
		{"plugin:pl:in.line", "inline", "mcp__plugin_pl_in_line__inline"},
		{"q", strings.Repeat("n", 120), "mcp__q__" + strings.Repeat("n", 120)},
		{"q", strings.Repeat("n", 121), ""},
		{"q", "", ""},
		{"ide", "x", ""},
	} {
		if got := ToolID(prefixOf(c.server), c.tool); got != c.want {
			t.Errorf("%q, %q: got %q, want %q", c.server, c.tool, got, c.want)
		}
	}
}

// Ensure "*" stands for any characters and nothing else has a meaning.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"a*c", "abc", true},
		{"a*c", "ac", true},
		{"a*c", "ab", false},
		{"*", "", true},
		{"a", "a", true},
		{"a?", "ab", false},
		{"a*b*c", "axbyc", true},
		{"a*b*c", "acb", false},
		{"ab*ba", "aba", false},
		{"**", "x", true},
		{"a***c", "abc", true},
		{"***a***b***", "xaxbx", true},
		{"***a***b***", "xbxax", false},
		{"a**", "ba", false},
	} {
		if got := patternOf(c.pattern).matches(c.text); got != c.want {
			t.Errorf("%q, %q: got %v", c.pattern, c.text, got)
		}
	}
}

// Ensure the rules of a project's that have "*" are few, so that they hold up no listing, that
// this is told, and that all of the user's count.
func TestRulesOfAProjectAreFew(t *testing.T) {
	rules := make([]string, 0, 100)
	for i := range cap(rules) {
		rules = append(rules, fmt.Sprintf("mcp__p%d__*", i))
	}
	data, err := json.Marshal(map[string]any{"permissions": map[string]any{"deny": append(rules, "mcp__exact")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"project/.claude", "home"} {
		base := t.TempDir()
		m := Machine{Home: filepath.Join(base, "home"), Managed: filepath.Join(base, "none"), Workspace: filepath.Join(base, "project"), Lookup: func(string) (string, bool) { return "", false }}
		for _, folder := range []string{m.Home, filepath.Join(m.Workspace, ".claude")} {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		writeFile(t, filepath.Join(base, where, "settings.json"), string(data))
		found := m.Servers()
		first, last := found.Denied("mcp__p63__x") != "", found.Denied("mcp__p64__x") != ""
		if isOwn := where == "home"; !first || last != isOwn || found.Denied("mcp__exact__x") == "" || (len(found.Warnings) == 0) != isOwn {
			t.Errorf("%s: the 64th rule counts: %v, the 65th: %v; warnings %v", where, first, last, found.Warnings)
		}
	}
}

// Ensure comparing an id with rules reads them no more: each listing compares each id.
func TestRulesAreReadOnce(t *testing.T) {
	r := &reader{layers: []layer{{rules: []string{strings.Repeat("*", 20) + strings.Repeat("1***", 30), "mcp__*__y", "*" + strings.Repeat("x*", 200)}}}}
	denied := r.denied()
	if denied("mcp__a__y") == "" {
		t.Error("a rule denies nothing")
	}
	if made := testing.AllocsPerRun(10, func() { denied("mcp__a__x1") }); made > 0 {
		t.Errorf("an id that no rule denies costs %v allocations", made)
	}
}

// Ensure the variables of a line of a list of servers are looked up once, however many servers
// there are: each prompt reads the lists.
func TestLinesAreReadOnce(t *testing.T) {
	base := t.TempDir()
	asked := 0
	m := Machine{Home: filepath.Join(base, ".claude"), Managed: filepath.Join(base, "none"), Workspace: base, Lookup: func(name string) (string, bool) {
		if name == "A" {
			asked++
		}
		return "", false
	}}
	if err := os.Mkdir(m.Home, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(m.Home, "settings.json"), `{"deniedMcpServers": [{"serverCommand": ["${A}"]}, {"serverUrl": "${A}*x"}], "allowedMcpServers": [{"serverCommand": ["${A:-absent}"]}, {"serverUrl": "http://*${A:-}"}]}`)
	writeFile(t, filepath.Join(base, ".claude.json"), `{"mcpServers": {"one": {"command": "absent"}, "two": {"command": "absent"}, "three": {"type": "http", "url": "http://127.0.0.1:1"}, "four": {"type": "http", "url": "http://127.0.0.1:1"}}}`)
	if running := m.Servers().Running(); len(running) != 4 || asked != 4 {
		t.Errorf("%d servers run, and %d variables were looked up", len(running), asked)
	}
}

// Ensure a server that meanwhile runs something else, or is gone, is not started.
func TestLaunchChanged(t *testing.T) {
	base := t.TempDir()
	state := filepath.Join(base, ".claude.json")
	write := func(text string) { writeFile(t, state, text) }
	m := Machine{Home: filepath.Join(base, ".claude"), Managed: filepath.Join(base, "none"), Workspace: base, Lookup: func(string) (string, bool) { return "", false }}
	write(`{"mcpServers": {"one": {"command": "absent", "env": {"A": "1"}}}}`)
	server := m.Servers().All[0]
	if _, err := m.Launch(server); err != nil {
		t.Fatal(err)
	}
	write(`{"mcpServers": {"one": {"command": "absent", "env": {"A": "2"}}}}`)
	if launch, err := m.Launch(m.Servers().All[0]); err != nil || launch.Environ[0] != "A=2" {
		t.Errorf("another value of a variable: got %q, %v", launch.Environ, err)
	}
	for _, text := range []string{
		`{"mcpServers": {"one": {"command": "other", "env": {"A": "1"}}}}`,
		`{"mcpServers": {"one": {"command": "absent", "env": {"LD_PRELOAD": "1"}}}}`,
		`{"mcpServers": {"one": {"command": "absent", "env": {"A": "2"}}}}`, // who agreed saw what A makes of it
		`{"mcpServers": {}}`,
	} {
		write(text)
		if launch, err := m.Launch(server); err == nil || !strings.Contains(err.Error(), "list the servers again") {
			t.Errorf("%s: got %+v, %v", text, launch, err)
		}
	}
}

// Ensure a yes to a server of the user's does not cover what a project's settings make of its
// environment, and stays where only the user's own settings change.
func TestValuesOfAProject(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project := filepath.Join(base, ".claude"), filepath.Join(base, "project")
	for _, folder := range []string{home, filepath.Join(project, ".claude")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	trust := func(trusted bool) {
		writeFile(t, filepath.Join(base, ".claude.json"), fmt.Sprintf(`{"mcpServers": {"one": {"command": "absent"}}, "projects": {%q: {"hasTrustDialogAccepted": %v}}}`, project, trusted))
	}
	m := Machine{Home: home, Managed: filepath.Join(base, "none"), Workspace: project, Lookup: func(string) (string, bool) { return "", false }}
	values := func() string { return m.Servers().All[0].Values }
	trust(true)
	plain := values()
	writeFile(t, filepath.Join(home, "settings.json"), `{"env": {"PATH": "/home/bin"}}`)
	if values() != plain {
		t.Error("the user's own settings ask for another yes")
	}
	settings := filepath.Join(project, ".claude", "settings.json")
	writeFile(t, settings, `{"env": {"PATH": "/a"}}`)
	first := values()
	writeFile(t, settings, `{"env": {"PATH": "/b"}}`)
	if second := values(); first == plain || second == plain || second == first {
		t.Errorf("got %s without, %s and %s with a PATH of the project's", plain, first, second)
	}
	if trust(false); values() != plain {
		t.Error("what does not count asks for another yes")
	}
}

// stateOf is a state of so many bytes, most of them other projects'.
func stateOf(bytes int, root string) string {
	var b strings.Builder
	b.WriteString(`{"numStartups": 42, "mcpServers": {"one": {"command": "absent"}}, "projects": {`)
	for i := 0; b.Len() < bytes; i++ {
		fmt.Fprintf(&b, `"/home/someone/work/project-%d": {"allowedTools": ["Bash(go test:*)"], "history": [{"display": "please \"mend\" the {test} that fails\\n", "pastedContents": {}}], "mcpServers": {}, "lastCost": 0.25},`, i)
	}
	fmt.Fprintf(&b, `%q: {"hasTrustDialogAccepted": true, "mcpServers": {"two": {"command": "absent"}}}}}`, root)
	return b.String()
}

// Ensure a large state is read whole where it is within its limit.
func TestLargeState(t *testing.T) {
	base := t.TempDir()
	writeFile(t, filepath.Join(base, ".claude.json"), stateOf(stateBytesMax-1000, base))
	m := Machine{Home: filepath.Join(base, ".claude"), Managed: filepath.Join(base, "none"), Workspace: base, Lookup: func(string) (string, bool) { return "", false }}
	if found := m.Servers(); len(found.Running()) != 2 || len(found.Warnings) > 0 {
		t.Errorf("got %+v", found)
	}
}

// BenchmarkServers reads a state of 1 MB; every prompt does where lists of tools exist.
func BenchmarkServers(b *testing.B) {
	base := b.TempDir()
	writeFile(b, filepath.Join(base, ".claude.json"), stateOf(1<<20, base))
	m := Machine{Home: filepath.Join(base, ".claude"), Managed: filepath.Join(base, "none"), Workspace: base, Lookup: func(string) (string, bool) { return "", false }}
	for b.Loop() {
		if len(m.Servers().Running()) != 2 {
			b.Fatal("other servers")
		}
	}
}
