package host

import (
	"errors"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// errNotEmbedded says that the index has no vectors of the model in use.
var errNotEmbedded = errors.New("the index has no vectors of this model yet; run: impressionism index")

// rulesetState reads how the active ruleset fared and which version was its last
// good one; that is read where it has to answer. A damaged bundle is as good as none.
func (d *decision) rulesetState(id string) (engine.State, error) {
	health, err := d.Sessions.Health(id)
	if err != nil {
		return engine.State{}, err
	}
	state := engine.State{Health: engine.Health{Hash: health.Hash, Failures: health.Failures, Events: health.Skipped, Last: health.LastError}}
	if !health.PausedAt.IsZero() {
		state.Health.PausedAt = health.PausedAt.Format(time.RFC3339)
	}
	state.GoodHash, err = d.Sessions.GoodHash(id)
	state.LastGood = func() *engine.Ruleset {
		bundle, err := d.Sessions.Version(id, state.GoodHash)
		if err != nil || bundle == nil {
			return nil
		}
		good, err := engine.Unbundle(bundle)
		if err != nil {
			return nil
		}
		return &good
	}
	return state, err
}

// saveRulesetState writes only what changed: a healthy built-in costs nothing.
func (d *decision) saveRulesetState() error {
	for i, asked := range d.outcome.Answer.Asked {
		var before engine.Health
		if i < len(d.states) {
			before = d.states[i].Health
		}
		if asked.Health != before && (asked.Health.Failures > 0 || before.Failures > 0) {
			if err := d.Sessions.SetHealth(storedHealth(asked.ID, asked.Health)); err != nil {
				return err
			}
		}
		if asked.Good == nil || strings.HasPrefix(asked.ID, "builtin/") {
			continue
		}
		if d.Redact != nil {
			if _, secret, err := asked.Good.Redacted(d.Redact); secret || err != nil {
				continue // its own folder is the only place for a secret, and redacted code is other code
			}
		}
		if err := d.Sessions.SaveGood(asked.ID, asked.Good.Hash, engine.Bundle(*asked.Good), d.event.Time); err != nil {
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
