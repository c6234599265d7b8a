package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/schemas"
)

// probe is a guest in Go: it makes the calls of a test through the only door.
type probe struct {
	sandbox abi.Sandbox
	ask     func(call func(name, request string) abi.Reply)
}

func (p probe) Evaluate(string, []byte) ([]byte, error) {
	p.ask(func(name, request string) abi.Reply {
		var reply abi.Reply
		if err := json.Unmarshal(p.sandbox.Invoke(name, []byte(request)), &reply); err != nil {
			panic(err)
		}
		return reply
	})
	return []byte("[]"), nil
}

func (p probe) Close() error { return nil }

// consult runs a probe as custom/narrow, with a few calls more.
func consult(t *testing.T, event engine.Input, ask func(call func(name, request string) abi.Reply)) engine.Outcome {
	t.Helper()
	start := func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) { return probe{sandbox, ask}, nil }
	e := &engine.Engine{Set: testSet(), Runtimes: map[string]abi.Start{".lua": start}, Check: schemas.CheckDecision}
	ruleset, err := e.Set.Load("custom/narrow")
	if err != nil {
		t.Fatal(err)
	}
	ruleset.Manifest.Calls = []string{"log", "items", "messages", "search", "similarities"}
	event.DeactivateOnly = true // one function is enough
	outcome := e.Consult(ruleset, event)
	if outcome.Fault != nil {
		t.Fatal(outcome.Fault)
	}
	return outcome
}

// Ensure that the door opens for the calls of the manifest only, for requests
// that make sense; no request names a session.
func TestDoorRefuses(t *testing.T) {
	for _, c := range []struct{ call, request, want string }{
		{"session", `{}`, "not_allowed: session: not among the calls of custom/narrow; add it to its manifest"},
		{"read_mind", `{}`, `unknown_call: there is no host call "read_mind"`},
		{"messages", `{"count":1,"session_id":"other"}`, `bad_request: messages: unknown field "session_id"`},
		{"messages", `{"count":-1}`, "bad_request: messages: count -1 is negative"},
		{"search", `{"text":"x","limit":-1}`, "bad_request: search: limit -1 is negative"},
		{"items", `{"offset":-1}`, "bad_request: items: offset -1 is negative"},
		{"search", `{"text":"x","limit":1,"fast":true}`, `bad_request: search: unknown field "fast"`},
		{"search", `{"text":"x","embedding":[1],"limit":1}`, "bad_request: search: give text or embedding, one of them"},
		{"log", `{"level":"fatal","message":"x"}`, `bad_request: log: level "fatal" is none of debug, info, warn, error`},
		{"similarities", `{"a":[1],"bs":[[1],[1],[1],[1]]}`, "limit: results: bs has 4 entries, more than 3"},
	} {
		event := input(t, "x")
		event.Budgets.Results = 3
		consult(t, event, func(call func(string, string) abi.Reply) {
			reply := call(c.call, c.request)
			if reply.Error == nil || reply.Error.Error() != c.want {
				t.Errorf("%s %s: got %v, want %s", c.call, c.request, reply.Error, c.want)
			}
		})
	}
}

// Ensure that every budget of replies is kept: results, bytes of text, lines of
// log, number of calls; and that empty lists are lists.
func TestDoorBudgets(t *testing.T) {
	host, err := recorded.New(recorded.Script{
		Items:    []abi.Item{{Ref: abi.Skill("a"), Description: strings.Repeat("é", 10)}, {Ref: abi.Skill("b")}, {Ref: abi.Skill("c")}},
		Search:   map[abi.Ref]float64{abi.Skill("a"): 0.9},
		Messages: []abi.Message{{Role: "user", Content: "one"}, {Role: "user", Content: "two"}, {Role: "user", Content: "three"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	event := input(t, "x")
	event.Host = host
	event.Budgets.Results, event.Budgets.TextBytes, event.Budgets.LogLines, event.Budgets.LogLineBytes, event.Budgets.HostCalls = 2, 5, 2, 4, 9
	outcome := consult(t, event, func(call func(string, string) abi.Reply) {
		for _, c := range []struct{ call, request, want string }{
			{"items", `{}`, `{"items":[{"ref":"skill:a","name":"a","description":"éé","keywords":[],"sticky":false},{"ref":"skill:b","name":"b","description":"","keywords":[],"sticky":false}],"truncated":true}`},
			{"items", `{"offset":9}`, `{"items":[],"truncated":false}`},
			{"messages", `{"count":1000000}`, `[{"role":"user","content":"two","sequence":0},{"role":"user","content":"three","sequence":0}]`},
			{"search", `{"text":" \n","limit":9}`, `[]`},
			{"log", `{"level":"info","message":"12345"}`, `null`},
			{"log", `{"level":"info","message":"2"}`, `null`},
			{"log", `{"level":"info","message":"3"}`, `null`},
			{"log", `{"level":"info","message":"4"}`, `null`},
			{"log", `{"level":"info","message":"5"}`, `null`},
		} {
			if reply := call(c.call, c.request); reply.Error != nil || string(reply.OK) != c.want && !(c.want == "null" && reply.OK == nil) {
				t.Errorf("%s: got  %s %v\nwant %s", c.call, reply.OK, reply.Error, c.want)
			}
		}
		if reply := call("log", `{"level":"info","message":"x"}`); reply.Error == nil || reply.Error.Error() != "limit: host calls: more than 9 in one event" {
			t.Errorf("tenth call: got %v", reply.Error)
		}
	})
	if got := fmt.Sprint(outcome.Trace.Log); got != "[{ info 1234} { info 2}]" {
		t.Errorf("log is %s", got)
	}
	if got := fmt.Sprint(outcome.Warnings); got != "[custom/narrow: more than 2 log lines; the rest is lost]" {
		t.Errorf("warnings are %s", got)
	}
	if got := len(outcome.Trace.Calls); got != 9 {
		t.Errorf("%d calls recorded, want 9", got)
	}
}

// Ensure that evaluated rulesets together get no more fuel than one event has,
// and that a runtime which counts gives back what was not used.
func TestEvaluateSharesFuel(t *testing.T) {
	// Starting one costs 200 units, and one more for each 64 bytes of its code.
	for used, want := range map[int64]string{0: "[10000 4900 4800 4700]", 4000: "[10000 4900 2800 1300]", 1000: "[10000 4900 4300 3700]"} {
		var given []int64
		start := func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
			given = append(given, sandbox.Budgets.Fuel)
			if program.ID == "custom/boom" {
				return countingGuest{used: min(used, sandbox.Budgets.Fuel)}, nil
			}
			return probe{sandbox, func(call func(string, string) abi.Reply) {
				for range 3 {
					if reply := call("evaluate", `{"ruleset":"custom/boom","function":"evaluate_activation"}`); reply.Error != nil {
						t.Error(reply.Error)
					}
				}
			}}, nil
		}
		e := testEngine()
		e.Runtimes = map[string]abi.Start{".lua": start}
		ruleset, err := e.Set.Load("custom/narrow")
		if err != nil {
			t.Fatal(err)
		}
		event := input(t, "x")
		event.Budgets.Fuel, event.DeactivateOnly = 10_000, true
		if outcome := e.Consult(ruleset, event); outcome.Fault != nil {
			t.Fatal(outcome.Fault)
		}
		if got := fmt.Sprint(given); got != want {
			t.Errorf("%d used each time: fuel given is %s, want %s", used, got, want)
		}
	}
}

type countingGuest struct{ used int64 }

func (countingGuest) Evaluate(string, []byte) ([]byte, error) { return []byte("[]"), nil }
func (countingGuest) Close() error                            { return nil }
func (g countingGuest) FuelUsed() int64                       { return g.used }
