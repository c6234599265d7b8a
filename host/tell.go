package host

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/suggest"
	"github.com/ed-irl/impressionism/host/wish"
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
	var items, last []suggest.Suggestion
	best := 0.0 // of what is chosen, told before or not
	for _, chosen := range d.choices {
		key, hintedAt := session.Key{Kind: chosen.Kind, ID: chosen.SkillID}, found.hinted.Key
		if chosen.Score != nil && key != hintedAt {
			best = max(best, *chosen.Score)
		}
		suggestion, ok, err := d.suggestion(chosen, found)
		switch {
		case err != nil:
			return err
		case ok && key == hintedAt && chosen.wanted == nil:
			last = append(last, suggestion) // a stranger's hint takes no other item's place
		case ok:
			items = append(items, suggestion)
		}
	}
	items = append(items, last...)
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

// suggestion puts together what is told of an item; ok is false where it is not to be
// told.
func (d *decision) suggestion(chosen choice, found finding) (_ suggest.Suggestion, ok bool, err error) {
	key, ok := d.view.Key(chosen.Kind, chosen.SkillID)
	if !ok || d.withheld(chosen.Entry) || !d.told.MayTell(session.Key{Kind: chosen.Kind, ID: chosen.SkillID}, d.Settings.RetellPrompts) {
		return suggest.Suggestion{}, false, nil
	}
	item, err := d.view.Item(key)
	if err != nil {
		return suggest.Suggestion{}, false, err
	}
	suggestion := suggest.Suggestion{
		ID: item.ID, Kind: item.Kind, Description: item.Description,
		Unscored: chosen.Score == nil || chosen.wanted != nil, Wished: chosen.wanted != nil,
		Firm: chosen.wanted != nil && chosen.wanted.Setting == wish.Words, Similar: nameable(d.similar(found, key)),
	}
	if chosen.Score != nil {
		suggestion.Score = *chosen.Score
	}
	return suggestion, true, nil
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
		for _, entry := range d.considered() {
			if entry.SkillID == item.ID {
				dropped = append(dropped, session.Dropped{Key: session.Key{Kind: entry.Kind, ID: item.ID}, Why: item.Why})
				break
			}
		}
	}
	for _, id := range d.outcome.Answer.Outcome.Trace.Unknown {
		if len(dropped) < unknownMax {
			dropped = append(dropped, session.Dropped{Key: session.Key{ID: cut.Bytes(id, unknownBytesMax)}, Why: "the ruleset named it, and there is no such item here"})
		}
	}
	return dropped
}

// considered are the entries of all that was chosen, by whomever, and of what is
// never told.
func (d *decision) considered() []abi.Entry {
	var entries []abi.Entry
	for _, chosen := range d.choices {
		entries = append(entries, chosen.Entry)
	}
	for _, hit := range d.finder.found[d.prompt()].never {
		entries = append(entries, abi.Entry{Kind: hit.Kind, SkillID: hit.ID})
	}
	return append(entries, d.outcome.Answer.Outcome.Decision.Activate...)
}

// Limits of ids that lead to no item, in what is kept of a decision.
const (
	unknownMax      = 16
	unknownBytesMax = 100
)
