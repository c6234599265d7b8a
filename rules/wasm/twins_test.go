// Package twins_test holds every implementation of a built-in ruleset to the
// decisions of the one in Lua.
package twins_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/generate"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

// Of each ruleset so many sessions can be made, of one to five events each; every day
// some are.
const (
	seed          = 20260101
	sessions      = 200
	sessionsDaily = 40
	eventsMin     = 2 // of a session, in the mean
)

// Ensure that a built-in ruleset is the same in every language: its manifest,
// what its scenarios promise, and, byte for byte as they are stored, its decisions on
// sessions made from real skills and prompts.
func TestTwins(t *testing.T) {
	for _, twins := range []struct {
		original string
		modules  []string
	}{
		{"builtin/default", []string{"builtin-rust/default", "builtin-go/default"}},
		{"builtin/aggressive", []string{"builtin-rust/aggressive"}},
		{"builtin/conservative", []string{"builtin-rust/conservative"}},
		{"builtin/minimal", []string{"builtin-rust/minimal"}},
	} {
		for _, name := range twins.modules {
			t.Run(name, func(t *testing.T) {
				code := wasmtest.Guest(t, name)
				runtime := wasmtest.Open(t, false)
				e := &engine.Engine{
					Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: place(t, name, code)}),
					Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": runtime.Start}, Check: schemas.CheckDecision,
				}
				original, twin := load(t, e, twins.original), load(t, e, name)
				if err := runtime.Vet(twin.Program); err != nil {
					t.Fatal(err)
				}
				alike(t, original.Manifest, twin.Manifest)
				promises(t, e, twin, "../lua/"+strings.TrimPrefix(twins.original, "builtin/"))
				compare(t, e, original, twin)
			})
		}
	}
}

// alike holds a manifest to its twin's: the same parameters, calls, events and
// version, under a name of its own.
func alike(t *testing.T, original, twin abi.Manifest) {
	t.Helper()
	twin.ID, twin.Code, twin.Summary = original.ID, original.Code, original.Summary
	if diff := cmp.Diff(original, twin); diff != "" {
		t.Errorf("the manifest is not the twin's (-want +got):\n%s", diff)
	}
}

// promises plays the scenarios of the ruleset in Lua.
func promises(t *testing.T, e *engine.Engine, twin engine.Ruleset, folder string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/scenarios/*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	player := ruletest.Player{Engine: e, Ruleset: twin, Budgets: abi.DefaultBudgets(), Clock: func() time.Duration { return 0 }}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if c := player.Play(ruletest.File{Name: filepath.Base(file), Path: file, Data: data}); !c.Passed {
			t.Errorf("%s: %s %v", file, c.Problem, c.Failures)
		}
	}
}

// place lays a module out as a user's rules folder.
func place(t *testing.T, id string, code []byte) string {
	t.Helper()
	rules := t.TempDir()
	path := filepath.Join(rules, filepath.FromSlash(id)+".wasm")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, code, 0o600); err != nil {
		t.Fatal(err)
	}
	return rules
}

func load(t *testing.T, e *engine.Engine, id string) engine.Ruleset {
	t.Helper()
	ruleset, err := e.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return ruleset
}

func compare(t *testing.T, e *engine.Engine, original, twin engine.Ruleset) {
	t.Helper()
	m := material(t)
	m.Parameters = original.Manifest.Parameters
	numbers := make([]int, sessions)
	for i := range numbers {
		numbers[i] = i
	}
	numbers = sampletest.Some(numbers, sessionsDaily, strconv.Itoa)
	events, spoke := 0, 0
	for _, i := range numbers {
		s := generate.Script(seed, i, m)
		want, got := play(t, e, original, s), play(t, e, twin, s)
		for at := range want {
			events++
			if string(want[at]) != `{"activate":[],"deactivate":[]}` {
				spoke++
			}
			if at < len(got) && bytes.Equal(want[at], got[at]) {
				continue
			}
			kept, _ := json.Marshal(s)
			t.Fatalf("seed %d, session %d, event %d:\n%s\n  %s\n%s\n  %s\nthe session:\n%.8000s", seed, i, at+1,
				original.Manifest.ID, want[at], twin.Manifest.ID, list(got, at), kept)
		}
	}
	t.Logf("%d events, %d with something to say", events, spoke)
	if events < eventsMin*len(numbers) || spoke < events/4 {
		t.Errorf("%d events, of which %d have something to say, are too few", events, spoke)
	}
}

func list(decisions [][]byte, at int) []byte {
	if at < len(decisions) {
		return decisions[at]
	}
	return []byte("nothing")
}

// play gives a ruleset's decisions on the events of a session, encoded, or what
// failed.
func play(t *testing.T, e *engine.Engine, ruleset engine.Ruleset, s scenario.Scenario) [][]byte {
	t.Helper()
	var decisions [][]byte
	for _, failure := range scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		outcome := e.Consult(ruleset, engine.Input{
			Context: context, Host: host, Budgets: abi.DefaultBudgets(), Known: host.Known, Always: true,
			Params:         func(_, name string) (any, bool) { return host.Parameter(name) },
			DeactivateOnly: scenario.DeactivateOnly(context),
		})
		if outcome.Fault != nil {
			decisions = append(decisions, []byte(outcome.Fault.Error()))
			return scenario.Result{}, outcome.Fault
		}
		decisions = append(decisions, engine.Encode(outcome.Decision))
		return scenario.Result{Decision: outcome.Decision}, nil
	}) {
		if failure.What == "script" || failure.What == "fault" {
			t.Fatalf("%s: %s: %s", ruleset.Manifest.ID, s.File, failure)
		}
	}
	return decisions
}

// material is the labelled catalog and its prompts, where they lie beside the
// tree, else the samples.
func material(t *testing.T) generate.Material {
	t.Helper()
	folder := filepath.FromSlash("../../../shared/eval/dev/skills-real")
	if _, err := os.Stat(folder); err != nil {
		return samples(t)
	}
	var m generate.Material
	for line := range lines(t, filepath.Join(folder, "corpus.jsonl")) {
		var item struct {
			ID, Name, Description string
			Keywords              []string
		}
		decode(t, line, &item)
		m.Items = append(m.Items, abi.Item{Ref: abi.Skill(item.ID), Name: item.Name, Description: item.Description, Keywords: item.Keywords})
	}
	for line := range lines(t, filepath.Join(folder, "queries.jsonl")) {
		m.Prompts = append(m.Prompts, text(t, line))
	}
	return m
}

func samples(t *testing.T) generate.Material {
	t.Helper()
	folders, err := filepath.Glob(filepath.FromSlash("../../examples/skills/*"))
	if err != nil || len(folders) < 40 {
		t.Fatalf("%d samples, %v", len(folders), err)
	}
	var m generate.Material
	for _, folder := range folders {
		id := filepath.Base(folder)
		words := strings.Split(id, "-")
		m.Items = append(m.Items, abi.Item{Ref: abi.Skill(id), Name: id, Description: "Help with " + strings.Join(words, " "), Keywords: words})
	}
	for line := range lines(t, filepath.FromSlash("../../examples/prompts.jsonl")) {
		m.Prompts = append(m.Prompts, text(t, line))
	}
	return m
}

func lines(t *testing.T, name string) func(func(string) bool) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Lines(string(data))
}

func text(t *testing.T, line string) string {
	t.Helper()
	var prompt struct{ Text string }
	decode(t, line, &prompt)
	return prompt.Text
}

func decode(t *testing.T, line string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), into); err != nil {
		t.Fatal(fmt.Errorf("%.80q: %w", line, err))
	}
}
