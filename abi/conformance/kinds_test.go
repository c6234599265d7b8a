package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure that a ruleset in any language sees a tool if its manifest names that kind, and
// else neither finds nor activates one.
func TestKinds(t *testing.T) {
	s := newStage(t)
	tool := abi.Ref{Kind: abi.KindTool, ID: "x"}
	host, err := recorded.New(recorded.Script{
		Items: []abi.Item{{Ref: tool}, {Ref: abi.Skill("x")}}, Active: []abi.Active{{Item: abi.Item{Ref: tool}}},
		Search: map[abi.Ref]float64{tool: 0.9, abi.Skill("x"): 0.5},
	})
	if err != nil {
		t.Fatal(err)
	}
	program := strings.Join([]string{
		`call search {"text":"x","limit":1}`, `call items {"kinds":["tool"]}`, `call active {}`,
		`call relevance {"text":"x","refs":["tool:x","skill:x"]}`, `entry tool:x - fits`,
	}, "\n")
	for _, name := range s.names {
		for _, c := range []struct {
			kinds []string
			sees  bool
		}{{nil, false}, {[]string{abi.KindSkill, abi.KindTool}, true}} {
			ruleset, err := s.engine.Set.Load("probe/" + name)
			if err != nil {
				t.Fatal(err)
			}
			ruleset.Manifest.Kinds = c.kinds
			outcome := s.engine.Consult(ruleset, engine.Input{
				Context: abi.Context{SessionID: "session-1", UserPrompt: program, HookEvent: abi.EventPrompt},
				Host:    host, Budgets: abi.DefaultBudgets(), Known: host.Known,
			})
			entries := answered(t, outcome)
			if outcome.Fault != nil || len(entries) != 5 {
				t.Errorf("%s, kinds %q: got %+v, %v", name, c.kinds, entries, outcome.Fault)
				continue
			}
			for _, entry := range entries[:4] {
				if strings.Contains(entry.Reason, "tool:x") != c.sees || strings.Contains(entry.Reason, "error") {
					t.Errorf("%s, kinds %q: got the reply %s", name, c.kinds, entry.Reason)
				}
			}
			if activated := slices.ContainsFunc(outcome.Decision.Activate, func(e abi.Entry) bool { return e.Ref == tool }); activated != c.sees {
				t.Errorf("%s, kinds %q: got %s", name, c.kinds, engine.Encode(outcome.Decision))
			}
		}
	}
}
