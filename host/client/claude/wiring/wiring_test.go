package wiring

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ed-irl/impressionism/host/seedtest"
)

// Ensure that each fault in testdata is found, and nothing besides: a file is a
// home and a workspace, and "want" has a line for each finding: its code, and
// words that its place, source or reason have.
func TestRead(t *testing.T) {
	seedtest.Run(t, 50, Rules.Codes(), func(t *testing.T, file string) (want, got []string) {
		base, want := layOut(t, file)
		found := Read(Place{
			Name: "impressionism", Self: filepath.Join(base, "opt", "bin", "impressionism"),
			Home: filepath.Join(base, "home"), Managed: filepath.Join(base, "managed"), Workspace: filepath.Join(base, "work"),
			PluginDirs: inline(filepath.Join(base, "mine")), Path: []string{filepath.Join(base, "tools", "bin")},
		})
		for _, f := range found.Findings {
			if f.File == "" || f.Fix == "" || f.Severity == "" || f.Line < 1 {
				t.Errorf("incomplete: %+v", f)
			}
			got = append(got, fmt.Sprintf("%s %d:%d %s %s", f.Code, f.Line, f.Column, f.Source, f.Reason))
		}
		return want, got
	})
}

// Ensure that of all hooks those are returned which the client runs where an administrator has a
// say, and that what keeps the others from running is told once.
func TestManaged(t *testing.T) {
	const all = "[managed/managed more/managed user/user acme@m ours@m]"
	for _, test := range []struct{ name, managed, more, user, want, off, codes string }{
		{"nothing said", "", "", "", all, "", ""},
		{"all off by the administrator", `"disableAllHooks": true,`, "", `"disableAllHooks": false,`, all, "managed-settings.json", "hooks-disabled"},
		{"all off by the user", "", "", `"disableAllHooks": true,`, "[managed/managed more/managed ours@m]", "", "hooks-disabled"},
		{"not off, whatever the user says", `"disableAllHooks": false,`, "", `"disableAllHooks": true,`, all, "", ""},
		{"the administrator's only", `"allowManagedHooksOnly": true,`, "", "", "[managed/managed more/managed ours@m]", "", "hooks-managed-only"},
		{"the same twice", `"allowManagedHooksOnly": true,`, "", `"disableAllHooks": true,`, "[managed/managed more/managed ours@m]", "", "hooks-managed-only"},
		{"the later file decides", `"allowManagedHooksOnly": true,`, `"allowManagedHooksOnly": false,`, "", all, "", ""},
		{"a user who says it", "", "", `"allowManagedHooksOnly": true,`, all, "", ""},
		{"no switch", `"allowManagedHooksOnly": "yes",`, "", "", all, "", ""},
	} {
		base, _ := layOut(t, "testdata/hooks-managed-only.txtar")
		hooks := func(name, before string) string {
			return fmt.Sprintf(`{%s "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true %s"}]}]}}`, before, name)
		}
		for file, text := range map[string]string{
			"managed/managed-settings.json":            hooks("managed", test.managed),
			"managed/managed-settings.d/20-hooks.json": `{"enabledPlugins": {"ours@m": true}}`,
			"managed/managed-settings.d/30-more.json":  hooks("more", test.more),
			"home/settings.json":                       hooks("user", `"enabledPlugins": {"acme@m": true, "ours@m": false},`+test.user),
		} {
			if err := os.WriteFile(filepath.Join(base, filepath.FromSlash(file)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found := Read(Place{Name: "impressionism", Home: filepath.Join(base, "home"), Managed: filepath.Join(base, "managed"), Path: []string{filepath.Join(base, "tools", "bin")}})
		var ran, codes []string
		for _, hook := range found.Hooks {
			if hook.Source.Kind == KindPlugin {
				ran = append(ran, hook.Source.Name)
			} else {
				ran = append(ran, strings.TrimPrefix(hook.Command, "true ")+"/"+hook.Source.Name)
			}
		}
		slices.SortFunc(ran, func(a, b string) int { return strings.Index(all, a) - strings.Index(all, b) })
		for _, finding := range found.Findings {
			codes = append(codes, finding.Code)
		}
		off := strings.TrimPrefix(found.Disabled, filepath.Join(base, "managed")+string(filepath.Separator))
		if fmt.Sprint(ran) != test.want || off != test.off || strings.Join(codes, " ") != test.codes {
			t.Errorf("%s: got %v, off by %q, %v; want %s, %q, %q", test.name, ran, off, codes, test.want, test.off, test.codes)
		}
	}
}

// layOut writes the files of an archive into a folder; scripts in a bin folder
// may be executed.
func layOut(t *testing.T, file string) (base string, want []string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if base, err = filepath.EvalSymlinks(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		text := strings.NewReplacer("$BASE", base, "$HUGE", strings.Repeat(" ", fileBytesMax+1)).Replace(string(f.Data))
		if f.Name == "want" {
			for line := range strings.Lines(text) {
				want = append(want, strings.TrimSpace(line))
			}
			continue
		}
		path, mode := filepath.Join(base, filepath.FromSlash(f.Name)), os.FileMode(0o644)
		if filepath.Base(filepath.Dir(path)) == "bin" {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return base, want
}

func inline(dir string) []string {
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return []string{dir}
}

// FuzzHooks holds that no hooks file breaks the reader, and that every finding
// has a place inside of it.
func FuzzHooks(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, one := range archive.Files {
			if strings.HasSuffix(one.Name, ".json") {
				f.Add(one.Data)
			}
		}
	}
	f.Add([]byte(strings.Repeat("[", 100_000)))
	f.Add([]byte(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a 'b","args":[1,null,{}]},null]},{"matcher":null,"hooks":{}}],"":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{source: Source{Kind: KindPlugin, Name: "p@m", File: "hooks.json", Root: "/nowhere/p q"}, data: data}
		root, err := parseJSON(data)
		if err != nil {
			return
		}
		r.file(root)
		lines := strings.Count(string(data), "\n") + 1
		for _, finding := range append(r.findings, together(Place{Name: "a"}, r.hooks)...) {
			if finding.Line < 1 || finding.Line > lines || finding.Code == "" || finding.Severity == "" {
				t.Errorf("got %+v in %d lines", finding, lines)
			}
		}
	})
}

// FuzzScript holds that no script breaks those who look into it.
func FuzzScript(f *testing.F) {
	f.Add("echo Loading\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"Stop\"}}'", "Stop")
	f.Add("user_prompt tool_result .stop_reason decision: 'block' exit 2 additionalContext", "UserPromptSubmit")
	f.Fuzz(func(_ *testing.T, text, event string) {
		r := reader{}
		hook := Hook{Event: event, Form: FormShell, Command: text, Async: true, Source: Source{Root: "/p"}}
		r.script(hook, programOf(hook), 0)
		_, _ = rootQuotes(text)
	})
}
