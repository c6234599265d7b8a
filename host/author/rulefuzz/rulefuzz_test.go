package rulefuzz_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

// written is a ruleset with a manifest and code of a test's own.
func written(t testing.TB, manifest, code string) rulefuzz.Input {
	t.Helper()
	files := builtins(t)
	files["own/ruleset.json"] = &fstest.MapFile{Data: []byte(`{"id": "builtin/own", "abi": 2` + manifest + `}`)}
	files["own/own.lua"] = &fstest.MapFile{Data: []byte(code)}
	return input(t, files, "builtin/own")
}

func broken(report rulefuzz.Report) []string {
	var ids []string
	for _, f := range report.Findings {
		ids = append(ids, f.Property)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Ensure that the same in WebAssembly has every property, too, one of them on each commit.
func TestTwins(t *testing.T) {
	runtime := wasmtest.Open(t, false)
	for _, name := range sampletest.Some([]string{"builtin-rust/default", "builtin-rust/minimal"}, 1, strings.Clone) {
		program := abi.Program{ID: name, Name: name + ".wasm", Code: wasmtest.Guest(t, name)}
		if err := runtime.Vet(program); err != nil {
			t.Fatal(err)
		}
		in := input(t, builtins(t), "builtin/"+name[strings.Index(name, "/")+1:])
		in.Ruleset.Program = program
		in.Engine = &engine.Engine{Set: in.Engine.Set, Runtimes: map[string]abi.Start{".wasm": runtime.Start}, Check: schemas.CheckDecision}
		in.Ruleset.Language, in.Ruleset.Manifest.Code, in.Runs = "wasm", name+".wasm", 20
		if report := rulefuzz.Run(in); len(report.Findings) > 0 || report.Asked < 500 {
			t.Errorf("%s: %d askings, %+v", name, report.Asked, report.Findings)
		}
	}
}

// Ensure that the example has every property but the one that it switches off, and
// that one it has not.
func TestExample(t *testing.T) {
	in := input(t, builtins(t), "builtin/default")
	ruleset, err := in.Engine.Set.Open("../../../examples/ruleset-repository/project-always-on")
	if err != nil {
		t.Fatal(err)
	}
	in.Ruleset, in.Runs = ruleset, mutantRuns
	if report := rulefuzz.Run(in); len(report.Findings) > 0 || len(report.Off) != 1 {
		t.Errorf("%+v", report)
	}
	in.Ruleset.Manifest.Disable, in.Properties = nil, []string{"known-items"}
	if got := broken(rulefuzz.Run(in)); !slices.Equal(got, []string{"known-items"}) {
		t.Errorf("broken: %v", got)
	}
}

// Ensure that each example does, in some run, whatever a ruleset has to do once. A
// property is tried no more once it holds, so enough runs to judge by take little time.
func TestExamplesDoAll(t *testing.T) {
	folders, err := filepath.Glob("../../../examples/ruleset-repository/*/ruleset.json")
	if err != nil || len(folders) < 5 {
		t.Fatalf("%d examples, %v", len(folders), err)
	}
	for _, manifest := range folders {
		in := input(t, builtins(t), "builtin/default")
		if in.Ruleset, err = in.Engine.Set.Open(filepath.Dir(manifest)); err != nil {
			t.Fatal(err)
		}
		in.Runs = mutantRuns
		in.Properties = []string{"speaks", "forgets", "reads-parameters", "parameters-matter", "makes-calls", "calls-matter"}
		if in.Seeds.Scenarios, err = scenario.LoadFolder(filepath.Join(filepath.Dir(manifest), "scenarios")); err != nil {
			t.Fatal(err)
		}
		if report := rulefuzz.Run(in); len(report.Findings) > 0 {
			t.Errorf("%s: %+v", report.ID, report.Findings)
		} else {
			t.Logf("%s: %d askings", report.ID, report.Asked)
		}
	}
}

// Ensure that equal seeds give equal reports, whoever is faster, and others others.
func TestSameSeed(t *testing.T) {
	run := func(seed uint64) string {
		in := written(t, "", `return { evaluate_activation = function(c)
			local hits = impressionism.search(c.user_prompt or "", 3)
			return hits[2] and { { skill_id = hits[2].skill.id, kind = hits[2].skill.kind, reason = "second" } } or {}
		end, evaluate_deactivation = function() return {} end }`)
		in.Seed, in.Runs, in.Shrink = seed, 10, true
		data, err := json.Marshal(rulefuzz.Run(in))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	first := run(3)
	if second := run(3); first != second || first == run(4) {
		t.Errorf("%s\n%s", first, second)
	}
}

// Ensure that what has to happen once is told where it never does, and is not
// judged after a few runs.
func TestNever(t *testing.T) {
	parameters := `, "calls": ["search", "param", "relevance", "items"], "parameters": {
		"read": {"type": "boolean", "default": true}, "most": {"type": "integer", "minimum": 1, "default": 1, "description": "x"},
		"misspelt": {"type": "number"}, "old": {"type": "number", "description": "Unused."} }`
	code := `return { evaluate_activation = function(c)
		impressionism.param("read", true)
		impressionism.items()
		local answer = {}
		for i, hit in ipairs(impressionism.search(c.user_prompt or "", impressionism.param("most", 1))) do
			answer[i] = { ref = hit.item.ref, reason = "r" }
		end
		return answer
	end, evaluate_deactivation = function() return {} end }`
	in := written(t, parameters, code)
	in.Properties = []string{"speaks", "forgets", "reads-parameters", "parameters-matter", "makes-calls", "calls-matter"}
	report := rulefuzz.Run(in)
	var told strings.Builder
	for _, f := range report.Findings {
		told.WriteString(f.Property + ": " + f.Difference + "\n")
	}
	for _, want := range []string{
		"it never withdrew anything", "the parameter misspelt was never read", "no value of the parameter read changed anything",
		"relevance was never called", "whatever items answered, it decided the same",
	} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not told of:\n%s", want, told.String())
		}
	}
	if len(report.Findings) != 5 {
		t.Errorf("%d findings:\n%s", len(report.Findings), told.String())
	}
	in.Runs = 5
	if report := rulefuzz.Run(in); len(report.Findings) > 0 {
		t.Errorf("after five runs: %+v", report.Findings)
	}
}

// Ensure that a ruleset that fails is told of once, whatever was tried, and that
// endless ones come to an end.
func TestFails(t *testing.T) {
	for code, want := range map[string]string{
		`return { evaluate_activation = function(c) return c.user_prompt:sub(1, 1) == "" and {} or {} end }`:     "attempt to index",
		`return { evaluate_activation = function() while true do end end }`:                                      "limit: fuel",
		`return { evaluate_activation = function() return { { ref = "skill:x", reason = "", score = 2 } } end }`: "",
		`return {`: "own.lua",
	} {
		in := written(t, "", code)
		in.Runs, in.Shrink = 8, true
		in.Budgets.Fuel = 50_000
		report := rulefuzz.Run(in)
		i := slices.IndexFunc(report.Findings, func(f rulefuzz.Finding) bool { return f.Property == "never-fails" })
		if i < 0 || !strings.Contains(report.Findings[i].Difference, want) || len(report.Findings[i].Scenarios) != 1 {
			t.Errorf("%s: %+v", code, report.Findings)
		}
	}
}

// Ensure that chance, and what lies in the seed, is found.
func TestDice(t *testing.T) {
	in := written(t, "", `return { evaluate_activation = function(c)
		local hits = impressionism.search(c.user_prompt or "", 20)
		if #hits == 0 then return {} end
		local hit = hits[math.random(#hits)]
		return { { ref = hit.item.ref, reason = "it was drawn" } }
	end, evaluate_deactivation = function() return {} end }`)
	in.Runs, in.Properties = 30, []string{"same-again", "any-moment"}
	if got := broken(rulefuzz.Run(in)); !slices.Equal(got, []string{"any-moment"}) {
		t.Errorf("broken: %v", got)
	}
}

// Ensure that the manifest switches properties off, failing included, and that who
// is interrupted hears nothing that was not shown.
func TestOff(t *testing.T) {
	in := written(t, `, "disable": {"never-fails": "for a test"}`, `return { evaluate_activation = function() error("oops") end }`)
	in.Runs = 5
	report := rulefuzz.Run(in)
	if len(report.Findings) > 0 || len(report.Off) != 1 || slices.Contains(report.Tried, "never-fails") {
		t.Errorf("%+v", report)
	}
	in = input(t, builtins(t), "builtin/minimal")
	in.Stop = new(atomic.Bool)
	in.Stop.Store(true)
	if report := rulefuzz.Run(in); !report.Stopped || report.Asked > 0 || len(report.Findings) > 0 {
		t.Errorf("%+v", report)
	}
}

// Ensure that every property is explained, under a name of its own.
func TestExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range rulefuzz.All() {
		if p.ID == "" || seen[p.ID] || !strings.HasSuffix(p.Sentence, ".") || len(p.Why) < 30 {
			t.Errorf("%+v", p)
		}
		seen[p.ID] = true
	}
}
