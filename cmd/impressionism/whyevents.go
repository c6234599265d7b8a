package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// What became of a prompt.
const (
	outcomeSuggested = "suggested"
	outcomeNotTold   = "not told"
	outcomeNone      = "nothing fitted"
	outcomeShort     = "too short"
	outcomeCommand   = "command"
	outcomeLate      = "out of time"
	outcomeRuleset   = "ruleset failed"
	outcomeFailed    = "failed"
)

// What time may run out for while a prompt is answered all the same.
const (
	lateModel   = "model"
	lateRuleset = "ruleset"
)

// whyEvent is a prompt, or another event on which something was decided, with what
// became of it.
type whyEvent struct {
	session  string
	at       time.Time
	event    string
	number   int    // of the prompt in its session
	text     string // the prompt's first characters; empty: they are not stored
	outcome  string
	reason   string // in words where the outcome alone does not say it
	late     []string
	made     *session.Made     // nil: nothing was decided
	answer   abi.Decision      // of made
	by       map[string]string // by item: the setting or further ruleset that chose it, where one did
	warnings []string          // of the ruleset that answered, as far as its trace is kept
}

// whyEvents are the newest events of a session, newest first.
func (a *app) whyEvents(store *session.Store, sessionID string, limit int) ([]whyEvent, error) {
	made, err := a.decisions(store, sessionID, limit)
	if err != nil || len(made) == 0 {
		return nil, err
	}
	messages, err := store.Messages(made[0].SessionID, session.RowsMax)
	if err != nil {
		return nil, err
	}
	texts := map[int64]string{}
	for _, message := range messages {
		texts[message.Sequence] = message.Content
	}
	events := make([]whyEvent, len(made))
	for i, m := range made {
		e := whyEvent{session: m.SessionID, at: m.At, event: m.Event, number: m.Prompt}
		if m.Event == abi.EventPrompt {
			e.text = texts[m.Sequence]
		}
		e.decided(store, m)
		events[i] = e
	}
	return events, nil
}

// decided adds a decision, and what it says of the event's outcome.
func (e *whyEvent) decided(store *session.Store, m session.Made) {
	e.made = &m
	if err := json.Unmarshal(m.Answer, &e.answer); err != nil {
		e.reason = fmt.Sprintf("the stored decision cannot be read: %v", err)
	}
	e.by = choosers(m.Answer)
	if m.HasTrace {
		e.warnings = warningsOf(store, m.ID)
	}
	switch {
	case len(m.Told) > 0:
		e.outcome = outcomeSuggested
	case len(e.answer.Activate)+len(m.Dropped) > 0:
		e.outcome = outcomeNotTold
	case m.Fault != nil && m.RulesetID == "":
		e.outcome = outcomeRuleset
	case m.Neutral:
		e.outcome = outcomeShort
	default:
		e.outcome = outcomeNone
	}
}

// choosers reads who chose an item where it was not the decision's ruleset.
func choosers(answer json.RawMessage) map[string]string {
	var entries struct {
		Activate []struct {
			ID string `json:"skill_id"`
			By string `json:"by"`
		} `json:"activate"`
	}
	if json.Unmarshal(answer, &entries) != nil {
		return nil // told as a decision that cannot be read
	}
	by := map[string]string{}
	for _, entry := range entries.Activate {
		by[entry.ID] = entry.By
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
