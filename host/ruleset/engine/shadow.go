package engine

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// ShadowInput is the input of a shadow ruleset besides a trace.
type ShadowInput struct {
	Params    Params // its own
	Budgets   abi.Budgets
	Log       trace.Log            // of the session, as it was at the event
	StartedAt string               // of the session, RFC 3339; "": not known
	Stop      *atomic.Bool         // ends the evaluation; set by it, too, once it means nothing
	Clock     func() time.Duration // as in Input
}

// Shadowed is what a ruleset would have decided.
type Shadowed struct {
	Outcome
	// Missing is what it asked that the trace cannot answer. If there is any, the
	// outcome means nothing.
	Missing []string
}

// Shadow asks a ruleset what it would have decided on a recorded event. Unlike in
// a replay it may be any ruleset: parameters are its own, rulesets that it
// evaluates are those of today, and the host's answers follow from the trace or
// are missing; see trace.Archive. Where it did not subscribe to the event it
// decides nothing.
func (e *Engine) Shadow(ruleset Ruleset, t trace.Trace, input ShadowInput) Shadowed {
	if t.Incomplete {
		return Shadowed{Missing: []string{fmt.Sprintf("trace: it is incomplete, with host calls of more than %d KiB", trace.CallBytesMax>>10)}}
	}
	stop := input.Stop
	if stop == nil {
		stop = new(atomic.Bool)
	}
	archive := trace.Archive(t, input.Budgets.Results, input.StartedAt)
	archive.Stored = input.Log
	archive.OnMissing = func() { stop.Store(true) }
	outcome := e.Consult(ruleset, Input{
		Context: t.Context, DeactivateOnly: t.DeactivateOnly, Host: archive, Known: archive.Known,
		Params: input.Params, Budgets: input.Budgets, Stop: stop, Clock: input.Clock,
	})
	return Shadowed{Outcome: outcome, Missing: archive.Missing}
}

// TimeUp reports whether a fault is that of a stop from outside.
func TimeUp(fault *abi.Fault) bool { return fault != nil && outOfTime(fault) }
