package rulelint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure a rule is switched off where a comment with a reason says so: on its
// line, in the ruleset, or by the file beside it; and nowhere else.
func TestDisable(t *testing.T) {
	clean := load(t, os.DirFS("testdata"), "careful")
	for _, c := range []struct {
		name, words, file string
		left, disabled    int
	}{
		{"nothing", "a = 1\nb = 2\n", "", 2, 0},
		{"its line", "a = 1 -- impressionism:disable global-assigned: shared\nb = 2\n", "", 1, 1},
		{"the ruleset", "-- impressionism:disable global-assigned: shared\na = 1\nb = 2\n", "", 0, 2},
		{"another rule", "-- impressionism:disable global-unknown: shared\na = 1\nb = 2\n", "", 2, 0},
		{"no reason", "-- impressionism:disable global-assigned\na = 1\nb = 2\n", "", 3, 0},
		{"the file beside it", "a = 1\nb = 2\n", "# ours\n\nglobal-assigned: shared\n", 0, 2},
		{"the file, misspelt", "a = 1\nb = 2\n", "global-asigned: shared\n", 3, 0},
	} {
		r := clean
		r.Files = map[string][]byte{rulelint.DisableFile: []byte(c.file)}
		for name, content := range clean.Files {
			r.Files[name] = content
		}
		r.Files["words.lua"] = append([]byte(c.words), clean.Files["words.lua"]...)
		report := rulelint.Lint(r)
		if len(report.Findings) != c.left || report.Disabled != c.disabled {
			t.Errorf("%s: %d left, %d disabled; want %d, %d: %+v", c.name, len(report.Findings), report.Disabled, c.left, c.disabled, report.Findings)
		}
	}
}

// Ensure the manifest switches rules off as well, with a reason; a property of rules
// fuzz may stand there, too.
func TestDisableInManifest(t *testing.T) {
	clean := load(t, os.DirFS("testdata"), "careful")
	for _, c := range []struct {
		disable        string
		left, disabled int
	}{
		{`{"global-assigned": "shared"}`, 0, 2},
		{`{"global-assigned": "shared", "better-score": "worse is better"}`, 0, 2},
		{`{"better-score": "worse is better"}`, 2, 0},
		{`{"beter-score": "worse is better"}`, 3, 0},
		{`{"global-assigned": " "}`, 3, 0},
		{`{"global-assigned": true}`, 3, 0},
		{`["global-assigned"]`, 3, 0},
	} {
		r := clean
		r.Files = map[string][]byte{}
		for name, content := range clean.Files {
			r.Files[name] = content
		}
		manifest := strings.TrimSpace(string(clean.Files["ruleset.json"]))
		r.Files["ruleset.json"] = []byte(strings.TrimSuffix(manifest, "}") + `, "disable": ` + c.disable + "}")
		r.Files["words.lua"] = append([]byte("a = 1\nb = 2\n"), clean.Files["words.lua"]...)
		report := rulelint.Lint(r)
		if len(report.Findings) != c.left || report.Disabled != c.disabled {
			t.Errorf("%s: %d left, %d disabled; want %d, %d: %+v", c.disable, len(report.Findings), report.Disabled, c.left, c.disabled, report.Findings)
		}
	}
}

// Ensure names that the text may rightly use are not told: another name for the
// host's module, a guarded mention, a wrapper, a computed parameter, a table of
// functions taken from a built-in.
func TestNotTold(t *testing.T) {
	manifest := `{"id":"acme/sure","abi":2,"calls":["search", "param"],"parameters":{"most":{"type":"integer"}}}`
	head := "local host = require(\"impressionism\")\nlocal M = require(\"builtin.default\")\n"
	for _, body := range []string{
		`local unpack = table.unpack or unpack  M.x = unpack  host.search("a", 1)  host.param("most")`,
		`if os then M.x = 1 end  local find = host.search  find("a", 1)  host.param("most")`,
		`local function read(name) return host.param(name) end  M.x = read  pcall(host.search, "a", 1)`,
		`local request = { text = "a", limit = 1 }  host.search(request)  host.param("most", nil)`,
		`host.search(host.param("most"))`,
		`for k, v in pairs(host) do M[k] = v end`,
		`function M:extra() return self.y end  host.search("a", ...)  host.param("most")`,
	} {
		files := fstest.MapFS{
			"sure/ruleset.json": {Data: []byte(manifest)}, "sure/sure.lua": {Data: []byte(head + body + "\nreturn M\n")},
		}
		r := load(t, files, "sure")
		r.Require = func(name string) ([]byte, bool) {
			return []byte("local function none() return {} end return { evaluate_activation = none, evaluate_deactivation = none }"), true
		}
		for _, f := range rulelint.Lint(r).Findings {
			if !strings.HasPrefix(f.Code, "scenarios") && !strings.HasPrefix(f.Code, "readme") {
				t.Errorf("%s: %s", body, tell(f))
			}
		}
	}
}

// Ensure what a rule on host calls shows as wrong is told, and what it shows as right is not.
func TestExamplesOfCalls(t *testing.T) {
	for _, rule := range rulelint.Rules {
		if !strings.HasPrefix(rule.Bad, "impressionism.") {
			continue
		}
		for example, want := range map[string]bool{rule.Bad: true, rule.Good: false} {
			r := load(t, fstest.MapFS{
				"sure/ruleset.json": {Data: []byte(`{"id":"acme/sure","abi":2}`)}, "sure/sure.lua": {Data: []byte("local text = \"\"\n" + example + "\nreturn {}\n")},
			}, "sure")
			got := slices.ContainsFunc(rulelint.Lint(r).Findings, func(f diag.Finding) bool { return f.Code == rule.Code })
			if got != want {
				t.Errorf("%s: %s told %t, want %t", example, rule.Code, got, want)
			}
		}
	}
}

// Ensure the parts of a scenario that the remedy names are parts of one.
func TestScenarioOfRemedy(t *testing.T) {
	data, err := os.ReadFile("../../../schemas/scenario.schema.json")
	var schema struct{ Properties map[string]any }
	if err := errors.Join(err, json.Unmarshal(data, &schema)); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"sure/ruleset.json": {Data: []byte(`{"id":"acme/sure","abi":2}`)}, "sure/sure.lua": {Data: []byte("return {}\n")}}
	for _, f := range rulelint.Lint(load(t, files, "sure")).Findings {
		if f.Code != "scenarios-missing" {
			continue
		}
		_, parts, _ := strings.Cut(strings.ReplaceAll(f.Fix, " and ", ", "), ": ")
		for part := range strings.SplitSeq(strings.TrimSuffix(parts, "."), ", ") {
			if schema.Properties[part] == nil {
				t.Errorf("%s: a scenario has no %q", f.Fix, part)
			}
		}
		return
	}
	t.Error("it is not told that no scenario is there")
}

// Ensure a ruleset of the largest sizes, wrong in every line, is told of in bounded
// time and number.
func TestManyFindings(t *testing.T) {
	r := load(t, os.DirFS("testdata"), "careful")
	lines := strings.Repeat("a1 = ipair(strin.fromat(x), impressionism.search_skils())\n", 4000)
	manifest := `{` + strings.Repeat(`"parametres": 1, `, 20_000) + `"id": "acme/careful"}`
	r.Files = map[string][]byte{"careful.lua": []byte(lines), "ruleset.json": []byte(manifest)}
	begun := time.Now()
	if found := len(rulelint.Lint(r).Findings); found < 100 || found > 1000 {
		t.Errorf("%d findings, want at most 1,000", found)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

// Ensure a manifest whose findings are full is told of as far as they go, whatever is wrong
// with what follows.
func TestFullBeforeParameters(t *testing.T) {
	for _, parameter := range []string{
		`"p": {"Type": "integer", "Minimum": 2, "Maximum": 1}`, `"p": {"Type": "integer", "Enum": ["a"]}`, `"p": {"Type": "integer", "Default": "a"}`,
		`"similarity_threshold": {"description": "x"}`, `"p": 1`, `"p": {"type": 1}`,
	} {
		manifest := `{"id": "acme/careful", "abi": 2, "calls": [` + strings.Repeat(`"log", `, 1100) + `"log"], "parameters": {` + parameter + `}}`
		found := rulelint.Manifest(rulelint.Ruleset{Name: "careful", Folder: true, Files: map[string][]byte{"ruleset.json": []byte(manifest)}})
		if len(found) != 1000 {
			t.Errorf("%s: %d findings, want 1,000", parameter, len(found))
		}
	}
}

// Ensure a threshold of any type that holds numbers is right, and any other a warning.
func TestThresholdType(t *testing.T) {
	for kind, want := range map[string]string{"number": "", "integer": "", "string": "threshold-type warning", "object": "threshold-type warning"} {
		manifest := `{"id": "acme/careful", "abi": 2, "parameters": {"similarity_threshold": {"type": "` + kind + `"}}}`
		got := ""
		for _, f := range rulelint.Manifest(rulelint.Ruleset{Name: "careful", Folder: true, Files: map[string][]byte{"ruleset.json": []byte(manifest)}}) {
			got += f.Code + " " + f.Severity
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

// BenchmarkLint tells how much of the 50 ms that a Lua ruleset may take is used,
// and how that compares with decoding its scenarios, which is most of it.
func BenchmarkLint(b *testing.B) {
	ruleset := load(b, os.DirFS("../../../rules"), "lua/default")
	var decoding time.Duration
	for b.Loop() {
		begun := time.Now()
		for name, content := range ruleset.Files {
			if strings.HasPrefix(name, "scenarios/") {
				if _, err := scenario.Decode(content); err != nil {
					b.Fatal(err)
				}
			}
		}
		decoding += time.Since(begun)
		rulelint.Lint(ruleset)
	}
	lint := b.Elapsed() - decoding
	b.ReportMetric(lint.Seconds()/float64(b.N)/0.050, "of-50-ms")
	b.ReportMetric(lint.Seconds()/decoding.Seconds(), "of-decoding-scenarios")
}

// Ensure that a folder of more files than the program reads is refused here too.
func TestManyFiles(t *testing.T) {
	files := fstest.MapFS{"a/a.lua": {Data: []byte("return {}")}}
	for i := range engine.FilesMax {
		files[fmt.Sprintf("a/scenarios/s%d.yaml", i)] = &fstest.MapFile{Data: []byte("why: x")}
	}
	if _, err := rulelint.Load(files, "a"); err == nil || !strings.Contains(err.Error(), "it has more than 256 files") {
		t.Errorf("got %v", err)
	}
}
