package engine

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// Evaluate asks another ruleset in an instance of its own, with the calls
// and parameters of its own manifest. It shares the event's stop flag and count of
// host calls, and gets half of the fuel that is left for evaluated rulesets. What
// it may read reaches the caller as a checked decision only. See RATIONALE.md,
// "Why are an evaluated ruleset's calls its own?".
func (d *door) Evaluate(request abi.EvaluateRequest) ([]abi.Entry, error) {
	depth := d.depth + 1
	if depth > d.run.input.Budgets.Depth {
		return nil, limit("depth: %s may not evaluate %.100q: more than %d rulesets deep", d.ruleset.Manifest.ID, request.Ruleset, d.run.input.Budgets.Depth)
	}
	if request.Function != abi.Activation && request.Function != abi.Deactivation {
		return nil, badRequest("evaluate: function %.40q is neither %s nor %s", request.Function, abi.Activation, abi.Deactivation)
	}
	callee, err := d.run.load(request.Ruleset)
	if err != nil {
		return nil, &abi.Fault{Code: abi.NotFound, Message: "evaluate: " + err.Error()}
	}
	if err := d.run.payStart(callee); err != nil {
		return nil, err
	}
	context := d.context
	if request.Context != nil {
		context = *request.Context
		context.SessionID = d.context.SessionID
	}
	context.ABI = callee.Manifest.ABI
	entries, err := d.evaluate(callee, request.Function, context, depth)
	if err != nil {
		fault := abi.AsFault(err)
		return nil, &abi.Fault{Code: fault.Code, Message: fmt.Sprintf("%s (in %s)", cut.Line(fault.Message), callee.Manifest.ID)}
	}
	return entries, nil
}

// load returns a ruleset to evaluate, read once an event.
func (r *run) load(id string) (Ruleset, error) {
	if loaded, ok := r.loaded[id]; ok {
		return loaded, nil
	}
	loaded, err := r.engine.Set.Load(id)
	if err == nil {
		r.loaded[id] = loaded
		r.trace.Kinds[loaded.Manifest.ID] = loaded.Manifest.SeenKinds()
	}
	return loaded, err
}

// What starting an evaluated ruleset costs in units of fuel, its code being read
// and hashed each time. Measured: 15 MiB take about 15 ms, a small one 10 µs.
const (
	startPrice        = 200
	startBytesPerUnit = 64
)

func (r *run) payStart(callee Ruleset) error {
	price := int64(startPrice + len(callee.Program.Code)/startBytesPerUnit)
	if price > r.fuel {
		return limit("fuel: too little is left to evaluate %s", callee.Manifest.ID)
	}
	r.fuel -= price
	return nil
}

func (d *door) evaluate(callee Ruleset, function string, context abi.Context, depth int) ([]abi.Entry, error) {
	budgets := d.run.input.Budgets
	budgets.Fuel = d.run.fuel / 2
	d.run.fuel -= budgets.Fuel
	guest, err := d.run.start(newDoor(d.run, callee, allowed(callee.Manifest), context, depth), budgets)
	if err != nil {
		return nil, err
	}
	_, entries, err := d.run.call(guest, callee.Manifest.ID, function, context)
	if metered, ok := guest.(abi.Metered); ok {
		d.run.fuel += max(0, budgets.Fuel-metered.FuelUsed())
	}
	if closeErr := guest.Close(); closeErr != nil && err == nil {
		err = fmt.Errorf("close %s: %w", callee.Manifest.ID, closeErr)
	}
	return entries, err
}
