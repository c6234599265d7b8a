package builtin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// scenario is a scripted host, an event and what must come of it; Then holds the
// events that follow in the same session.
type scenario struct {
	Why string `json:"why"`
	abitest.Script
	Context abi.Context `json:"context"`
	Expect  expectation `json:"expect"`
	Then    []event     `json:"then"`
}

type event struct {
	Context   abi.Context        `json:"context"`
	Search    map[string]float64 `json:"search"`
	Relevance map[string]float64 `json:"relevance"`
	Expect    expectation        `json:"expect"`
}

func newEngine(t *testing.T, user string) *engine.Engine {
	t.Helper()
	return &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: user}),
		Runtimes: map[string]abi.Start{".lua": lua.Start},
		Check:    schemas.CheckDecision,
	}
}

// Ensure that each built-in ruleset and each example does what its scenarios
// say, with the real Lua runtime (000.16, 000.23c to f).
func TestScenarios(t *testing.T) {
	roots := []struct{ folder, user, ids string }{
		{".", "", "builtin/"},
		{"../../examples/rules", exampleFolder(t), "custom/"},
	}
	ran := 0
	for _, root := range roots {
		files, err := filepath.Glob(filepath.Join(root.folder, "*", "scenarios", "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			ran++
			id := root.ids + filepath.Base(filepath.Dir(filepath.Dir(file)))
			t.Run(id+"/"+strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
				play(t, newEngine(t, root.user), id, load(t, file))
			})
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
	if err := os.CopyFS(filepath.Join(folder, "custom"), os.DirFS("../../examples/rules")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func load(t *testing.T, file string) scenario {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	encoded, err := json.Marshal(tree)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	var s scenario
	if err := decoder.Decode(&s); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if strings.TrimSpace(s.Why) == "" {
		t.Errorf("%s: why is missing", file)
	}
	return s
}

func play(t *testing.T, e *engine.Engine, id string, s scenario) {
	t.Helper()
	ruleset, err := e.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	host, err := abitest.New(s.Script)
	if err != nil {
		t.Fatal(err)
	}
	first := event{s.Context, s.Search, s.Relevance, s.Expect}
	for i, step := range append([]event{first}, s.Then...) {
		if err := host.Score(step.Search, step.Relevance); err != nil {
			t.Fatal(err)
		}
		context := completed(step.Context, i)
		outcome := consultWith(e, ruleset, host, context, abi.DefaultBudgets().Fuel)
		if outcome.Fault != nil || len(outcome.Warnings) > 0 {
			t.Fatalf("event %d: fault %v, warnings %q", i+1, outcome.Fault, outcome.Warnings)
		}
		host.Apply(context, outcome.Decision)
		compare(t, fmt.Sprintf("event %d", i+1), step.Expect, outcome, host)
	}
}

func consultWith(e *engine.Engine, ruleset engine.Ruleset, host *abitest.Host, context abi.Context, fuel int64) engine.Outcome {
	budgets := abi.DefaultBudgets()
	budgets.Fuel = fuel
	return e.Consult(ruleset, engine.Input{
		Context: context, Host: host, Budgets: budgets, Known: host.Known,
		Params:         func(_, name string) (any, bool) { return host.Param(name) },
		DeactivateOnly: context.HookEvent == abi.EventStop,
		Always:         true, // a scenario says what the functions answer, whoever asks them
	})
}

func completed(context abi.Context, i int) abi.Context {
	if context.HookEvent == "" {
		context.HookEvent = abi.EventPrompt
	}
	if context.SessionID == "" {
		context.SessionID = "session"
	}
	if context.Sequence == 0 {
		context.Sequence = int64(100 + i)
	}
	context.Now = time.Date(2026, 1, 2, 3, 4+i, 0, 0, time.UTC).Format(time.RFC3339)
	return context
}
