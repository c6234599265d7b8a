package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure that whatever differs between two decisions is named with both sides,
// causes before effects, and that times are no difference.
func TestDiff(t *testing.T) {
	_, _, a := record(t)
	encoded, err := trace.Encode(a)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(change func(*trace.Trace)) trace.Trace {
		b, err := trace.Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		change(&b)
		return b
	}
	for want, change := range map[string]func(*trace.Trace){
		"":                        func(b *trace.Trace) { b.MS, b.Calls[0].MS, b.Answers[0].MS = 99, 99, 99 },
		"ruleset hash":            func(b *trace.Trace) { b.Hash = "x" },
		"context user_prompt":     func(b *trace.Trace) { b.Context.UserPrompt = "x" },
		"parameter gone":          func(b *trace.Trace) { b.Params = append(b.Params, trace.Param{Name: "gone", Value: 1, From: "caller"}) },
		"context neutral":         func(b *trace.Trace) { b.Context.Neutral = true },
		"log 1":                   func(b *trace.Trace) { b.Log[0].Message = "x" },
		"answer 2":                func(b *trace.Trace) { b.Answers[1].Error = "x" },
		"warning 2":               func(b *trace.Trace) { b.Warnings = append(b.Warnings, "x") },
		"fault ":                  func(b *trace.Trace) { b.Fault = &abi.Fault{Code: abi.Limit, Message: "fuel"} },
		"decision ":               func(b *trace.Trace) { b.Decision = json.RawMessage(`{}`) },
		"answer 1,decision ":      func(b *trace.Trace) { b.Decision, b.Answers[0].Answer = json.RawMessage(`{}`), nil },
		"call 1":                  func(b *trace.Trace) { b.Calls[1].Reply = json.RawMessage(`{"ok":"other"}`) },
		"context deactivate_only": func(b *trace.Trace) { b.DeactivateOnly = true },
	} {
		var got []string
		for _, d := range trace.Diff(a, changed(change)) {
			if d.A == d.B {
				t.Errorf("%s: both sides of %s are %q", want, d.What, d.A)
			}
			got = append(got, d.Part+" "+d.What)
		}
		if text := strings.Join(got, ","); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
	told := changed(func(b *trace.Trace) { b.Said = []trace.Note{{Ref: abi.Skill("forms")}} })
	if diff := trace.DiffTold(a, told); len(diff) != 1 || diff[0].Part != trace.PartSaid || diff[0].B != "forms" {
		t.Errorf("got %+v", diff)
	}
}
