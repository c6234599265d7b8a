package host

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/store/session"
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
	best := map[string]float64{} // by pool, of what is chosen, told before or not
	for _, chosen := range d.choices {
		key, hintedAt := chosen.Ref, found.hinted.Ref
		if chosen.Score != nil && key != hintedAt {
			pool := d.Kinds.Pool(key.Kind)
			best[pool] = max(best[pool], *chosen.Score)
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
		Items: items, Kinds: d.Kinds, Best: best, Limits: d.Settings.Suggest, Templates: d.Settings.Templates, FirmAbove: d.Settings.FirmAbove,
	})
	d.said.Dropped = append(d.said.Dropped, d.refused...)
	d.response.Context = d.said.Text
	for _, told := range d.said.Told {
		d.outcome.Told = append(d.outcome.Told, told.Ref)
	}
	d.response.Notice = d.notice()
	return nil
}

// suggestion puts together what is told of an item; ok is false where it is not to be
// told.
func (d *decision) suggestion(chosen choice, found finding) (_ suggest.Suggestion, ok bool, err error) {
	key, ok := d.view.Key(chosen.Ref)
	if !ok || d.withheld(chosen.Entry) || !d.told.MayTell(chosen.Ref, d.Settings.RetellPrompts) {
		return suggest.Suggestion{}, false, nil
	}
	item, err := d.view.Item(key)
	if err != nil {
		return suggest.Suggestion{}, false, err
	}
	suggestion := suggest.Suggestion{
		Ref: item.Ref, Description: item.Description,
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
	case d.told.Refused(entry.Ref):
		why = WhyRefused
	default:
		return false
	}
	d.refused = append(d.refused, suggest.Dropped{Ref: entry.Ref, Why: why})
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

func (d *decision) isTold(ref abi.Ref) bool { return slices.Contains(d.outcome.Told, ref) }

func (d *decision) dropped() []session.Dropped {
	var dropped []session.Dropped
	for _, item := range d.said.Dropped {
		dropped = append(dropped, session.Dropped{Ref: item.Ref, Why: item.Why})
	}
	for _, ref := range d.outcome.Answer.Outcome.Trace.Unknown {
		if len(dropped) < unknownMax {
			dropped = append(dropped, session.Dropped{Ref: abi.Ref{Kind: cut.Bytes(ref.Kind, unknownBytesMax), ID: cut.Bytes(ref.ID, unknownBytesMax)}, Why: "the ruleset named it, and there is no such item here"})
		}
	}
	return dropped
}

// Limits of ids that lead to no item, in what is kept of a decision.
const (
	unknownMax      = 16
	unknownBytesMax = 100
)
