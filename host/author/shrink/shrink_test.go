package shrink_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/shrink"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// Ensure that each of fifty decisions, every day of fifteen, with 300 skills becomes a scenario of at
// most five that still gives it, in few enough evaluations to take under two
// seconds, and that the written file passes with the ruleset.
func TestFifty(t *testing.T) {
	source, err := builtin.FS.ReadFile("default/default.lua")
	if err != nil {
		t.Fatal(err)
	}
	code := `local default = require("builtin.default")
		return { evaluate_deactivation = default.evaluate_deactivation, evaluate_activation = function(context)
			if #impressionism.items() == 0 then return {} end
			return default.evaluate_activation(context)
		end }`
	e := newEngine(fstest.MapFS{"default/default.lua": {Data: source}, "all/all.lua": {Data: []byte(code)}})
	ruleset := load(t, e, "builtin/all")
	slowest, named := time.Duration(0), 0
	seeds := make([]uint64, 50)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	seeds = sampletest.Some(seeds, 15, func(seed uint64) string { return fmt.Sprint(seed) })
	for _, seed := range seeds {
		script, context := large(seed)
		recorded := consult(t, e, ruleset, script, context)
		if len(recorded.Decision) > len(`{"activate":[],"deactivate":[]}`) {
			named++
		}
		began := time.Now()
		result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: recorded, Budgets: abi.DefaultBudgets(), Shrink: true})
		slowest = max(slowest, time.Since(began))
		if err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		if result.Was.Skills != 300 || result.Is.Skills > 5 || result.Is.Messages > 0 || result.Tries > 100 {
			t.Errorf("%d: %d of %d skills, %d messages after %d tries", seed, result.Is.Skills, result.Was.Skills, result.Is.Messages, result.Tries)
		}
		passes(t, e, ruleset, result.Scenario)
	}
	t.Logf("the slowest of %d took %v", len(seeds), slowest)
	if named < len(seeds)*2/3 {
		t.Errorf("only %d of %d decisions do anything", named, len(seeds))
	}
}

// Ensure that what decided stays: here one skill and one message, which the
// ruleset wants together, among hundreds.
func TestNeedles(t *testing.T) {
	code := `return { evaluate_activation = function(context)
		local found, said = {}, false
		for _, m in ipairs(impressionism.messages(50)) do
			said = said or m.content == "earlier words 17"
		end
		for _, s in ipairs(impressionism.items()) do
			if s.ref == "skill:skill-123" and s.keywords[1] == "table" then found = s end
		end
		if not said or not found.ref then return {} end
		return { { ref = "skill:skill-007", reason = "because of " .. found.ref } }
	end }`
	e := newEngine(fstest.MapFS{"probe/probe.lua": {Data: []byte(code)}})
	ruleset := load(t, e, "builtin/probe")
	script, context := large(1)
	recorded := consult(t, e, ruleset, script, context)
	result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: recorded, Budgets: abi.DefaultBudgets(), Shrink: true})
	if err != nil {
		t.Fatal(err)
	}
	if result.Is.Skills != 2 || result.Is.Messages != 1 || result.Was.Skills != 300 || result.Was.Messages != 40 {
		t.Errorf("is %+v, was %+v", result.Is, result.Was)
	}
	text, err := shrink.YAML(result.Scenario, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"ref": "skill:skill-123", "keywords": ["table", "word123"]}`, `"content": "earlier words 17"`, `{"ref": "skill:skill-007", "reason": "because of skill:skill-123"}`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	passes(t, e, ruleset, result.Scenario)
}

// Ensure that a topic shift, which rests on vectors that the trace does not hold,
// becomes a scenario all the same.
func TestTopicShift(t *testing.T) {
	e := newEngine(nil)
	ruleset := load(t, e, "builtin/default")
	s, err := scenario.Load("../../../rules/lua/default/scenarios/topic-shift.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s.Context.HookEvent = abi.EventPrompt
	recorded := consult(t, e, ruleset, s.Script, s.Context)
	if !bytes.Contains(recorded.Decision, []byte("the topic changed to React forms")) {
		t.Fatalf("the topic did not change: %s", recorded.Decision)
	}
	result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: recorded, Budgets: abi.DefaultBudgets(), Shrink: true})
	if err != nil || result.Is.Skills != 3 {
		t.Fatalf("got %+v, %v", result.Is, err)
	}
	passes(t, e, ruleset, result.Scenario)
}

// Ensure that a decision which came with warnings becomes a scenario that passes: it expects
// those that its own scene leads to, whether it was shrunk or not.
func TestWarned(t *testing.T) {
	code := `return { evaluate_activation = function(context)
		return { { ref = "skill:skill-001", reason = "r" }, { ref = "skill:absent", reason = "one of " .. #impressionism.items() } }
	end }`
	e := newEngine(fstest.MapFS{"probe/probe.lua": {Data: []byte(code)}})
	ruleset := load(t, e, "builtin/probe")
	script, context := large(2)
	recorded := consult(t, e, ruleset, script, context)
	if len(recorded.Warnings) != 1 {
		t.Fatalf("warnings %q", recorded.Warnings)
	}
	for _, smaller := range []bool{false, true} {
		result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: recorded, Budgets: abi.DefaultBudgets(), Shrink: smaller})
		if err != nil {
			t.Fatal(err)
		}
		passes(t, e, ruleset, result.Scenario)
	}
}

// Ensure that nothing is written that does not show the decision: a ruleset that
// embeds texts cannot be scripted, and the error says so; nor can a decision be
// shown that asked for withdrawals only, or a trace that is cut.
func TestImpossible(t *testing.T) {
	code := `return { evaluate_activation = function(context)
		local v = impressionism.embed("x")
		return { { ref = "skill:skill-001", reason = "r" } }
	end }`
	e := newEngine(fstest.MapFS{"probe/probe.lua": {Data: []byte(code)}})
	ruleset := load(t, e, "builtin/probe")
	recorded := trace.Trace{
		ABI: abi.Version, Ruleset: "builtin/probe", Context: abi.Context{HookEvent: abi.EventPrompt, UserPrompt: "x"},
		Decision: []byte(`{"activate":[{"reason":"r","ref":"skill:skill-001"}],"deactivate":[]}`),
	}
	recorded.AddCall("", "embed", []byte(`{"text":"x"}`), []byte(`{"ok":"e1"}`), 0, 0)
	only, cut := recorded, recorded
	only.DeactivateOnly, cut.Incomplete = true, true
	for want, given := range map[string]trace.Trace{"it asked for embed": recorded, "withdrawals only": only, "incomplete": cut} {
		_, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: given, Budgets: abi.DefaultBudgets()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Ensure that shrinking can be stopped and still gives a scenario that passes.
func TestStopped(t *testing.T) {
	e := newEngine(nil)
	ruleset := load(t, e, "builtin/default")
	script, context := large(4)
	stop := new(atomic.Bool)
	recorded := consult(t, e, ruleset, script, context)
	checked := 0
	e.Check = func(answer []byte) ([]abi.Entry, error) {
		if checked++; checked == 6 {
			stop.Store(true)
		}
		return schemas.CheckDecision(answer)
	}
	result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: recorded, Budgets: abi.DefaultBudgets(), Shrink: true, Stop: stop})
	if err != nil || !strings.Contains(result.Note, "ran out") {
		t.Fatalf("note %q, %v", result.Note, err)
	}
	passes(t, e, ruleset, result.Scenario)
}
