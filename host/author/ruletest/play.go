package ruletest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// Player plays the scenarios of one ruleset.
type Player struct {
	Engine  *engine.Engine
	Ruleset engine.Ruleset
	Budgets abi.Budgets
	Clock   func() time.Duration                 // monotonic
	Write   func(name string, data []byte) error // a file, whole or not at all; for Update
	// Index makes a real index of a scenario's skills; nil: such scenarios fail.
	Index func(skills []abi.Item) (Searcher, error)
}

// Searcher is a real index, to be closed.
type Searcher interface {
	recorded.Searcher
	Close() error
}

// Play plays one scenario. What led to its decisions is kept where it failed.
func (p *Player) Play(file File) Case {
	began := p.Clock()
	c := Case{Name: file.Name, File: file.Path}
	s, err := p.Prepare(file)
	if err != nil {
		c.Problem = err.Error()
		return c
	}
	defer s.Close() //nolint:errcheck // it was only read
	c.Why, c.Warnings = s.Why, p.unasked(s.Scenario)
	c.Failures = s.Play(func(host *recorded.Host, context abi.Context) engine.Outcome {
		outcome := p.Consult(host, context)
		c.Events = append(c.Events, event(len(c.Events)+1, outcome))
		return outcome
	})
	c.Passed = len(c.Failures) == 0
	if c.Passed {
		c.Events = nil
	}
	c.MS = float64((p.Clock() - began).Microseconds()) / 1000
	return c
}

// unasked warns of events that hooks never ask the ruleset about: of those at which the
// scenario expects an answer, and of all where it has no other. One at which nothing
// happens shows what is true in a session.
func (p *Player) unasked(s scenario.Scenario) []string {
	events := append([]scenario.Event{{Context: s.Context, Expect: s.Expect}}, s.Then...)
	asked := slices.ContainsFunc(events, func(e scenario.Event) bool { return p.Ruleset.Manifest.Wants(hookEvent(e)) })
	wanted := cmp.Or(strings.Join(p.Ruleset.Manifest.Events, ", "), abi.EventPrompt)
	var warnings []string
	for _, e := range events {
		if p.Ruleset.Manifest.Wants(hookEvent(e)) || asked && e.Expect.Nothing() {
			continue
		}
		warning := fmt.Sprintf("hooks never ask this ruleset about %s; only a ruleset that evaluates it can. The events of its manifest are %s", hookEvent(e), wanted)
		if !slices.Contains(warnings, warning) {
			warnings = append(warnings, warning)
		}
	}
	return warnings
}

func hookEvent(e scenario.Event) string { return cmp.Or(e.Context.HookEvent, abi.EventPrompt) }

// PlayAll plays scenarios in their order, as many at once as there are processors:
// each has a host and a guest of its own.
func (p *Player) PlayAll(files []File) []Case {
	cases := make([]Case, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				cases[i] = p.Play(files[i])
			}
		})
	}
	workers.Wait()
	return cases
}

// Consult asks the ruleset as a scenario does.
func (p *Player) Consult(host *recorded.Host, context abi.Context) engine.Outcome {
	return p.Engine.Consult(p.Ruleset, engine.Input{
		Context: context, Host: host, Budgets: p.Budgets, Known: host.Known,
		Params: func(_, name string) (any, bool) { return host.Parameter(name) }, Instead: host.Scripted,
		DeactivateOnly: scenario.DeactivateOnly(context),
		Always:         true, // a scenario says what the functions answer, whoever asks them
	})
}

func result(outcome engine.Outcome) (scenario.Result, error) {
	r := scenario.Result{Decision: outcome.Decision, Warnings: outcome.Warnings, Log: lines(outcome.Trace.Log), CallsCut: outcome.Trace.RequestsCut()}
	for _, call := range outcome.Trace.Calls {
		r.Calls = append(r.Calls, call.Call+" "+string(call.Request))
	}
	if outcome.Fault != nil {
		return r, outcome.Fault
	}
	return r, nil
}

func event(number int, outcome engine.Outcome) Event {
	e := Event{
		Event: number, Calls: []Call{}, Log: lines(outcome.Trace.Log), Warnings: outcome.Warnings,
		Decision: json.RawMessage(outcome.Trace.Decision),
	}
	for _, call := range outcome.Trace.Calls {
		e.Calls = append(e.Calls, Call{By: call.By, Call: call.Call, Request: call.Request, Reply: call.Reply})
	}
	if outcome.Fault != nil {
		e.Fault = outcome.Fault.Error()
	}
	return e
}

func lines(log []trace.Line) []string {
	var list []string
	for _, line := range log {
		list = append(list, line.Level+" "+line.Message)
	}
	return list
}
