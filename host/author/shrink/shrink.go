// Package shrink makes a scenario of a recorded decision, and the smallest scenario
// that still has the decision (delta debugging; Zeller and Hildebrandt,
// "Simplifying and Isolating Failure-Inducing Input", 2002). It must not know
// stores, runtimes or files: a ruleset is asked through engine.Engine.
package shrink

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// TriesMax bounds how often a ruleset is asked for one decision.
const TriesMax = 2000

// Input is a recorded decision and who may take it again.
type Input struct {
	Engine  *engine.Engine
	Ruleset engine.Ruleset
	Trace   trace.Trace
	Budgets abi.Budgets
	Stop    *atomic.Bool // ends the work; what is smallest by then counts
	Shrink  bool         // else it stays as it was recorded
}

// Result is a scenario that has the recorded decision.
type Result struct {
	Scenario scenario.Scenario
	Was      Size // as it was recorded
	Is       Size
	Tries    int    // how often the ruleset was asked
	Note     string // in what the scenario is weaker than the record, or ""
}

// Size counts what a scenario holds.
type Size struct{ Skills, Messages int }

// Scenario returns the decision as a scenario, after trying that it gives the
// decision. What a scripted host cannot answer (embeddings of texts, two
// searches with different scores) may make that impossible.
func Scenario(input Input) (Result, error) {
	if input.Trace.DeactivateOnly != (input.Trace.Context.HookEvent == abi.EventTurnEnded) {
		return Result{}, errors.New("a scenario cannot show a decision that was asked for withdrawals only")
	}
	if input.Trace.Incomplete {
		return Result{}, fmt.Errorf("the trace is incomplete: it had more than %d bytes of host calls", trace.CallBytesMax)
	}
	input.Ruleset.Manifest.Events = []string{input.Trace.Context.HookEvent} // it was asked, whatever this version wants
	whole := extract(input.Trace)
	w := &work{input: input, want: input.Trace.Decision}
	result := Result{Was: whole.size()}
	if !w.gives(whole) {
		w.loose = true
		if !w.gives(whole) {
			return Result{}, w.impossible()
		}
		result.Note = "the reasons differ from the recorded ones, so that they are not expected"
	}
	if input.Shrink {
		whole = w.reduce(whole)
		if len(whole.named) == 0 {
			result.Note = "the decision is to do nothing, which little leads to as well; without shrinking more is left to see"
		}
		if w.stopped() {
			result.Note = strings.TrimPrefix(result.Note+"; time or tries ran out, so that it may get smaller still", "; ")
		}
	}
	result.Scenario, result.Is, result.Tries = w.expecting(whole), whole.size(), w.tries
	return result, nil
}

// work is one shrinking under way.
type work struct {
	input    Input
	want     []byte
	loose    bool // reasons do not count
	tries    int
	outcome  engine.Outcome // of the last try
	warnings []string       // of the last try that led to the decision
}

func (w *work) stopped() bool {
	return w.tries >= TriesMax || (w.input.Stop != nil && w.input.Stop.Load())
}

// gives reports whether a scene leads to the recorded decision.
func (w *work) gives(s scene) bool {
	if w.tries > 0 && w.stopped() {
		return false
	}
	w.tries++
	asked := false
	failures := scenario.Play(s.scenario(), func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		asked = true
		w.outcome = w.input.Engine.Consult(w.input.Ruleset, engine.Input{
			Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Host: host, Known: host.Known,
			Params: func(_, name string) (any, bool) { return host.Parameter(name) }, Instead: host.Scripted,
			Budgets: w.input.Budgets, Stop: w.input.Stop,
		})
		return scenario.Result{}, nil
	})
	if !asked || slices.ContainsFunc(failures, func(f scenario.Failure) bool { return f.What == "script" }) || w.outcome.Fault != nil {
		return false
	}
	got, want := w.outcome.Trace.Decision, w.want
	if w.loose {
		got, want = withoutReasons(got), withoutReasons(want)
	}
	if !bytes.Equal(got, want) {
		return false
	}
	w.warnings = w.outcome.Warnings
	return true
}

// decided reads a decision in the canonical encoding; one that cannot be read is
// empty.
func decided(data []byte) abi.Decision {
	var decision abi.Decision
	if json.Unmarshal(data, &decision) != nil {
		return abi.Decision{}
	}
	return decision
}

func withoutReasons(data []byte) []byte {
	decision := decided(data)
	for _, list := range [][]abi.Entry{decision.Activate, decision.Deactivate} {
		for i := range list {
			list[i].Reason = ""
			list[i].Score = rounded(list[i].Score)
		}
	}
	return engine.Encode(decision)
}

// rounded returns a score as scenarios compare it.
func rounded(score *float64) *float64 {
	if score == nil {
		return nil
	}
	return new(math.Round(*score*1e4) / 1e4)
}

// expecting is the scenario, with the recorded decision to expect, of the scene that led to
// it last.
func (w *work) expecting(s scene) scenario.Scenario {
	file := s.scenario()
	file.Why = "From a recorded decision. Say here what it shows and why it should be so."
	decision := decided(w.want)
	for _, list := range [][]abi.Entry{decision.Activate, decision.Deactivate} {
		for i := range list {
			list[i].Score = rounded(list[i].Score)
			if w.loose {
				list[i].Reason = ""
			}
		}
	}
	file.Expect = scenario.Expectation{Activate: decision.Activate, Deactivate: decision.Deactivate, Warnings: w.warnings}
	return file
}

// unscripted are calls that a scripted host answers otherwise than a real one.
var unscripted = []string{"embed", "vector", "similarities"}

// impossible returns why a decision is none that a scenario can show.
func (w *work) impossible() error {
	var because []string
	for _, call := range w.input.Trace.Calls {
		if slices.Contains(unscripted, call.Call) && !slices.Contains(because, call.Call) {
			because = append(because, call.Call)
		}
	}
	err := fmt.Errorf("with a scripted host the ruleset decides %s instead of %s", w.outcome.Trace.Decision, w.want)
	if w.outcome.Fault != nil {
		err = fmt.Errorf("with a scripted host the ruleset fails: %w", w.outcome.Fault)
	}
	if len(because) > 0 {
		err = fmt.Errorf("%w; it asked for %s, which a scenario can only approximate", err, strings.Join(because, ", "))
	}
	return fmt.Errorf("no scenario gives this decision: %w", err)
}
