package decide

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Pinned is an item that is told wherever a session starts, if it may be told at all.
type Pinned struct {
	Ref         abi.Ref
	Title, Text string
	Doubt       string // what it names that is gone, in words; see catalog.Entry
}

// reasonPinned is why a pinned item is told, for the user's eyes.
const reasonPinned = "it is pinned: told where a session starts"

// Start decides what of the pinned items a session is told that starts. No ruleset is asked
// and nothing is searched. Items that the user's settings never want, that the session knows
// or that its user called bad are left out.
func Start(event abi.Event, pinned []Pinned, known Session, settings Settings) Decision {
	var d Decision
	var items []suggest.Suggestion
	var dropped []suggest.Dropped
	for _, item := range pinned {
		kind, _ := settings.Kinds.Find(item.Ref.Kind)
		why := withheld(known, item.Ref)
		if pattern, never := settings.Wishes.Forbids(item.Ref.ID); never {
			why = WhyNever + ": " + pattern
		}
		switch {
		case kind.AtStart.Items == 0 || known.Suggested.ByItem[item.Ref].Count > 0:
		case why != "":
			dropped = append(dropped, suggest.Dropped{Ref: item.Ref, Why: why})
		default:
			items = append(items, suggest.Suggestion{Ref: item.Ref, Title: item.Title, Description: item.Text, Doubt: item.Doubt, Unscored: true})
		}
	}
	d.Said = suggest.Render(suggest.Input{
		Items: items, Occasion: catalog.AtStart, Kinds: settings.Kinds, Spent: spent(settings.Kinds, known.Suggested),
		Limits: settings.Suggest, Templates: settings.Templates, FirmAbove: settings.FirmAbove,
	})
	d.Said.Dropped = append(d.Said.Dropped, dropped...)
	var choices []choice
	for _, item := range d.Said.Told {
		d.Suggested = append(d.Suggested, item.Ref)
		choices = append(choices, choice{Entry: abi.Entry{Ref: item.Ref, Reason: reasonPinned}, alone: true})
	}
	var whole []byte
	d.Change, whole, _ = change(d, choices, nil, nil)
	d.Whole, d.Tier = whole, session.TierLexical
	d.Change.Once = true
	return d
}
