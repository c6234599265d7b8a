package respond

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// save has the answer printed and stores the decision with its effects. An answer that
// print reports as not said is not stored.
func (e *exchange) save(d *decide.Decision, in decide.Inputs, print func(Response, session.Handover) bool) {
	made := d.Stored(e.event, e.steps)
	if print != nil && !print(e.response, session.Handover{Event: e.event, Change: d.Change, Decision: &made}) {
		e.unsaid = true
		return
	}
	e.response.Decision = d
	e.step("store", decide.ProblemState, func() error { return e.store(d, made, in) })
}

// store keeps the decision with its effects, then what a decision can do without.
func (e *exchange) store(d *decide.Decision, made session.Decision, in decide.Inputs) (err error) {
	if d.Found == nil {
		return d.Err
	}
	if e.event.Name == abi.EventPrompt {
		if made.Scores, err = json.Marshal(d.Scores); err != nil {
			return err
		}
	}
	if !e.remembers() || e.event.SessionID == "" {
		return nil
	}
	if err = e.unstored; err == nil {
		d.ID, err = e.host.Sessions.Apply(e.event.SessionID, e.recorded.Sequence, d.Change, made)
	}
	switch {
	case session.IsUnwritable(err):
		e.forgetful = err
		return nil
	case err != nil:
		e.response.Unstored = &session.Handover{Event: e.event, Change: d.Change, Decision: &made}
		return err
	}
	if err := e.storeTrace(d); err != nil {
		return err
	}
	if d.Found.Vector != nil && e.recorded.Sequence > 0 {
		if err := e.host.Sessions.SetEmbedding(e.event.SessionID, e.recorded.Sequence, in.View.Model(), d.Found.Vector); err != nil {
			return err
		}
	}
	return e.storeRulesets(d.Asked, in.Session.States)
}

func (e *exchange) storeTrace(d *decide.Decision) error {
	if e.host.Settings.KeepTraces < 1 {
		return nil
	}
	whole, failed, err := d.Traces()
	if err != nil {
		return err
	}
	return e.host.Sessions.SaveTrace(d.ID, whole, failed, e.host.Settings.KeepTraces)
}

// storeRulesets writes only what changed: a healthy built-in costs nothing.
func (e *exchange) storeRulesets(all []engine.Asked, states []engine.State) error {
	for i, asked := range all {
		var before engine.Health
		if i < len(states) {
			before = states[i].Health
		}
		if asked.Health != before && (asked.Health.Failures > 0 || before.Failures > 0) {
			if err := e.host.Sessions.SetHealth(storedHealth(asked.ID, asked.Health)); err != nil {
				return err
			}
		}
		if asked.Good == nil || strings.HasPrefix(asked.ID, "builtin/") {
			continue
		}
		if e.host.Redact != nil {
			if _, secret, err := asked.Good.Redacted(e.host.Redact); secret || err != nil {
				continue // its own folder is the only place for a secret, and redacted code is other code
			}
		}
		if err := e.host.Sessions.SaveGood(asked.ID, asked.Good.Hash, engine.Bundle(*asked.Good), e.event.Time); err != nil {
			return err
		}
	}
	return nil
}

func storedHealth(id string, health engine.Health) session.Health {
	pausedAt, err := time.Parse(time.RFC3339, health.PausedAt)
	if err != nil {
		pausedAt = time.Time{} // not paused
	}
	return session.Health{RulesetID: id, Hash: health.Hash, Failures: health.Failures, PausedAt: pausedAt, Skipped: health.Events, LastError: health.Last}
}
