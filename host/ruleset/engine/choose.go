package engine

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// DefaultID is the ruleset that answers for one that fails.
const DefaultID = "builtin/default"

// What is done about a ruleset that fails (configuration on_ruleset_error).
const (
	OnErrorFallback = "fallback" // another one answers; status and doctor show the failure
	OnErrorSilent   = "silent"   // nobody answers
	OnErrorSurface  = "surface"  // as fallback, and the user is told in one line
)

// State is what is kept about a ruleset between events.
type State struct {
	Health   Health
	GoodHash string          // of the version that last answered; empty: none is kept
	LastGood func() *Ruleset // reads that version, only where it is needed; nil, or a nil ruleset: none
}

// Attempt is a ruleset whose turn it was to answer.
type Attempt struct {
	ID      string
	Skipped string // why it was not asked, or ""
	Outcome Outcome
}

// Failed reports whether the ruleset did not answer. One that did not subscribe to the event
// has not failed.
func (a Attempt) Failed() bool { return a.Skipped != "" || a.Outcome.Fault != nil }

// Answer is the event's decision and how it came about.
type Answer struct {
	Outcome  Outcome // of the ruleset that answered; without one, of none
	Attempts []Attempt
	Health   Health              // of the active ruleset, to be kept
	step     func(Health) Health // from the health before to that one; nil: it stayed
	Good     *Ruleset            // the active ruleset as it answered, to be kept as the last good one; nil: unchanged
	Notice   string              // one line for the user under OnErrorSurface, or ""

	// Of several rulesets, see DecideAll; Outcome is then that of all.
	Asked []Asked
	Parts []Outcome          // of those that answered, in their order
	By    map[abi.Ref]string // who decided about an item, where that is not Outcome.Ruleset
}

// Decide asks the active ruleset, and if it cannot be loaded, is paused or
// fails, those that Choose names, in turn, until one answers or time is up.
func (e *Engine) Decide(id, onError string, state State, input Input) Answer {
	answer := e.decide(id, onError, state, input, true)
	answer.surface(onError)
	return answer
}

// decide is Decide but for the notice; without the fallback, nobody but the ruleset itself
// answers.
func (e *Engine) decide(id, onError string, state State, input Input, fallback bool) Answer {
	answer := Answer{Health: state.Health}
	active, err := e.Set.Load(id)
	if problem := unfit(active, err, state.Health, input); problem != "" {
		answer.Attempts = append(answer.Attempts, Attempt{ID: id, Skipped: problem})
		if err == nil {
			answer.take(state.Health, func(h Health) Health { return Passed(h, active.Hash) })
		}
	} else {
		outcome := e.Consult(active, input)
		answer.take(state.Health, func(h Health) Health { return Next(h, outcome) })
		answer.Attempts = append(answer.Attempts, Attempt{ID: id, Outcome: outcome})
		if outcome.Fault == nil {
			answer.Outcome = outcome
			if outcome.Ran && state.GoodHash != active.Hash {
				answer.Good = &active
			}
			return answer
		}
	}
	for _, other := range e.choose(id, onError, active, state, fallback) {
		if input.Stop != nil && input.Stop.Load() {
			break
		}
		outcome := e.Consult(other, input)
		answer.Attempts = append(answer.Attempts, Attempt{ID: other.Manifest.ID, Outcome: outcome})
		if outcome.Fault == nil {
			answer.Outcome = outcome
			break
		}
	}
	return answer
}

// unfit returns why the active ruleset is not asked at all, though it may have subscribed to
// the event.
func unfit(active Ruleset, err error, health Health, input Input) string {
	switch {
	case err != nil:
		return err.Error()
	case !input.wantedBy(active):
		return ""
	case !MayRun(health, active.Hash):
		return fmt.Sprintf("paused after %d failures in a row (%s); tried again after %d events, when it changes, or by `impressionism rules resume %s`",
			health.Failures, health.Last, PauseEvents-health.Events, active.Manifest.ID)
	}
	return ""
}

// take makes the health that an event leaves.
func (a *Answer) take(before Health, step func(Health) Health) {
	a.Health, a.step = step(before), step
}

func (e *Engine) choose(id, onError string, active Ruleset, state State, fallback bool) []Ruleset {
	var lastGood *Ruleset
	if state.LastGood != nil && state.GoodHash != active.Hash {
		lastGood = state.LastGood()
	}
	if lastGood != nil && (lastGood.project || e.Set.meant(lastGood.Manifest) != nil) {
		lastGood = nil // it was trusted in one workspace, as it was then; or the program is another one since
	}
	if !fallback {
		return Choose(id, onError, active, lastGood, nil)
	}
	standIn, err := e.Set.Load(DefaultID)
	if err != nil {
		return Choose(id, onError, active, lastGood, nil)
	}
	return Choose(id, onError, active, lastGood, &standIn)
}

// Choose names the rulesets that may answer in place of the active one: its last
// good version where that differs, then the default, unless that is what failed.
func Choose(id, onError string, active Ruleset, lastGood, fallback *Ruleset) []Ruleset {
	if onError == OnErrorSilent {
		return nil
	}
	var chosen []Ruleset
	if lastGood != nil && lastGood.Manifest.ID == id && lastGood.Hash != active.Hash {
		chosen = append(chosen, *lastGood)
	}
	if fallback != nil && fallback.Hash != active.Hash {
		chosen = append(chosen, *fallback)
	}
	return chosen
}

// surface gives the user's line where that is wanted.
func (a *Answer) surface(onError string) {
	if onError == OnErrorSurface {
		a.Notice = Notice(*a, "nothing was suggested")
	}
}

// noticeBytesMax keeps a guest's error text to one line.
const noticeBytesMax = 300

// Notice returns one line: which ruleset failed first and which answered, or the result
// where none answered; "" where none failed.
func Notice(answer Answer, otherwise string) string {
	first := slices.IndexFunc(answer.Attempts, Attempt.Failed)
	if first < 0 {
		return ""
	}
	failed := answer.Attempts[first]
	reason := failed.Skipped
	if reason == "" {
		reason = failed.Outcome.Fault.Error()
	}
	line := oneLine(fmt.Sprintf("ruleset %s: %s", failed.ID, cut.Line(reason)))
	switch {
	case answer.Outcome.Ran && answer.Outcome.Ruleset == failed.ID:
		return line + "; its last good version answered"
	case answer.Outcome.Ran:
		return line + "; " + answer.Outcome.Ruleset + " answered"
	}
	return line + "; " + otherwise
}

func oneLine(text string) string { return visible.Line(cut.Bytes(text, noticeBytesMax)) }
