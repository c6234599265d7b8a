package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func newEngine(t *testing.T, user string) *engine.Engine {
	t.Helper()
	return &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: user}),
		Runtimes: map[string]abi.Start{".lua": lua.Start},
		Check:    schemas.CheckDecision,
	}
}

// Ensure that each built-in ruleset and each example does what its scenarios
// say, with the real Lua runtime.
func TestScenarios(t *testing.T) {
	roots := []struct{ folder, user, ids string }{
		{".", "", "builtin/"},
		{"../../examples/ruleset-repository", exampleFolder(t), "acme/"},
	}
	ran := 0
	for _, root := range roots {
		folders, err := filepath.Glob(filepath.Join(root.folder, "*", "scenarios"))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			scenarios, err := scenario.LoadFolder(folder)
			if err != nil {
				t.Error(err)
			}
			id := root.ids + filepath.Base(filepath.Dir(folder))
			for _, s := range scenarios {
				ran++
				t.Run(id+"/"+strings.TrimSuffix(filepath.Base(s.File), ".yaml"), func(t *testing.T) {
					for _, failure := range scenario.Play(s, consult(t, newEngine(t, root.user), id)) {
						t.Error(failure)
					}
				})
			}
		}
	}
	if ran < 10 {
		t.Errorf("%d scenarios ran, want at least two for each of five rulesets", ran)
	}
}

// exampleFolder lays the examples out as a user's rules folder.
func exampleFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "acme"), os.DirFS("../../examples/ruleset-repository")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// consult asks a ruleset through the engine.
func consult(t *testing.T, e *engine.Engine, id string) scenario.Decide {
	t.Helper()
	ruleset, err := e.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		outcome := consultWith(e, ruleset, host, context, abi.DefaultBudgets().Fuel)
		result := scenario.Result{Decision: outcome.Decision, Warnings: outcome.Warnings}
		for _, line := range outcome.Trace.Log {
			result.Log = append(result.Log, line.Level+" "+line.Message)
		}
		for _, call := range outcome.Trace.Calls {
			result.Calls = append(result.Calls, call.Call+" "+string(call.Request))
		}
		if outcome.Fault != nil {
			return result, outcome.Fault
		}
		return result, nil
	}
}

func consultWith(e *engine.Engine, ruleset engine.Ruleset, host *recorded.Host, context abi.Context, fuel int64) engine.Outcome {
	budgets := abi.DefaultBudgets()
	budgets.Fuel = fuel
	return e.Consult(ruleset, engine.Input{
		Context: context, Host: host, Budgets: budgets, Known: host.Known,
		Params:         func(_, name string) (any, bool) { return host.Parameter(name) },
		DeactivateOnly: scenario.DeactivateOnly(context),
		Always:         true, // a scenario says what the functions answer, whoever asks them
	})
}
