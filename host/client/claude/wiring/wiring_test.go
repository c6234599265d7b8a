package wiring

import (
	"fmt"
	"os"
	"path/filepath"
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
			Home: filepath.Join(base, "home"), Workspace: filepath.Join(base, "work"),
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
