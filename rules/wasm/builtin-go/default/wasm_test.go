package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

// module gives the engine that runs the built module, and the ruleset.
func module(t *testing.T) (engine.Engine, engine.Ruleset) {
	t.Helper()
	code, runtime := wasmtest.Guest(t, "builtin-go/default"), wasmtest.Open(t, false)
	m := manifest(t, "ruleset.json")
	program := abi.Program{ID: m.ID, Name: m.ID + ".wasm", Code: code}
	if err := runtime.Vet(program); err != nil {
		t.Fatal(err)
	}
	e := engine.Engine{Runtimes: map[string]abi.Start{".wasm": runtime.Start}, Check: schemas.CheckDecision}
	return e, engine.Ruleset{Manifest: m, Program: program}
}

// Ensure that the built module keeps what its tests below say. It is vetted once, which takes four
// seconds of a processor.
func TestModule(t *testing.T) {
	e, ruleset := module(t)
	t.Run("scenarios", func(t *testing.T) { keepsScenarios(t, e, ruleset) })
	t.Run("fuel", func(t *testing.T) { keepsFuel(t, e, ruleset) })
}

// keepsScenarios ensures that the module does what the scenarios of its twin say, in the real
// sandbox and within the budgets of a hook.
func keepsScenarios(t *testing.T, e engine.Engine, ruleset engine.Ruleset) {
	t.Helper()
	scenarios, err := scenario.LoadFolder(twin + "scenarios")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenarios {
		for _, failure := range scenario.Play(s, consult(e, ruleset, abi.DefaultBudgets().Fuel)) {
			t.Errorf("%s: %s", s.File, failure)
		}
	}
}

// keepsFuel ensures that the module answers within its fuel where it has most to do: twenty
// close candidates with a hundred keywords each, three active items of another
// topic, forty messages, the longest prompt.
func keepsFuel(t *testing.T, e engine.Engine, ruleset engine.Ruleset) {
	t.Helper()
	s := scenario.Scenario{Script: recorded.Script{Search: map[abi.Ref]float64{}}}
	for i := range 20 {
		item := abi.Item{Ref: abi.Skill(fmt.Sprintf("skill-%d", i)), Description: strings.Repeat("what it is for ", 40), Embedding: vector(1, 0)}
		for k := range 100 {
			item.Keywords = append(item.Keywords, string(rune('a'+k%10)))
		}
		s.Items, s.Search[item.Ref] = append(s.Items, item), 0.95
	}
	for i := range 3 {
		item := abi.Item{Ref: abi.Skill(fmt.Sprintf("active-%d", i)), Embedding: vector(0, 1)}
		s.Items, s.Active = append(s.Items, item), append(s.Active, abi.Active{Item: item})
	}
	for i := range 40 {
		s.Messages = append(s.Messages, abi.Message{Role: "user", Content: strings.Repeat("words ", 30), Sequence: int64(i)})
	}
	s.Context.UserPrompt = strings.Repeat("abcdefghij ", 64<<10/11)
	s.Expect.Activate = []abi.Entry{{Ref: abi.Skill("skill-0")}, {Ref: abi.Skill("skill-1")}, {Ref: abi.Skill("skill-10")}}
	s.Expect.Deactivate = []abi.Entry{{Ref: abi.Skill("active-0")}, {Ref: abi.Skill("active-1")}, {Ref: abi.Skill("active-2")}}
	for _, failure := range scenario.Play(s, consult(e, ruleset, abi.DefaultBudgets().Fuel*3/4)) {
		t.Error(failure)
	}
}

// consult asks through the engine, with so much fuel.
func consult(e engine.Engine, ruleset engine.Ruleset, fuel int64) scenario.Decide {
	return func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		budgets := abi.DefaultBudgets()
		budgets.Fuel = fuel
		outcome := e.Consult(ruleset, engine.Input{
			Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Always: true,
			Host: host, Budgets: budgets, Known: host.Known,
			Params: func(_, name string) (any, bool) { return host.Parameter(name) },
		})
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
