package scenario

import (
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// Decide asks a ruleset about one event with the scripted host behind it. The
// error is what the ruleset failed with.
type Decide func(host *recorded.Host, context abi.Context) (Result, error)

// Result is what came of one event.
type Result struct {
	Decision abi.Decision // believed: of known items, one entry each
	Log      []string     // "level message"
	Calls    []string     // the name and request of each host call, as in `search {"limit":3}`
	CallsCut bool         // some requests were too long to be kept, and are {} in Calls
	Warnings []string
}

// Play runs the events of a scenario in one session, each with the state that the
// one before left, and gives all that is not as expected. An event that fails
// unexpectedly is the last one.
func Play(s Scenario, decide Decide) []Failure {
	host, err := recorded.New(s.script())
	if err != nil {
		return []Failure{{Event: 1, What: "script", Got: err.Error()}}
	}
	var failures []Failure
	for i, event := range s.events() {
		if err := event.prepare(host); err != nil {
			return append(failures, Failure{Event: i + 1, What: "script", Got: err.Error()})
		}
		context := s.context(i, event.Context)
		result, err := decide(host, context)
		missed := event.Expect.faults(err)
		if err == nil {
			host.Apply(context, result.Decision)
			missed = append(missed, event.Expect.compare(result)...)
		}
		missed = append(missed, event.Expect.after(host)...)
		for _, failure := range missed {
			failure.Event = i + 1
			failures = append(failures, failure)
		}
		if err != nil && !event.Expect.fails() {
			break
		}
	}
	return failures
}

// DeactivateOnly reports whether the host asks the second function only.
func DeactivateOnly(context abi.Context) bool { return context.HookEvent == abi.EventTurnEnded }

func (s Scenario) events() []Event {
	first := Event{s.Context, s.Search, s.Relevance, s.Answers, s.Expect}
	return append([]Event{first}, s.Then...)
}

// prepare gives a host what is this event's own.
func (e Event) prepare(host *recorded.Host) error {
	if err := host.Score(e.Search, e.Relevance); err != nil {
		return err
	}
	return host.SetAnswers(e.Answers)
}

// script gives what a host may be made of: it changes the messages that it gets.
func (s Scenario) script() recorded.Script {
	script := s.Script
	script.Messages = slices.Clone(script.Messages)
	script.Session.SessionID = s.sessionID()
	return script
}

func (s Scenario) sessionID() string {
	switch {
	case s.Session.SessionID != "":
		return s.Session.SessionID
	case s.Context.SessionID != "":
		return s.Context.SessionID
	}
	return "session"
}

// context completes the context of event i, counted from 0: a prompt of the
// scenario's session, a minute and a message after the one before.
func (s Scenario) context(i int, context abi.Context) abi.Context {
	context.ABI = abi.Version
	context.SessionID = s.sessionID()
	if context.HookEvent == "" {
		context.HookEvent = abi.EventPrompt
	}
	if context.WorkspacePath == "" {
		context.WorkspacePath = s.Session.WorkspacePath
	}
	if context.Sequence == 0 {
		context.Sequence = int64(100 + i)
	}
	if context.Now == "" {
		start := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
		context.Now = start.Add(time.Duration(i) * time.Minute).Format(time.RFC3339)
	}
	return context
}
