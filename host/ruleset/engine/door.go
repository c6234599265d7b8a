package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/trace"
)

// door is what one guest reaches of the host: its manifest's calls, counted and
// recorded. What the engine itself knows it
// answers itself; the rest goes to the host behind it.
type door struct {
	abi.Host
	run     *run
	ruleset Ruleset
	calls   []abi.Call
	context abi.Context
	depth   int         // 0: the active ruleset
	meter   abi.Metered // of its guest; nil until that is started
	burnt   int64       // fuel that the guest had used when it last called
}

func newDoor(r *run, ruleset Ruleset, calls []abi.Call, context abi.Context, depth int) *door {
	return &door{Host: r.input.Host, run: r, ruleset: ruleset, calls: calls, context: context, depth: depth}
}

const evaluateCall = "evaluate"

// invoke answers one call; its shape is that of abi.Sandbox.Invoke.
func (d *door) invoke(call string, request []byte) []byte {
	budgets := d.run.input.Budgets
	d.run.calls++
	if d.run.calls > budgets.HostCalls {
		return abi.EncodeFault(limit("host calls: more than %d in one event", budgets.HostCalls))
	}
	fuel := d.burn()
	began := d.run.now()
	reply := d.answer(call, request)
	d.run.trace.AddCall(d.by(), call, request, reply, milliseconds(d.run.now()-began), fuel)
	return reply
}

// by names an evaluated ruleset in the trace; "": the active one.
func (d *door) by() string {
	if d.depth == 0 {
		return ""
	}
	return d.ruleset.Manifest.ID
}

// used is the fuel that the guest has used so far.
func (d *door) used() int64 {
	if d.meter == nil {
		return 0
	}
	return d.meter.FuelUsed()
}

// burn returns the fuel that the guest used since it last called.
func (d *door) burn() int64 {
	used := d.used()
	since := used - d.burnt
	d.burnt = used
	return since
}

func (d *door) answer(call string, request []byte) []byte {
	_, exists := abi.Lookup(call)
	if exists && !slices.ContainsFunc(d.calls, func(c abi.Call) bool { return c.Name == call }) {
		return abi.EncodeFault(&abi.Fault{Code: abi.NotAllowed, Message: fmt.Sprintf("%s: not among the calls of %s; add it to its manifest", call, d.ruleset.Manifest.ID)})
	}
	if d.run.input.Instead != nil && call != "log" {
		if reply := d.run.input.Instead(call, request); reply != nil {
			return reply
		}
	}
	if calls := d.run.input.Calls; calls != nil && call != evaluateCall { // whose ruleset calls for itself
		calls.Lock()
		defer calls.Unlock()
		if d.run.input.Stop.Load() {
			return abi.EncodeFault(limit(TimePrefix + " stopped by the host"))
		}
	}
	return abi.Invoke(d, d.run.input.Budgets, call, request)
}

// Search refuses a text beside an embedding, and answers a blank text with nothing.
func (d *door) Search(request abi.SearchRequest) ([]abi.Candidate, error) {
	switch {
	case !request.Embedding.IsZero() && request.Text != "":
		return nil, badRequest("search: give text or embedding, one of them")
	case request.Embedding.IsZero() && strings.TrimSpace(request.Text) == "":
		return nil, nil
	}
	if request.Kinds = d.seen(request.Kinds); len(request.Kinds) == 0 {
		return []abi.Candidate{}, nil
	}
	return d.Host.Search(request)
}

// Log keeps a line for the ruleset's author.
func (d *door) Log(request abi.LogRequest) (any, error) {
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, request.Level) {
		return nil, badRequest("log: level %.20q is none of debug, info, warn, error", request.Level)
	}
	d.run.logLines++
	budgets := d.run.input.Budgets
	if d.run.logLines > budgets.LogLines {
		if d.run.logLines == budgets.LogLines+1 {
			d.run.warn("%s: more than %d log lines; the rest is lost", d.run.active.Manifest.ID, budgets.LogLines)
		}
		return nil, nil
	}
	line := trace.Line{By: d.by(), Level: request.Level, Message: cut.Bytes(request.Message, budgets.LogLineBytes)}
	d.run.trace.Log = append(d.run.trace.Log, line)
	return nil, nil
}

// Param resolves a parameter of the ruleset that asks.
func (d *door) Param(request abi.ParamRequest) (any, error) {
	value, from := d.run.param(d.ruleset.Manifest, request.Name, request.Default)
	seen := func(p trace.Param) bool { return p.By == d.by() && p.Name == request.Name }
	if !slices.ContainsFunc(d.run.trace.Params, seen) {
		d.run.trace.Params = append(d.run.trace.Params, trace.Param{By: d.by(), Name: request.Name, Value: value, From: from})
	}
	return value, nil
}

// param returns a parameter of a ruleset and where its value is from. A configured
// value that does not fit the manifest is passed over.
func (r *run) param(of abi.Manifest, name string, fallback any) (value any, from string) {
	declared, isDeclared := of.Parameters[name]
	if r.input.Params != nil {
		configured, ok := r.input.Params(of.ID, name)
		if ok && isDeclared {
			if err := declared.Check(configured); err != nil {
				r.warn("parameter %s of %s: %v; its default is used", name, of.ID, err)
				ok = false
			}
		}
		if ok {
			return configured, "configuration"
		}
	}
	if isDeclared && declared.Default != nil {
		return declared.Default, "manifest"
	}
	return fallback, "caller"
}

func badRequest(format string, args ...any) *abi.Fault {
	return &abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf(format, args...)}
}
