package host

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// made is what is to be stored of the decision, without its scores.
func (d *decision) made() (session.Change, session.Decision) {
	outcome := d.outcome.Answer.Outcome
	change := d.change()
	return change, session.Decision{
		Event: d.event.Name, At: d.event.Time, RulesetID: outcome.Ruleset, RulesetHash: outcome.Hash,
		InputsHash: inputsHash(outcome.Trace), Answer: d.outcome.Whole, Said: d.said.Text, Dropped: d.dropped(),
		Tier: d.outcome.Tier, Durations: maps.Clone(d.steps), Fault: d.firstFault(), Late: d.outcome.Late,
	}
}

// store keeps the decision with its effects, then its trace.
func (d *decision) store(change session.Change, made session.Decision) (err error) {
	d.outcome.Steps = d.steps
	d.response.Decision = &d.outcome
	made.Scores, err = d.scores()
	if err != nil || !d.remembers() || d.event.SessionID == "" {
		return err
	}
	if err = d.unstored; err == nil {
		d.outcome.ID, err = d.Sessions.Apply(d.event.SessionID, d.recorded.Sequence, change, made)
	}
	switch {
	case session.IsUnwritable(err):
		d.forgetful = err
		return nil
	case err != nil:
		d.response.Unstored = &session.Handover{Event: d.event, Change: change, Decision: &made}
		return err
	}
	return d.storeRest(d.outcome.Answer.Outcome)
}

// change is what the decision does to the session. An item that the settings alone
// want is told, and not made active: rulesets count what is.
func (d *decision) change() session.Change {
	whole := abi.Decision{Deactivate: append(d.gone, d.outcome.Answer.Outcome.Decision.Deactivate...)}
	change := session.Change{Deactivate: whole.Deactivate, Told: d.toldItems(), Neutral: d.outcome.Neutral}
	for _, chosen := range d.choices {
		whole.Activate = append(whole.Activate, chosen.Entry)
		if !chosen.alone {
			change.Activate = append(change.Activate, chosen.Entry)
		}
	}
	d.outcome.Whole = engine.EncodeBy(whole, d.entryBy)
	return change
}

func (d *decision) toldItems() []session.ToldItem {
	items := make([]session.ToldItem, len(d.outcome.Told))
	for i, key := range d.outcome.Told {
		items[i] = session.ToldItem{Ref: key, Wording: d.said.Worded[i].Wording, Chars: d.said.Worded[i].Units}
	}
	return items
}

func (d *decision) firstFault() *abi.Fault {
	for _, attempt := range d.outcome.Answer.Attempts {
		if attempt.Outcome.Fault != nil {
			return attempt.Outcome.Fault
		}
	}
	return nil
}

// storeRest keeps what a decision can do without: trace, vector, health.
func (d *decision) storeRest(outcome engine.Outcome) error {
	if err := d.storeTrace(outcome); err != nil {
		return err
	}
	if vector := d.finder.found[d.prompt()].vector; vector != nil && d.recorded.Sequence > 0 {
		if err := d.Sessions.SetEmbedding(d.event.SessionID, d.recorded.Sequence, d.view.Model(), vector); err != nil {
			return err
		}
	}
	return d.saveRulesetState()
}

func (d *decision) storeTrace(outcome engine.Outcome) error {
	if d.Settings.KeepTraces < 1 {
		return nil
	}
	for _, item := range d.outcome.Told {
		outcome.Trace.Said = append(outcome.Trace.Said, trace.Note{Ref: item, Why: d.whyWished(item)})
	}
	for _, item := range d.dropped() {
		outcome.Trace.Dropped = append(outcome.Trace.Dropped, trace.Note{Ref: item.Ref, Why: item.Why})
	}
	encoded, err := trace.Encode(outcome.Trace)
	if err != nil {
		return err
	}
	failed, err := d.failedTraces()
	if err != nil {
		return err
	}
	return d.Sessions.SaveTrace(d.outcome.ID, encoded, failed, d.Settings.KeepTraces)
}

// failedTraces are those of the rulesets that were asked and lost their say.
func (d *decision) failedTraces() ([][]byte, error) {
	var failed [][]byte
	for _, attempt := range d.outcome.Answer.Attempts {
		if attempt.Outcome.Fault == nil {
			continue
		}
		encoded, err := trace.Encode(attempt.Outcome.Trace)
		if err != nil {
			return nil, err
		}
		failed = append(failed, encoded)
	}
	return failed, nil
}

// inputsHash names everything the ruleset was told.
func inputsHash(t trace.Trace) string {
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	for _, part := range t.Parts() {
		_ = encoder.Encode(part.Context) // a hash never fails
		for _, call := range part.Calls {
			_ = encoder.Encode([]any{call.Call, call.Request, call.Reply})
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
