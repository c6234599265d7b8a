package host

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/suggest"
)

// Values of Settings.Notify.
const (
	NotifyFirst  = "first"
	NotifyAlways = "always"
	NotifyNever  = "never"
)

// render puts into words what is worth saying now. Only a prompt is answered.
func (d *decision) render() error {
	if d.event.Name != abi.EventPrompt {
		return nil
	}
	found := d.finder.found[d.prompt()]
	var items []suggest.Suggestion
	best := 0.0 // of what is chosen, told before or not
	for _, entry := range d.outcome.Answer.Outcome.Decision.Activate {
		if entry.Score != nil {
			best = max(best, *entry.Score)
		}
		key, ok := d.view.Key(entry.Kind, entry.SkillID)
		if !ok || d.withheld(entry) || !d.told.MayTell(session.Key{Kind: entry.Kind, ID: entry.SkillID}, d.Settings.RetellPrompts) {
			continue
		}
		item, err := d.view.Item(key)
		if err != nil {
			return err
		}
		suggestion := suggest.Suggestion{
			ID: item.ID, Kind: item.Kind, Description: item.Description, Unscored: entry.Score == nil,
			Similar: nameable(d.similar(found, key)),
		}
		if entry.Score != nil {
			suggestion.Score = *entry.Score
		}
		items = append(items, suggestion)
	}
	d.said = suggest.Render(suggest.Input{
		Items: items, Best: best, Limits: d.Settings.Suggest, Templates: d.Settings.Templates, FirmAbove: d.Settings.FirmAbove,
	})
	d.said.Dropped = append(d.said.Dropped, d.refused...)
	d.response.Context = d.said.Text
	for _, told := range d.said.Told {
		d.outcome.Told = append(d.outcome.Told, session.Key{Kind: told.Kind, ID: told.ID})
	}
	d.response.Notice = d.notice()
	return nil
}

// Why the user's word keeps an item from being told.
const (
	WhyRefused = "you called it bad in this session; to take that back: impressionism bad --undo"
	WhySilent  = "suggestions are off in this session; to switch them on: impressionism on"
)

// withheld reports whether the user wants to hear nothing of an item, or nothing
// at all, in this session. It is decided all the same, so that what is active is
// as it would be, and `why` can tell.
func (d *decision) withheld(entry abi.Entry) bool {
	why := ""
	switch {
	case d.recorded.Silent:
		why = WhySilent
	case d.told.Refused(session.Key{Kind: entry.Kind, ID: entry.SkillID}):
		why = WhyRefused
	default:
		return false
	}
	d.refused = append(d.refused, suggest.Dropped{ID: entry.SkillID, Why: why})
	return true
}

// notice tells the user of the session's first suggestion, or of a ruleset that
// failed where that is wanted.
func (d *decision) notice() string {
	if d.outcome.Answer.Notice != "" {
		return d.outcome.Answer.Notice
	}
	if len(d.said.Told) == 0 || d.Settings.Notify == NotifyNever || (d.Settings.Notify != NotifyAlways && d.told.Ever) {
		return ""
	}
	return suggest.Notice(d.said.Told, d.Settings.Templates)
}

func (d *decision) isTold(kind, id string) bool {
	for _, item := range d.outcome.Told {
		if item.Kind == kind && item.ID == id {
			return true
		}
	}
	return false
}

func (d *decision) dropped() []session.Dropped {
	var dropped []session.Dropped
	for _, item := range d.said.Dropped {
		for _, entry := range d.outcome.Answer.Outcome.Decision.Activate {
			if entry.SkillID == item.ID {
				dropped = append(dropped, session.Dropped{Key: session.Key{Kind: entry.Kind, ID: item.ID}, Why: item.Why})
				break
			}
		}
	}
	for _, id := range d.outcome.Answer.Outcome.Trace.Unknown {
		if len(dropped) < unknownMax {
			dropped = append(dropped, session.Dropped{Key: session.Key{ID: cutBytes(id, unknownBytesMax)}, Why: "the ruleset named it, and there is no such item here"})
		}
	}
	return dropped
}

// Limits of ids that lead to no item, in what is kept of a decision.
const (
	unknownMax      = 16
	unknownBytesMax = 100
)
