package main

import (
	"cmp"
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/trace"
)

const traceFlagHelp = `print what was decided and why as a tree on stderr, as "trace show" does`

// printTrace shows an event's decision on stderr: stdout is the client's.
func (a *app) printTrace(event abi.Event, response respond.Response) {
	tree := &traceTree{out: a.errOut, chars: treeChars}
	if response.Decision == nil {
		tree.line(0, "%s: no ruleset was asked", event.Name)
		return
	}
	tree.print(shownOf(event, response))
}

// shownOf gives a decision that was just taken as `trace show` has it.
func shownOf(event abi.Event, response respond.Response) shape.TraceShow {
	d := response.Decision
	outcome := d.Outcome
	made := trace.Made{
		ID: d.ID, Session: event.SessionID, Workspace: event.Workspace, At: event.Time, Event: event.Name,
		Ruleset: outcome.Ruleset, Hash: outcome.Hash, Tier: d.Tier, Neutral: d.Neutral,
		Answer: d.Whole, Told: append([]abi.Ref{}, d.Suggested...), Said: response.Context, Dropped: outcome.Trace.Dropped, Late: d.Late, StepsMS: map[string]float64{},
	}
	if scores, err := json.Marshal(d.Scores); err == nil {
		made.Scores = scores
	}
	for step, micros := range d.Steps {
		made.StepsMS[step] = float64(micros) / 1000
	}
	var failed []trace.Trace
	for _, attempt := range d.Attempts {
		if attempt.Outcome.Fault != nil {
			made.Fault = cmp.Or(made.Fault, attempt.Outcome.Fault.Error())
			failed = append(failed, attempt.Outcome.Trace)
		}
	}
	if outcome.Ruleset == "" {
		return shape.TraceShow{Made: made, Failed: failed, Note: whyNoTrace(made)}
	}
	return shape.TraceShow{Made: made, Failed: failed, Trace: &outcome.Trace}
}
