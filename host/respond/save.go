package respond

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// save has the answer printed and stores the decision with its effects. An answer that
// print reports as not said is not stored.
func (t *task) save(d *decide.Decision, in decide.Inputs, print func(Response, session.Handover) bool) {
	made := d.Stored(in.Event, t.steps)
	if print != nil && !print(t.response, t.handover(d, &made)) {
		t.unsaid = true
		return
	}
	t.response.Decision = d
	t.step("store", decide.ProblemState, func() error { return t.store(d, made, in) })
}

// handover is what the next event is to store of a decision, where this one cannot.
func (t *task) handover(d *decide.Decision, made *session.Decision) session.Handover {
	return session.Handover{Event: t.event, Recorded: t.isRecorded(), Change: d.Change, Decision: made}
}

// store keeps the decision with its effects, then what a decision can do without.
func (t *task) store(d *decide.Decision, made session.Decision, in decide.Inputs) (err error) {
	if d.Found == nil { // why is a problem already, of the index
		return nil
	}
	if t.event.Name == abi.EventPrompt {
		if made.Scores, err = json.Marshal(d.Scores); err != nil {
			return err
		}
	}
	if !t.remembers() || t.event.SessionID == "" {
		return nil
	}
	if err = t.unstored; err == nil {
		d.ID, err = t.host.Sessions.Apply(t.event.SessionID, t.recorded.Sequence, d.Change, made)
	}
	switch {
	case session.IsUnwritable(err):
		t.forgetful = err
		return nil
	case err != nil:
		t.response.Unstored = new(t.handover(d, &made))
		return err
	}
	if t.Stored != nil {
		t.Stored(t.response)
	}
	err = t.storeTrace(d)
	if d.Found.Vector != nil && t.recorded.Sequence > 0 {
		err = errors.Join(err, t.host.Sessions.SetEmbedding(t.event.SessionID, t.recorded.Sequence, in.View.Model(), d.Found.Vector))
	}
	return errors.Join(err, t.storeRulesets(d.Asked, in.Session.States))
}

func (t *task) storeTrace(d *decide.Decision) error {
	if t.host.Settings.KeepTraces < 1 {
		return nil
	}
	whole, failed, err := d.Traces()
	if err != nil {
		return err
	}
	return t.host.Sessions.SaveTrace(d.ID, whole, failed, t.host.Settings.KeepTraces)
}

// storeRulesets writes only what changed: a healthy built-in costs nothing. The step of each is taken
// on what is stored, which other events, or a person, may have changed since it was read.
func (t *task) storeRulesets(all []engine.Asked, states []engine.State) error {
	for i, asked := range all {
		var before engine.Health
		if i < len(states) {
			before = states[i].Health
		}
		if asked.Health != before && (asked.Health.Failures > 0 || before.Failures > 0) {
			_, err := t.host.Sessions.UpdateHealth(asked.ID, func(stored *session.Health) {
				*stored = storedHealth(asked.ID, asked.Step(engineHealth(*stored)))
			})
			if err != nil {
				return err
			}
		}
		if asked.Good == nil || strings.HasPrefix(asked.ID, "builtin/") {
			continue
		}
		if t.host.Redact != nil {
			if _, secret, err := asked.Good.Redacted(t.host.Redact); secret || err != nil {
				continue // its own folder is the only place for a secret, and redacted code is other code
			}
		}
		if err := t.host.Sessions.SaveGood(asked.ID, asked.Good.Hash, engine.Bundle(*asked.Good), t.event.Time); err != nil {
			return err
		}
	}
	return nil
}

func engineHealth(stored session.Health) engine.Health {
	health := engine.Health{Hash: stored.Hash, Failures: stored.Failures, Events: stored.Skipped, Last: stored.LastError}
	if !stored.PausedAt.IsZero() {
		health.PausedAt = stored.PausedAt.Format(time.RFC3339)
	}
	return health
}

func storedHealth(id string, health engine.Health) session.Health {
	pausedAt, err := time.Parse(time.RFC3339, health.PausedAt)
	if err != nil {
		pausedAt = time.Time{} // not paused
	}
	return session.Health{RulesetID: id, Hash: health.Hash, Failures: health.Failures, PausedAt: pausedAt, Skipped: health.Events, LastError: health.Last}
}
