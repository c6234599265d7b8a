package main

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// whyEvent is a prompt, or another event on which something was decided, with what
// became of it.
type whyEvent struct {
	session  string
	at       time.Time
	event    string
	number   int                // of the prompt in its session
	text     string             // the prompt's first characters; empty: they are not stored
	outcome  string             // one of session's; "" where nothing is known
	reason   string             // in words where the outcome alone does not say it
	made     *session.Made      // nil: nothing was decided
	answer   abi.Decision       // of made
	by       map[abi.Ref]string // by item: the setting or further ruleset that chose it, where one did
	instead  string             // who answered for a ruleset that failed
	warnings []string           // of the ruleset that answered, as far as its trace is kept
}

// whyEvents are the newest events of a session, newest first: its prompts, answered or
// not, and what was decided on other events.
func (a *app) whyEvents(store *session.Store, sessionID string, limit int) ([]whyEvent, error) {
	if sessionID == "" {
		var err error
		if sessionID, err = a.newestSession(store); err != nil || sessionID == "" {
			return nil, err
		}
	}
	prompts, err := store.Prompts(sessionID, limit)
	if err != nil {
		return nil, err
	}
	decisions, err := store.Decisions(sessionID, limit)
	if err != nil {
		return nil, err
	}
	var events []whyEvent
	for _, p := range prompts {
		e := whyEvent{session: sessionID, at: p.At, event: abi.EventPrompt, number: p.Number, text: p.Text, outcome: p.Outcome, reason: p.Reason}
		if p.Decision != nil {
			e.decided(store, *p.Decision)
		}
		events = append(events, e)
	}
	for _, m := range decisions {
		if m.Event != abi.EventPrompt || !slices.ContainsFunc(prompts, func(p session.Prompt) bool { return p.Sequence == m.Sequence }) {
			e := whyEvent{session: sessionID, at: m.At, event: m.Event, number: m.Prompt, outcome: session.OutcomeNone}
			e.decided(store, m)
			events = append(events, e)
		}
	}
	slices.SortStableFunc(events, func(a, b whyEvent) int { return cmp.Compare(b.at.UnixMilli(), a.at.UnixMilli()) })
	return events[:min(len(events), limit)], nil
}

// decided adds a decision.
func (e *whyEvent) decided(store *session.Store, m session.Made) {
	e.made = &m
	if json.Unmarshal(m.Answer, &e.answer) != nil {
		return // the outcome tells
	}
	e.by = choosers(m.Answer)
	chosenNothing := e.outcome == session.OutcomeNone || e.outcome == session.OutcomeShort
	if chosenNothing && len(m.Dropped) > 0 || e.event != abi.EventPrompt && len(e.answer.Activate) > 0 {
		e.outcome = session.OutcomeNotTold // an item that the user never wants stands among the dropped alone
	}
	if m.HasTrace {
		e.warnings = warningsOf(store, m.ID)
	}
	if m.Fault != nil && m.RulesetID != "" {
		e.instead = m.RulesetID
		if failedBefore(store, m) {
			e.instead = "its last good version"
		}
	}
}

// failedBefore reports whether the ruleset that answered is another version of the one
// that failed.
func failedBefore(store *session.Store, m session.Made) bool {
	failures, err := store.FailedTraces(m.ID)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(failures, func(data []byte) bool {
		var failed trace.Trace
		return json.Unmarshal(data, &failed) == nil && failed.Ruleset == m.RulesetID
	})
}

// choosers reads who chose an item where it was not the decision's ruleset.
func choosers(answer json.RawMessage) map[abi.Ref]string {
	var entries struct {
		Activate []struct {
			Ref abi.Ref `json:"ref"`
			By  string  `json:"by"`
		} `json:"activate"`
	}
	if json.Unmarshal(answer, &entries) != nil {
		return nil
	}
	by := map[abi.Ref]string{}
	for _, entry := range entries.Activate {
		by[entry.Ref] = entry.By
	}
	return by
}

// warningsOf reads a decision's trace for what the host had against the answer. A
// trace that cannot be read is for `trace show` to tell of.
func warningsOf(store *session.Store, decision int64) []string {
	data, err := store.Trace(decision)
	if err != nil {
		return nil
	}
	var kept trace.Trace
	if json.Unmarshal(data, &kept) != nil {
		return nil
	}
	return kept.Warnings
}
