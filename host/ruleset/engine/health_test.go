package engine_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure that three errors or exhausted budgets in a row pause a ruleset for 20
// events or until it changes, and that a busy machine never does. Each
// case is a run of events: what came of them, and whether it then may run.
func TestPause(t *testing.T) {
	data, err := os.ReadFile("testdata/pause.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Why    string `json:"why"`
		Events []struct {
			Hash  string     `json:"hash"`
			Fault *abi.Fault `json:"fault"`
			Times int        `json:"times"` // 0: once
			Runs  bool       `json:"runs"`  // at the last of them
		} `json:"events"`
		Want engine.Health `json:"want"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		var health engine.Health
		for i, event := range c.Events {
			runs := false
			for range max(1, event.Times) {
				if runs = engine.MayRun(health, event.Hash); runs {
					health = engine.Next(health, engine.Outcome{Hash: event.Hash, Fault: event.Fault, Ran: true, Now: "now"})
				} else {
					health = engine.Passed(health, event.Hash)
				}
			}
			if runs != event.Runs {
				t.Errorf("%s: event %d: runs is %v", c.Why, i+1, runs)
			}
		}
		if diff := cmp.Diff(c.Want, health); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Why, diff)
		}
	}
}

// Ensure that an event to which a ruleset did not subscribe says nothing about
// its health.
func TestNotAskedIsNoSuccess(t *testing.T) {
	before := engine.Health{Hash: "a", Failures: 2}
	if got := engine.Next(before, engine.Outcome{Hash: "a"}); got != before {
		t.Errorf("got %+v", got)
	}
}
