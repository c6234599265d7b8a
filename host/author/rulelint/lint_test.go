package rulelint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// builtins finds modules of the rulesets inside the program.
func builtins(name string) ([]byte, bool) {
	ruleset, err := engine.Find(engine.Places{Builtin: builtin.FS}).Load(strings.ReplaceAll(name, ".", "/"))
	return ruleset.Program.Code, err == nil
}

func load(t testing.TB, files fs.FS, name string) rulelint.Ruleset {
	t.Helper()
	ruleset, err := rulelint.Load(files, name)
	if err != nil {
		t.Fatal(err)
	}
	ruleset.Require, ruleset.Properties = builtins, []string{"better-score", "known-items"}
	return ruleset
}

func tell(f diag.Finding) string {
	return fmt.Sprintf("%s:%d:%d %s %s", f.File, f.Line, f.Column, f.Code, f.Reason)
}

// Ensure nothing is found in the rulesets that come with the program and the
// examples, since authors begin with copies of them.
func TestOurOwnRulesetsAreClean(t *testing.T) {
	for _, place := range []struct {
		files fs.FS
		root  string
		count int
	}{
		{os.DirFS("../../../rules"), "lua", 4}, {os.DirFS("../../../examples"), "ruleset-repository", 5}, {os.DirFS("testdata"), "careful", 1},
	} {
		names, err := rulelint.Find(place.files, place.root)
		if err != nil || len(names) != place.count {
			t.Errorf("%s: rulesets %q, %v; want %d", place.root, names, err, place.count)
		}
		for _, name := range names {
			for _, f := range rulelint.Lint(load(t, place.files, name)).Findings {
				t.Errorf("%s: %s", name, tell(f))
			}
		}
	}
	names, err := rulelint.Find(os.DirFS("../../../rules"), "wasm")
	if err != nil || len(names) != 5 {
		t.Errorf("twins %q, %v; want five", names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(path.Join("../../../rules", name, "ruleset.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range rulelint.Manifest(rulelint.Ruleset{Name: path.Base(name), Folder: true, Files: map[string][]byte{"ruleset.json": data}}) {
			t.Errorf("%s: %s", name, tell(f))
		}
	}
}

// defect is one edit of testdata/careful and the finding that it must give.
type defect struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Find    string `json:"find"`
	Replace string `json:"replace"`
	Remove  bool   `json:"remove"`
	Code    string `json:"code"`
	At      string `json:"at"`
}

func defects(t testing.TB) []defect {
	t.Helper()
	data, err := os.ReadFile("testdata/defects.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []defect
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var d defect
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		all = append(all, d)
	}
	return all
}

func (d defect) apply(t testing.TB, clean rulelint.Ruleset) rulelint.Ruleset {
	t.Helper()
	clean.Files = maps.Clone(clean.Files)
	if d.Remove {
		delete(clean.Files, d.File)
		return clean
	}
	text := string(clean.Files[d.File])
	if !strings.Contains(text, d.Find) {
		t.Fatalf("%s has no %q", d.File, d.Find)
	}
	clean.Files[d.File] = []byte(strings.Replace(text, d.Find, d.Replace, 1))
	return clean
}

// Ensure each of the seeded defects is found, by the rule and at the place that
// the data names.
func TestDefectsAreFound(t *testing.T) {
	clean := load(t, os.DirFS("testdata"), "careful")
	all := defects(t)
	if len(all) < 60 {
		t.Errorf("%d defects, want at least 60", len(all))
	}
	for _, d := range all {
		t.Run(d.Name, func(t *testing.T) {
			findings := rulelint.Lint(d.apply(t, clean)).Findings
			if !slices.ContainsFunc(findings, func(f diag.Finding) bool {
				return f.Code == d.Code && fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column) == d.At
			}) {
				t.Errorf("no %s at %s", d.Code, d.At)
				for _, f := range findings {
					t.Log(tell(f))
				}
			}
			for _, f := range findings {
				if f.Fix == "" || f.Reason == "" || strings.Contains(f.Reason+f.Fix, "%!") {
					t.Errorf("%+v has no reason or no fix", f)
				}
			}
		})
	}
}

// Ensure a kind that the program has besides the contract's is none that is misspelt.
func TestKindsOfTheProgram(t *testing.T) {
	ruleset := load(t, os.DirFS("testdata"), "careful")
	ruleset.Files = maps.Clone(ruleset.Files)
	manifest := string(ruleset.Files["ruleset.json"])
	ruleset.Files["ruleset.json"] = []byte(strings.Replace(manifest, `"events"`, `"kinds": ["note", "skill"], "events"`, 1))
	if found := rulelint.Lint(ruleset).Findings; len(found) != 1 || found[0].Reason != `This host has no items of the kind "note".` {
		t.Errorf("without the kind: %v", found)
	}
	ruleset.Kinds = []string{"skill", "note"}
	for _, f := range rulelint.Lint(ruleset).Findings {
		t.Error(tell(f))
	}
}

// Ensure vector is not called unused beside a call that answers embeddings: in Lua the
// length and the elements of an embedding are read by it.
func TestVectorIsUsedByEmbeddings(t *testing.T) {
	for code, unused := range map[string]bool{
		`local v = impressionism.embed("x")  return #v`:                    false,
		`return #impressionism.embed_text("x")`:                            false,
		`return impressionism.items()[1].embedding[1]`:                     false,
		`return impressionism.messages(1)[1].embedding[1]`:                 false,
		`return impressionism.session().id`:                                true,
		`return impressionism.relevance("x", { "skill:a" })[1].similarity`: true,
	} {
		source := "local M = {}\nlocal function read() " + code + " end\n" +
			"function M.evaluate_activation() read() return {} end\nfunction M.evaluate_deactivation() return {} end\nreturn M\n"
		manifest := `{"id": "acme/careful", "version": "1.0.0", "abi": 2, "summary": "Reads vectors.", "code": "careful.lua", "events": ["prompt"], "calls": ["vector"]}`
		findings := rulelint.Lint(rulelint.Ruleset{Name: "careful", Files: map[string][]byte{"careful.lua": []byte(source), "ruleset.json": []byte(manifest)}}).Findings
		found := slices.ContainsFunc(findings, func(f diag.Finding) bool { return f.Code == "call-unused" })
		if found != unused {
			t.Errorf("%s: call-unused %v, want %v", code, found, unused)
		}
	}
}
