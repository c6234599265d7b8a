package host

import (
	"sync"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// decision is one decision under way.
type decision struct {
	*exchange
	view    *index.View
	past    *session.Store // whose suggestions tell what is used here; nil: nothing does
	finder  *finder
	states  []engine.State // of the rulesets in force
	active  []session.ActiveItem
	told    session.Tellings
	blind   bool        // state.db could not be read
	gone    []abi.Entry // active items that left the catalog
	said    suggest.Said
	refused []suggest.Dropped // by the user
	choices []choice          // of the ruleset and the user's settings, best first
	outcome Decided

	usageOnce sync.Once // of the two below
	usage     map[abi.Ref]session.Usage
	usageErr  error
}

// loadState reads what the session and the ruleset remember.
func (d *decision) loadState() (err error) {
	if d.Sessions == nil {
		return nil
	}
	// What cannot be read is as if there were none: the prompt is answered.
	defer func() { d.blind = err != nil }()
	for _, id := range d.Settings.Rulesets {
		state, err := d.rulesetState(id)
		if err != nil {
			return err
		}
		d.states = append(d.states, state)
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
		case d.view.Has(item.Ref):
			d.active = append(d.active, item)
		case d.incomplete():
			// It may only wait to be indexed: leave it as it is.
		default:
			d.gone = append(d.gone, abi.Entry{Ref: item.Ref, Reason: "it is no longer in the catalog"})
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
	if err := d.Model.Broken(); err != nil {
		return nil, err
	}
	if id := d.Model.Identity(); id != "" && id != d.view.Model() {
		return nil, errNotEmbedded // known without waiting for the model
	}
	embedder, err := d.Model.Await(d.deadlines.Model)
	if err != nil {
		return nil, err
	}
	return within(d.deadlines.Model, func() ([]float32, error) { return embedder.Embed(text) })
}

func (d *decision) known(ref abi.Ref) bool {
	if d.view.Has(ref) {
		return true
	}
	for _, entry := range d.gone {
		if entry.Ref == ref {
			return true
		}
	}
	return false
}

func (d *decision) answers() *answers {
	a := &answers{finder: d.finder, view: d.view, event: d.event, started: d.recorded.StartedAt, vectors: newVectorTable(), used: d.used}
	a.log = messageLog{messages: d.messages, toolUses: d.toolUses}
	for _, item := range d.active {
		key, ok := d.view.Key(item.Ref)
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
