package conformance_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/conformance"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure that a ruleset can build on one in any other language, and that budgets,
// calls and errors hold across the two as within one. Each commit tries some of the pairs.
func TestComposition(t *testing.T) {
	s := newStage(t)
	var pairs [][2]string
	for _, caller := range s.names {
		for _, callee := range s.names {
			pairs = append(pairs, [2]string{caller, callee})
		}
	}
	name := func(pair [2]string) string { return pair[0] + "_on_" + pair[1] }
	for _, pair := range sampletest.Some(pairs, 8, name) {
		t.Run(name(pair), func(t *testing.T) { s.compose(t, pair[0], pair[1]) })
	}
}

func (s stage) compose(t *testing.T, caller, callee string) {
	for _, c := range []struct{ about, ruleset, function, program, want string }{
		{"the answer", "probe/", abi.Activation, "echo sequence\nentry command:x 0.5 ünï 🎉", `{"ok":[{"ref":"skill:probe","reason":"0"},{"ref":"command:x","reason":"ünï 🎉","score":0.5}]}`},
		{"the second function", "probe/", abi.Deactivation, "then activated\nthen count", `{"ok":[{"ref":"skill:told","reason":"before"},{"ref":"skill:probe","reason":"1"}]}`},
		{"an instance of its own", "probe/", abi.Activation, "count", `{"ok":[{"ref":"skill:probe","reason":"1"}]}`},
		{"an empty answer", "probe/", abi.Activation, "", `{"ok":[]}`},
		{"a call", "narrow/", abi.Activation, "call session {}", `{"ok":[{"ref":"skill:probe","reason":REPLY}]}`},
	} {
		program := "count\n" + nested(t, "call", c.ruleset+callee, c.function, c.program)
		outcome := s.consult(t, "probe/"+caller, program, abi.DefaultBudgets())
		entries := answered(t, outcome)
		if outcome.Fault != nil || len(entries) != 2 {
			t.Errorf("%s: got %+v, %v", c.about, entries, outcome.Fault)
			continue
		}
		reply := entries[1].Reason
		if strings.Contains(c.want, "REPLY") {
			if !strings.Contains(reply, "started_at") {
				t.Errorf("%s: got %s", c.about, reply)
			}
			continue
		}
		if text := conformance.Difference([]byte(reply), []byte(c.want)); text != "" {
			t.Errorf("%s: the reply%s", c.about, text)
		}
	}
	s.composeRefused(t, caller, callee)
}

// composeRefused ends the callee in every way that a callee can end; the caller
// learns of it and goes on, or passes it on.
func (s stage) composeRefused(t *testing.T, caller, callee string) {
	budgets := abi.DefaultBudgets()
	budgets.HostCalls = 20
	for _, c := range []struct{ program, code, holds string }{
		{"must log {\"level\":\"info\",\"message\":\"x\"}", abi.Internal, "not_allowed"},
		{"fail so be it", abi.Internal, "so be it (in narrow/" + callee + ")"},
		{"panic oh no", abi.Internal, "oh no"},
		{"loop", abi.Limit, "fuel: "},
		{"repeat 30 session {}", abi.Limit, "host"},
		{"entry skill:x 2 out of range", abi.Internal, "score"},
		{`must evaluate {"ruleset":"no/such","function":"f"}`, abi.Internal, "bad_request: evaluate: function \"f\" is neither"},
	} {
		line := nested(t, "call", "narrow/"+callee, abi.Activation, c.program)
		outcome := s.consult(t, "probe/"+caller, "count\n"+line+"\ncount", budgets)
		entries := answered(t, outcome)
		if outcome.Fault != nil || len(entries) != 3 {
			t.Errorf("%s: got %+v, %v", c.program, entries, outcome.Fault)
			continue
		}
		text := entries[1].Reason
		var reply abi.Reply
		if err := json.Unmarshal([]byte(text), &reply); err != nil || reply.Error == nil {
			t.Errorf("%s: got the reply %s", c.program, text)
			continue
		}
		if reply.Error.Code != c.code || !strings.Contains(reply.Error.Message, c.holds) {
			t.Errorf("%s: got %v, want %s with %q", c.program, reply.Error, c.code, c.holds)
		}
	}
	// each level evaluates the callee again, until it is too deep
	line := `must evaluate {"ruleset":"probe/` + callee + `","function":"evaluate_activation"}`
	if outcome := s.consult(t, "probe/"+caller, line, abi.DefaultBudgets()); outcome.Fault == nil || !strings.Contains(outcome.Fault.Message, "depth: ") {
		t.Errorf("without end: got %+v, %v", outcome.Decision, outcome.Fault)
	}
}

// Ensure that a ruleset's log is kept up to its limit in lines and bytes, and what
// is over it is told.
func TestLogLimits(t *testing.T) {
	s := newStage(t)
	budgets := abi.DefaultBudgets()
	budgets.Fuel = 1 << 32 // a probe on a typed SDK reads and writes each request
	for _, name := range s.names {
		line := `repeat 150 log {"level":"info","message":"` + strings.Repeat("é", 1000) + `"}`
		outcome := s.consult(t, "probe/"+name, line, budgets)
		if outcome.Fault != nil {
			t.Errorf("%s: %v", name, outcome.Fault)
			continue
		}
		if got := outcome.Trace.Log; len(got) != 100 || got[0].Message != strings.Repeat("é", 512) {
			t.Errorf("%s: got %d lines, the first of %d bytes", name, len(got), len(got[0].Message))
		}
		if len(outcome.Warnings) != 1 || !strings.Contains(outcome.Warnings[0], "more than 100 log lines") {
			t.Errorf("%s: got the warnings %q", name, outcome.Warnings)
		}
	}
}
