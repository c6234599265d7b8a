package host

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/suggest"
	"github.com/ed-irl/impressionism/host/trace"
)

// decision is one decision under way.
type decision struct {
	*exchange
	view    *index.View
	finder  *finder
	state   engine.State
	active  []session.ActiveItem
	told    session.Tellings
	blind   bool        // state.db could not be read
	gone    []abi.Entry // active items that left the catalog
	said    suggest.Said
	outcome Decided
}

// loadState reads what the session and the ruleset remember.
func (d *decision) loadState() (err error) {
	if d.Sessions == nil {
		return nil
	}
	// What cannot be read is as if there were none: the prompt is answered.
	defer func() { d.blind = err != nil }()
	if d.state, err = d.rulesetState(d.Settings.Ruleset); err != nil {
		return err
	}
	if d.event.SessionID == "" {
		return nil
	}
	active, err := d.Sessions.Active(d.event.SessionID)
	if err != nil {
		return err
	}
	for _, item := range active {
		switch {
		case d.view.Has(item.Kind, item.ID):
			d.active = append(d.active, item)
		case d.incomplete():
			// It may only wait to be indexed: leave it as it is.
		default:
			d.gone = append(d.gone, abi.Entry{SkillID: item.ID, Kind: item.Kind, Reason: "it is no longer in the catalog"})
		}
	}
	d.told, err = d.Sessions.Told(d.event.SessionID)
	return err
}

// incomplete reports whether the index lacks files that the catalog has.
func (d *decision) incomplete() bool {
	return d.unlisted || d.response.Report == nil || d.response.Report.Waiting > 0
}

// embed makes the vector of a query, if the model is there in time and the
// stored vectors are its own.
func (d *decision) embed(text string) ([]float32, error) {
	if id := d.Model.Identity(); id != "" && id != d.view.Model() {
		return nil, errNotEmbedded // known without waiting for the model
	}
	embedder, err := d.Model.Await(d.deadlines.Model, d.Now)
	if err != nil {
		return nil, err
	}
	return within(d.deadlines.Model, d.Now, func() ([]float32, error) { return embedder.Embed(text) })
}

func (d *decision) known(kind, id string) bool {
	if d.view.Has(kind, id) {
		return true
	}
	for _, entry := range d.gone {
		if entry.SkillID == id && entry.Kind == kind {
			return true
		}
	}
	return false
}

func (d *decision) answers() *answers {
	a := &answers{finder: d.finder, view: d.view, event: d.event, started: d.recorded.StartedAt, vectors: newVectorTable()}
	a.log = messageLog{messages: d.messages, toolUses: d.toolUses}
	for _, item := range d.active {
		key, ok := d.view.Key(item.Kind, item.ID)
		if !ok {
			continue
		}
		described, err := a.item(key)
		if err != nil {
			d.response.problem(ProblemIndex, err)
			continue
		}
		a.active = append(a.active, abi.Active{
			Item: described, ActivatedAt: item.ActivatedAt.UTC().Format(time.RFC3339),
			PromptsSinceRelevant: item.PromptsSinceRelevant, Reason: item.Reason,
		})
	}
	return a
}

func (d *decision) messages(count int) ([]abi.Message, map[int64][]float32, error) {
	if d.Sessions == nil || d.event.SessionID == "" || d.blind {
		return nil, nil, nil
	}
	stored, err := d.Sessions.Messages(d.event.SessionID, count)
	if err != nil {
		d.response.problem(ProblemState, err)
		return nil, nil, nil
	}
	messages := make([]abi.Message, len(stored))
	vectors := map[int64][]float32{}
	for i, m := range stored {
		messages[i] = m.Message
		if m.Vector != nil && m.Model == d.view.Model() {
			vectors[m.Sequence] = m.Vector
		}
	}
	return messages, vectors, nil
}

func (d *decision) toolUses(count int) ([]abi.ToolUse, error) {
	if d.Sessions == nil || d.event.SessionID == "" || d.blind {
		return nil, nil
	}
	uses, err := d.Sessions.ToolUses(d.event.SessionID, count)
	d.response.problem(ProblemState, err)
	return uses, nil
}

// store keeps the decision with its effects, then its trace.
func (d *decision) store() error {
	d.outcome.Steps = d.steps
	d.response.Decision = &d.outcome
	scores, err := d.scores()
	if err != nil || d.Sessions == nil || d.event.SessionID == "" {
		return err
	}
	outcome := d.outcome.Answer.Outcome
	whole := abi.Decision{Activate: outcome.Decision.Activate, Deactivate: append(d.gone, outcome.Decision.Deactivate...)}
	change := session.Change{
		Activate: whole.Activate, Deactivate: whole.Deactivate,
		Told: d.outcome.Told, Neutral: d.outcome.Neutral,
	}
	stored := session.Decision{
		Event: d.event.Name, At: d.event.Time, RulesetID: outcome.Ruleset, RulesetHash: outcome.Hash,
		InputsHash: inputsHash(outcome.Trace), Answer: engine.Encode(whole), Scores: scores,
		Said: d.said.Text, Dropped: d.dropped(), Tier: d.outcome.Tier, Durations: d.steps, Fault: d.firstFault(),
	}
	if d.outcome.ID, err = d.Sessions.Apply(d.event.SessionID, d.recorded.Sequence, change, stored); err != nil {
		return err
	}
	return d.storeRest(outcome)
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
	for _, item := range d.outcome.Told {
		outcome.Trace.Said = append(outcome.Trace.Said, trace.Note{ID: item.ID})
	}
	for _, item := range d.dropped() {
		outcome.Trace.Dropped = append(outcome.Trace.Dropped, trace.Note{ID: item.ID, Why: item.Why})
	}
	encoded, err := trace.Encode(outcome.Trace)
	if err != nil {
		return err
	}
	if err := d.Sessions.SaveTrace(d.outcome.ID, encoded, d.Settings.KeepTraces); err != nil {
		return err
	}
	if vector := d.finder.found[d.prompt()].vector; vector != nil && d.recorded.Sequence > 0 {
		if err := d.Sessions.SetEmbedding(d.event.SessionID, d.recorded.Sequence, d.view.Model(), vector); err != nil {
			return err
		}
	}
	return d.saveRulesetState()
}

// inputsHash names everything the ruleset was told.
func inputsHash(t trace.Trace) string {
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	_ = encoder.Encode(t.Context) // a hash never fails
	for _, call := range t.Calls {
		_ = encoder.Encode([]any{call.Call, call.Request, call.Reply})
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
