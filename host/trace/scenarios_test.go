package trace_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

// Ensure that every decision of the built-ins' scenarios is taken again to the
// byte from its trace file alone: no host, and the ruleset out of the file.
func TestScenariosReplay(t *testing.T) {
	e := &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
	for _, name := range []string{"default", "aggressive", "conservative", "minimal"} {
		ruleset, err := e.Set.Load("builtin/" + name)
		if err != nil {
			t.Fatal(err)
		}
		replayScenarios(t, e, ruleset, filepath.Join("../../rules/lua", name, "scenarios"))
	}
}

// Ensure that the same holds of the rulesets as modules.
func TestModulesReplay(t *testing.T) {
	runtime := wasmtest.Open(t, false)
	for _, name := range []string{"builtin-rust/default", "builtin-go/default"} {
		file := filepath.Join(t.TempDir(), filepath.Base(name)+".wasm")
		if err := os.WriteFile(file, wasmtest.Guest(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
		e := &engine.Engine{Runtimes: map[string]abi.Start{".wasm": runtime.Start}, Check: schemas.CheckDecision}
		ruleset, err := e.Set.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := runtime.Vet(ruleset.Program); err != nil {
			t.Fatal(err)
		}
		replayScenarios(t, e, ruleset, "../../rules/lua/default/scenarios")
	}
}

func replayScenarios(t *testing.T, e *engine.Engine, ruleset engine.Ruleset, folder string) {
	t.Helper()
	list, err := scenario.LoadFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	decisions := 0
	bundled := ruleset
	for _, s := range list {
		scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
			var clock time.Duration
			outcome := e.Consult(ruleset, engine.Input{
				Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Always: true, Host: host, Known: host.Known,
				Params:  func(_, name string) (any, bool) { return host.Parameter(name) },
				Budgets: abi.DefaultBudgets(), Clock: func() time.Duration { clock += time.Millisecond; return clock },
			})
			f := trace.File{Budgets: abi.DefaultBudgets(), Trace: outcome.Trace, Ruleset: json.RawMessage("{}")}
			if decisions++; decisions == 1 { // a module has megabytes: it comes out of the first file
				f.Ruleset = engine.Bundle(ruleset)
			}
			read, err := trace.DecodeFile(encodeFile(t, f))
			if err != nil {
				t.Fatal(err)
			}
			if decisions == 1 {
				if bundled, err = engine.Unbundle(read.Ruleset); err != nil {
					t.Fatal(err)
				}
			}
			replayOne(t, e, s.File, bundled, f.Trace, read)
			return scenario.Result{Decision: outcome.Decision}, nil
		})
	}
	if decisions < len(list) {
		t.Errorf("%s: %d decisions of %d scenarios", ruleset.Manifest.ID, decisions, len(list))
	}
}

// replayOne replays a file that was read, and compares with what was recorded.
func replayOne(t *testing.T, e *engine.Engine, name string, ruleset engine.Ruleset, recorded trace.Trace, read trace.File) {
	t.Helper()
	ruleset.Manifest.Events = []string{read.Trace.Context.HookEvent}
	outcome, err := e.Replay(ruleset, read.Trace, read.Budgets, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, d := range trace.DiffRun(recorded, outcome.Trace) {
		t.Errorf("%s by %s: %s %s\n  recorded %s\n  replayed %s", name, ruleset.Manifest.ID, d.Part, d.What, d.A, d.B)
	}
}
