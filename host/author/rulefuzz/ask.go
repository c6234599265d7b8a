package rulefuzz

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// trial is one property being tried on one scenario.
type trial struct {
	input *Input
	rand  *rand.Rand // the same for the same run, however small the scenario is by then
	s     scenario.Scenario
	notes *notes
	fault *Breach // the ruleset failed, whatever is being tried
}

// notes are what was seen in any run, for properties that want it once.
type notes struct {
	asked atomic.Int64
	mutex sync.Mutex
	seen  map[string]bool // before this run
	now   map[string]bool // in it
}

func (n *notes) see(keys ...string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for _, key := range keys {
		n.now[key] = true
	}
}

// turn ends a run: what it has shown counts from here on.
func (n *notes) turn() {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	maps.Copy(n.seen, n.now)
}

func (n *notes) has(key string) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.seen[key]
}

// answer is what a ruleset made of a scenario.
type answer struct {
	abi.Decision
	bytes    string       // of the decision, canonical
	said     abi.Decision // as the functions answered, before the host left anything out
	requests []request
	unknown  []abi.Ref
	repeated []abi.Ref
	warnings []string
}

type request struct {
	call, text string
	refused    *abi.Fault // the call was made wrongly
	own        bool       // of the ruleset itself, not of one that it evaluated
}

// silent are calls whose requests say nothing of what a ruleset asks for.
var silent = []string{"param", "log"}

// ask plays a scenario; ok is false where the ruleset failed or the work was
// stopped.
func (t *trial) ask(s scenario.Scenario) (answer, bool) { return t.askWith(s, "") }

// askWith asks with the answers of one host call taken away.
func (t *trial) askWith(s scenario.Scenario, ablated string) (answer, bool) {
	if t.fault != nil || isSet(t.input.Stop) {
		return answer{}, false
	}
	t.notes.asked.Add(1)
	var outcome engine.Outcome
	asked := false
	s.Then, s.Expect = nil, scenario.Expectation{}
	scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		outcome, asked = t.consult(host, context, ablated), true
		return scenario.Result{Decision: outcome.Decision}, nil
	})
	if isSet(t.input.Stop) || !asked {
		return answer{}, false
	}
	t.note(outcome)
	if outcome.Fault != nil {
		if ablated == "" {
			t.fault = &Breach{Difference: "it failed: " + outcome.Fault.Error(), Scenarios: []scenario.Scenario{expecting(s, scenario.Expectation{Excludes: []abi.Ref{}})}}
		}
		return answer{}, false
	}
	return answered(outcome), true
}

func (t *trial) consult(host *recorded.Host, context abi.Context, ablated string) engine.Outcome {
	var answers abi.Host = host
	if ablated != "" {
		answers = ablate(host.Dispatch, ablated)
	}
	return t.input.Engine.Consult(t.input.Ruleset, engine.Input{
		Context: context, Host: answers, Known: host.Known, Budgets: t.input.Budgets, Stop: t.input.Stop,
		Params:         func(_, name string) (any, bool) { return host.Parameter(name) },
		DeactivateOnly: scenario.DeactivateOnly(context),
		Always:         true, // scenarios are of events that it wants
	})
}

// note keeps what happened at all.
func (t *trial) note(outcome engine.Outcome) {
	keys := []string{}
	for _, param := range outcome.Trace.Params {
		if param.By == "" {
			keys = append(keys, "read "+param.Name)
		}
	}
	for _, call := range outcome.Trace.Calls {
		if key := "called " + call.Call; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		if key := "asked " + call.Call; call.By == "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(outcome.Decision.Activate) > 0 {
		keys = append(keys, "activates")
	}
	if len(outcome.Decision.Deactivate) > 0 {
		keys = append(keys, "withdraws")
	}
	t.notes.see(keys...)
}

func answered(outcome engine.Outcome) answer {
	a := answer{
		Decision: outcome.Decision, bytes: string(outcome.Trace.Decision),
		unknown: outcome.Trace.Unknown, warnings: outcome.Warnings,
	}
	for _, call := range outcome.Trace.Calls {
		if slices.Contains(silent, call.Call) {
			continue
		}
		made := request{call: call.Call, text: call.Call + " " + string(call.Request), own: call.By == ""}
		var reply abi.Reply
		if json.Unmarshal(call.Reply, &reply) == nil && reply.Error != nil {
			if code := reply.Error.Code; code == abi.BadRequest || code == abi.NotAllowed || code == abi.UnknownCall {
				made.refused = reply.Error
			}
		}
		a.requests = append(a.requests, made)
	}
	for _, given := range outcome.Trace.Answers {
		var entries []abi.Entry
		if json.Unmarshal(given.Answer, &entries) != nil {
			continue // the schema check has failed it
		}
		if given.Function == abi.Activation {
			a.said.Activate = entries
		} else {
			a.said.Deactivate = entries
		}
		seen := map[abi.Ref]bool{}
		for _, entry := range entries {
			if seen[entry.Ref] {
				a.repeated = append(a.repeated, entry.Ref)
			}
			seen[entry.Ref] = true
		}
	}
	return a
}

// asks returns the requests as one text, to compare.
func (a answer) asks() string {
	var all strings.Builder
	for _, made := range a.requests {
		all.WriteString(made.text + "\n")
	}
	return all.String()
}

func (a answer) activates(id abi.Ref) bool { return has(a.Activate, id) }
func (a answer) withdraws(id abi.Ref) bool { return has(a.Deactivate, id) }

func has(entries []abi.Entry, id abi.Ref) bool {
	return slices.ContainsFunc(entries, func(e abi.Entry) bool { return e.Ref == id })
}
