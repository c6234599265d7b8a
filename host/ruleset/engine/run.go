package engine

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// run is one event of the active ruleset and of those that it evaluates; they
// share its budgets, parameters and trace.
type run struct {
	engine   *Engine
	active   Ruleset
	input    Input
	trace    *trace.Trace
	warnings []string
	calls    int
	logLines int
	fuel     int64              // left for evaluated rulesets
	used     int64              // by the active ruleset itself
	loaded   map[string]Ruleset // evaluated ones, by id
}

func newRun(e *Engine, active Ruleset, input Input) *run {
	input.Context.ABI = active.Manifest.ABI
	input.Context.Activated = nil
	return &run{
		engine: e, active: active, input: input, fuel: input.Budgets.Fuel, loaded: map[string]Ruleset{},
		trace: &trace.Trace{
			ABI: active.Manifest.ABI, Ruleset: active.Manifest.ID, Hash: active.Hash, Seed: seed(input.Context),
			Context: input.Context, DeactivateOnly: input.DeactivateOnly, Kinds: trace.Kinds{active.Manifest.ID: active.Manifest.SeenKinds()},
			Budgets: input.Budgets, Params: []trace.Param{}, Calls: []trace.Call{}, Log: []trace.Line{}, Answers: []trace.Answer{},
		},
	}
}

// decide calls both functions in one instance.
func (r *run) decide() (abi.Decision, error) {
	d := newDoor(r, r.active, allowed(r.active.Manifest), r.input.Context, 0)
	guest, err := r.start(d, r.input.Budgets)
	if err != nil {
		return abi.Decision{}, err
	}
	decision, err := r.ask(guest, d)
	r.used = d.used()
	if closeErr := guest.Close(); closeErr != nil && err == nil {
		err = fmt.Errorf("close %s: %w", r.active.Manifest.ID, closeErr)
	}
	return decision, err
}

// ask calls both functions. Where the second one fails, the first one's answer does not
// count: half a decision was not meant, and the fallback answers whole.
func (r *run) ask(guest abi.Guest, d *door) (abi.Decision, error) {
	decision := abi.Decision{Activate: []abi.Entry{}, Deactivate: []abi.Entry{}}
	context := r.input.Context
	if !r.input.DeactivateOnly {
		entries, err := r.evaluate(guest, d, abi.Activation, context)
		if err != nil {
			return abi.Decision{}, err
		}
		decision.Activate = entries
		context.Activated = entries
		d.context = context // that of rulesets evaluated from here on
	}
	entries, err := r.evaluate(guest, d, abi.Deactivation, context)
	if err != nil {
		return abi.Decision{}, err
	}
	decision.Deactivate = entries
	return decision, nil
}

// evaluate calls one function of the active ruleset and believes what holds of
// its answer.
func (r *run) evaluate(guest abi.Guest, d *door, function string, context abi.Context) ([]abi.Entry, error) {
	began, before := r.now(), d.used()
	answer, entries, err := r.call(guest, r.active.Manifest.ID, function, context)
	record := trace.Answer{Function: function, MS: milliseconds(r.now() - began), Fuel: d.used() - before}
	if answer != nil {
		record.Answer = trace.Raw(answer)
	}
	if err != nil {
		record.Error = err.Error()
	}
	r.trace.Answers = append(r.trace.Answers, record)
	if err != nil {
		return nil, err
	}
	return r.believe(function, entries), nil
}

// call returns a guest's answer as it is and as its schema reads it.
func (r *run) call(guest abi.Guest, id, function string, context abi.Context) ([]byte, []abi.Entry, error) {
	encoded, err := json.Marshal(context)
	if err != nil {
		return nil, nil, fmt.Errorf("encode context: %w", err)
	}
	if len(encoded) > r.input.Budgets.ContextBytes {
		return nil, nil, limit("context: %d bytes are more than %d", len(encoded), r.input.Budgets.ContextBytes)
	}
	answer, err := guest.Evaluate(function, encoded)
	if err != nil {
		return nil, nil, printable(err)
	}
	if len(answer) > r.input.Budgets.AnswerBytes {
		return nil, nil, limit("answer: %d bytes are more than %d", len(answer), r.input.Budgets.AnswerBytes)
	}
	entries, err := r.engine.Check(answer)
	if err != nil {
		return answer, nil, &abi.Fault{Code: abi.Internal, Message: fmt.Sprintf("%s: %s: %v", id, function, err)}
	}
	return answer, entries, nil
}

// start makes a guest whose only door is d.
func (r *run) start(d *door, budgets abi.Budgets) (abi.Guest, error) {
	ending := path.Ext(d.ruleset.Program.Name)
	start := r.engine.Runtimes[ending]
	if start == nil {
		return nil, &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("%s: this build cannot run %s files", d.ruleset.Manifest.ID, ending)}
	}
	guest, err := start(d.ruleset.Program, abi.Sandbox{
		Budgets: budgets, Calls: d.calls, Seed: r.trace.Seed, Invoke: d.invoke, Stop: r.input.Stop,
	})
	if err != nil {
		return nil, printable(err)
	}
	d.meter, _ = guest.(abi.Metered)
	return guest, nil
}

func (r *run) now() time.Duration {
	if r.input.Clock == nil {
		return 0
	}
	return r.input.Clock()
}

// allowed returns the calls that a manifest links.
func allowed(m abi.Manifest) []abi.Call {
	if m.Calls == nil {
		return abi.Calls
	}
	var calls []abi.Call
	for _, call := range abi.Calls {
		if slices.Contains(m.Calls, call.Name) {
			calls = append(calls, call)
		}
	}
	return calls
}

func limit(format string, args ...any) *abi.Fault {
	return &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf(format, args...)}
}
