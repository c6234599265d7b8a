package engine_test

import (
	"encoding/json"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func testEngine() *engine.Engine {
	return &engine.Engine{Set: testSet(), Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision}
}

// input is an event of a session with two skills.
func input(t testing.TB, prompt string) engine.Input {
	t.Helper()
	host, err := recorded.New(recorded.Script{
		Session: abi.Session{SessionID: "session", WorkspacePath: "/work"},
		Items:   []abi.Item{{Ref: abi.Skill("database"), Keywords: []string{"migration"}}, {Ref: abi.Skill("testing")}},
		Search:  map[abi.Ref]float64{abi.Skill("database"): 0.85, abi.Skill("testing"): 0.55},
	})
	if err != nil {
		t.Fatal(err)
	}
	return engine.Input{
		Context: abi.Context{SessionID: "session", HookEvent: abi.EventPrompt, UserPrompt: prompt, Now: "2026-01-02T03:04:05Z", Sequence: 7},
		Host:    host, Known: host.Known, Budgets: abi.DefaultBudgets(), Params: configured,
	}
}

func configured(ruleset, name string) (any, bool) {
	overrides := map[string]any{"own": 0.1, "unfit": 7}
	global := map[string]any{"own": 0.2, "global": 0.2}
	if value, ok := overrides[name]; ok && ruleset == "custom/params" {
		return value, true
	}
	value, ok := global[name]
	return value, ok
}

// Ensure that what a ruleset says is believed as far as it holds, and that one
// that fails loses its own say.
func TestConsult(t *testing.T) {
	data, err := os.ReadFile("testdata/consult.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Why, Ruleset, Prompt, Event string
		Decision                    *abi.Decision
		Reason                      string // that of the only entry begins so
		Fault                       string // contained in its text
		Warnings                    []string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Ruleset+" "+c.Prompt+c.Event, func(t *testing.T) {
			ruleset, err := testEngine().Set.Load(c.Ruleset)
			if err != nil {
				t.Fatal(err)
			}
			event := input(t, c.Prompt)
			if c.Event != "" {
				event.Context.HookEvent = c.Event
			}
			got := testEngine().Consult(ruleset, event)
			if c.Fault != "" {
				if got.Fault == nil || !strings.Contains(got.Fault.Error(), c.Fault) {
					t.Errorf("%s\nfault: got  %v\nwant %s", c.Why, got.Fault, c.Fault)
				}
				c.Decision = &abi.Decision{Activate: []abi.Entry{}, Deactivate: []abi.Entry{}}
			} else if got.Fault != nil {
				t.Errorf("%s\nfault: %v", c.Why, got.Fault)
			}
			if c.Reason != "" && (len(got.Decision.Activate) != 1 || !strings.HasPrefix(got.Decision.Activate[0].Reason, c.Reason)) {
				t.Errorf("%s\ngot  %s\nwant %s", c.Why, engine.Encode(got.Decision), c.Reason)
			}
			if c.Decision != nil {
				if diff := cmp.Diff(string(engine.Encode(*c.Decision)), string(engine.Encode(got.Decision))); diff != "" {
					t.Errorf("%s (-want +got):\n%s", c.Why, diff)
				}
			}
			if diff := cmp.Diff(c.Warnings, got.Warnings); diff != "" {
				t.Errorf("%s: warnings (-want +got):\n%s", c.Why, diff)
			}
		})
	}
}

// Ensure that a guest that is stopped is told apart from one that is at fault:
// the message begins with "time:".
func TestConsultStops(t *testing.T) {
	ruleset, err := testEngine().Set.Load("custom/loop")
	if err != nil {
		t.Fatal(err)
	}
	event := input(t, "x")
	event.Stop = new(atomic.Bool)
	event.Stop.Store(true)
	got := testEngine().Consult(ruleset, event)
	if got.Fault == nil || !strings.HasPrefix(got.Fault.Error(), "limit: time: ") {
		t.Errorf("got %v", got.Fault)
	}
}

// Ensure that the same inputs give the same bytes, whatever ran before (abi.md:
// guests have no clock of their own and seeded random numbers).
func TestConsultIsDeterministic(t *testing.T) {
	ruleset, err := testEngine().Set.Load("builtin/default")
	if err != nil {
		t.Fatal(err)
	}
	first := testEngine().Consult(ruleset, input(t, "write a migration"))
	again := testEngine().Consult(ruleset, input(t, "write a migration"))
	if diff := cmp.Diff(engine.Encode(first.Decision), engine.Encode(again.Decision)); diff != "" || first.Trace.Seed != again.Trace.Seed {
		t.Errorf("(-first +again):\n%s", diff)
	}
	other := input(t, "write a migration")
	other.Context.Sequence++
	if testEngine().Consult(ruleset, other).Trace.Seed == first.Trace.Seed {
		t.Error("another event has the same seed")
	}
}

// Ensure that the canonical encoding is one for equal decisions: fields in
// order, six decimals, no negative zero, lists never null.
func TestEncode(t *testing.T) {
	score := func(x float64) *float64 { return &x }
	zero := 0.0
	got := string(engine.Encode(abi.Decision{Activate: []abi.Entry{
		{Ref: abi.Skill("b"), Reason: "<&>", Score: score(0.1 + 0.2)}, {Ref: abi.Ref{Kind: "command", ID: "a"}, Reason: "é", Score: score(-zero)}, {Ref: abi.Skill("c"), Reason: "r", Score: score(1e-9)},
	}}))
	want := `{"activate":[{"reason":"<&>","ref":"skill:b","score":0.3},` +
		`{"reason":"é","ref":"command:a","score":0},{"reason":"r","ref":"skill:c","score":0}],"deactivate":[]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// BenchmarkConsult measures one prompt with the default ruleset, both functions,
// start of the guest included.
func BenchmarkConsult(b *testing.B) {
	e := testEngine()
	ruleset, err := e.Set.Load("builtin/default")
	if err != nil {
		b.Fatal(err)
	}
	event := input(b, "write a migration")
	for b.Loop() {
		if outcome := e.Consult(ruleset, event); outcome.Fault != nil {
			b.Fatal(outcome.Fault)
		}
	}
}
