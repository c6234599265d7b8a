package shrink_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/shrink"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func newEngine(files fstest.MapFS) *engine.Engine {
	places := engine.Places{Builtin: builtin.FS}
	if files != nil {
		places.Builtin = files
	}
	return &engine.Engine{Set: engine.Find(places), Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision}
}

func load(t testing.TB, e *engine.Engine, id string) engine.Ruleset {
	t.Helper()
	ruleset, err := e.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return ruleset
}

// consult takes a decision with a scripted host and gives its trace as it would
// be read from the store.
func consult(t testing.TB, e *engine.Engine, ruleset engine.Ruleset, script recorded.Script, context abi.Context) trace.Trace {
	t.Helper()
	host, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	outcome := e.Consult(ruleset, engine.Input{
		Context: context, Always: true, Host: host, Known: host.Known, Budgets: abi.DefaultBudgets(),
		DeactivateOnly: scenario.DeactivateOnly(context),
		Params:         func(_, name string) (any, bool) { return host.Parameter(name) },
	})
	if outcome.Fault != nil {
		t.Fatal(outcome.Fault)
	}
	data, err := trace.Encode(outcome.Trace)
	if err != nil {
		t.Fatal(err)
	}
	read, err := trace.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// large makes a session of 300 skills, 40 messages and some active skills.
func large(seed uint64) (recorded.Script, abi.Context) {
	random := rand.New(rand.NewPCG(seed, 1))
	script := recorded.Script{Search: map[abi.Ref]float64{}, Relevance: map[abi.Ref]float64{}, Parameters: map[string]any{"inactive_threshold": 3 + int(seed%3)}}
	for i := range 300 {
		vector := make([]float32, 8)
		for j := range vector {
			vector[j] = float32(random.NormFloat64())
		}
		item := abi.Item{Ref: abi.Skill(fmt.Sprintf("skill-%03d", i)), Description: strings.Repeat("what it is for ", 10), Keywords: []string{"table", fmt.Sprint("word", i)}, Embedding: abi.Embedding{Values: vector}}
		script.Items = append(script.Items, item)
		script.Search[item.Ref] = float64(int(random.Float64()*600000)) / 1e6
		script.Relevance[item.Ref] = random.Float64() * .8
	}
	for i := range 1 + int(seed%2) {
		script.Search[abi.Skill(fmt.Sprintf("skill-%03d", random.IntN(300)))] = .7 + float64(i)/10
	}
	for i := range 40 {
		script.Messages = append(script.Messages, abi.Message{Role: "user", Content: fmt.Sprint("earlier words ", i), Sequence: int64(i + 1)})
	}
	for range random.IntN(3) {
		id := fmt.Sprintf("skill-%03d", random.IntN(300))
		script.Active = append(script.Active, abi.Active{Item: abi.Item{Ref: abi.Skill(id)}, PromptsSinceRelevant: random.IntN(5), ActivatedAt: "2026-01-02T03:00:00Z", Reason: "it fitted"})
	}
	return script, abi.Context{
		SessionID: "s", WorkspacePath: "/home/me", HookEvent: abi.EventPrompt, Now: "2026-01-02T03:04:05Z", Sequence: 41,
		UserPrompt: "now add a column to the users table and leave all else as it is please",
	}
}

// passes writes a scenario, reads it and plays it.
func passes(t *testing.T, e *engine.Engine, ruleset engine.Ruleset, s scenario.Scenario) {
	t.Helper()
	text, err := shrink.YAML(s, "a comment\nof two lines")
	if err != nil {
		t.Fatal(err)
	}
	read, err := scenario.Decode(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	failures := scenario.Play(read, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		outcome := e.Consult(ruleset, engine.Input{
			Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Always: true, Host: host, Known: host.Known,
			Params: func(_, name string) (any, bool) { return host.Parameter(name) }, Budgets: abi.DefaultBudgets(),
		})
		return scenario.Result{Decision: outcome.Decision, Warnings: outcome.Warnings}, nil
	})
	for _, failure := range failures {
		t.Errorf("%s\n%s", failure, text)
	}
}
