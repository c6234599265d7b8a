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

// Ensure that a ruleset in any language whose manifest names the kind code finds places of the
// sources and may name one in its answer, that no list has them, and that one whose manifest does
// not name it sees none. What a place holds is a case of calls.json.
func TestPlaces(t *testing.T) {
	s := newStage(t)
	ref := abi.Ref{Kind: abi.KindCode, ID: "host/mux.go#Mux.Use"}
	host, err := recorded.New(recorded.Script{
		Items: []abi.Item{
			{Ref: ref, Place: &abi.Place{Path: "host/mux.go", Symbol: "Mux.Use", Start: 94, End: 105, Language: "go", Kind: "method"}}, {Ref: abi.Skill("x")},
		},
		Search: map[abi.Ref]float64{ref: 0.9, abi.Skill("x"): 0.5},
	})
	if err != nil {
		t.Fatal(err)
	}
	program := strings.Join([]string{
		`call search {"text":"x","limit":1}`, `call search {"text":"x","limit":2,"kinds":["code"]}`, `call items {"kinds":["code"]}`,
		`call relevance {"text":"x","refs":["code:host/mux.go#Mux.Use"]}`, `entry code:host/mux.go#Mux.Use - fits`,
	}, "\n")
	for _, name := range s.names {
		for _, kinds := range [][]string{nil, {abi.KindSkill, abi.KindCode}} {
			ruleset, err := s.engine.Set.Load("probe/" + name)
			if err != nil {
				t.Fatal(err)
			}
			ruleset.Manifest.Kinds = kinds
			outcome := s.engine.Consult(ruleset, engine.Input{
				Context: abi.Context{SessionID: "session-1", UserPrompt: program, HookEvent: abi.EventPrompt},
				Host:    host, Budgets: abi.DefaultBudgets(), Known: host.Known,
			})
			entries := answered(t, outcome)
			if outcome.Fault != nil || len(entries) != 5 {
				t.Errorf("%s, kinds %q: got %+v, %v", name, kinds, entries, outcome.Fault)
				continue
			}
			for i, finds := range []bool{kinds != nil, kinds != nil, false, false} {
				if has := strings.Contains(entries[i].Reason, "host/mux.go"); has != finds || strings.Contains(entries[i].Reason, "error") {
					t.Errorf("%s, kinds %q, call %d: got the reply %s", name, kinds, i+1, entries[i].Reason)
				}
			}
			activated := slices.ContainsFunc(outcome.Decision.Activate, func(e abi.Entry) bool { return e.Ref == ref })
			if activated != (kinds != nil) {
				t.Errorf("%s, kinds %q: got %s", name, kinds, engine.Encode(outcome.Decision))
			}
		}
	}
}
