// Package engine finds rulesets, runs one for one event inside its budgets and returns
// its checked decision; it keeps the rules of fallback and pause. It knows
// rulesets as bytes behind abi.Start: no runtime, store, catalog or client.
package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// Engine consults rulesets.
type Engine struct {
	Set      Set
	Runtimes map[string]abi.Start // by file ending, ".lua"
	// Check reads an answer strictly by the decision's schema.
	Check func(answer []byte) ([]abi.Entry, error)
}

// Input is one event as a ruleset receives it.
type Input struct {
	Context        abi.Context // ABI and Activated are filled in
	DeactivateOnly bool
	Always         bool // ask it for events, too, that it did not subscribe to
	Host           abi.Host
	Params         Params
	Budgets        abi.Budgets
	Stop           *atomic.Bool         // ends the guest; may be nil
	Calls          sync.Locker          // held while Host is asked, which is not asked once Stop is set; nil: nobody leaves a guest behind
	Known          func(abi.Ref) bool   // whether this session's catalog has the item
	Clock          func() time.Duration // monotonic, for timings; nil: none are taken
	// Progress is told after each of several rulesets what all are known to have answered, so
	// that it can be used where a later one does not stop; may be nil.
	Progress func(Answer)
	// Instead answers a call in place of Host, or returns nil; it is not asked to log.
	Instead func(call string, request []byte) []byte
}

func (i Input) wantedBy(ruleset Ruleset) bool {
	return i.Always || ruleset.Manifest.Wants(i.Context.HookEvent)
}

// Params returns the configured value of a parameter: the override for the ruleset,
// else the global one. ok is false where neither is set.
type Params func(ruleset, name string) (value any, ok bool)

// Outcome is the result of consulting a ruleset. With a Fault the decision is
// empty: a ruleset that fails loses its own say.
type Outcome struct {
	Ruleset  string
	Hash     string
	Now      string // the event's time
	Ran      bool   // false: the ruleset did not subscribe to the event
	Decision abi.Decision
	Fault    *abi.Fault
	Warnings []string
	Fuel     int64 // used, that of evaluated rulesets included
	Trace    trace.Trace
}

// Consult runs a ruleset for one event. It starts nothing where the ruleset did
// not subscribe to the event.
func (e *Engine) Consult(ruleset Ruleset, input Input) Outcome {
	outcome := Outcome{Ruleset: ruleset.Manifest.ID, Hash: ruleset.Hash, Now: input.Context.Now}
	if !input.wantedBy(ruleset) {
		return outcome
	}
	outcome.Ran = true
	r := newRun(e, ruleset, input)
	began := r.now()
	decision, err := r.decide()
	r.trace.MS = milliseconds(r.now() - began)
	if err != nil {
		outcome.Fault = abi.AsFault(err)
		r.trace.Fault = outcome.Fault
		decision = abi.Decision{Activate: []abi.Entry{}, Deactivate: []abi.Entry{}}
	}
	r.trace.Decision = Encode(decision)
	r.trace.Warnings = r.warnings
	outcome.Decision, outcome.Warnings, outcome.Trace = decision, r.warnings, *r.trace
	outcome.Fuel = r.used + input.Budgets.Fuel - r.fuel
	return outcome
}

// Replay takes a recorded decision again, with every host call answered from the
// trace. The ruleset may be another version than the recorded one; what it asks
// beyond the record is an error to it.
func (e *Engine) Replay(ruleset Ruleset, t trace.Trace, budgets abi.Budgets, stop *atomic.Bool) (Outcome, error) {
	if t.Incomplete {
		return Outcome{}, fmt.Errorf("replay %s: the trace is incomplete: it had more than %d bytes of host calls", t.Ruleset, trace.CallBytesMax)
	}
	unknown := map[abi.Ref]bool{}
	for _, ref := range t.Unknown {
		unknown[ref] = true
	}
	return e.Consult(ruleset, Input{
		Context: t.Context, DeactivateOnly: t.DeactivateOnly, Budgets: budgets, Stop: stop,
		Known:   func(ref abi.Ref) bool { return !unknown[ref] },
		Instead: trace.NewHost(t).Invoke,
	}), nil
}

// Parameter returns a parameter of a ruleset that is not asked: what is configured
// and fits the manifest, else the manifest's default; nil where there is neither.
func (e *Engine) Parameter(id, name string, params Params) any {
	ruleset, err := e.Set.Load(id)
	if err != nil {
		return nil
	}
	declared, isDeclared := ruleset.Manifest.Parameters[name]
	if configured, ok := params(id, name); ok && (!isDeclared || declared.Check(configured) == nil) {
		return configured
	}
	return declared.Default
}

// seed makes the random numbers of a guest a function of the event.
func seed(context abi.Context) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q", context.SessionID, context.Sequence, context.Now))
	return binary.LittleEndian.Uint64(sum[:])
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
