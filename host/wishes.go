package host

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// choice is an item that a ruleset or the user's settings chose.
type choice struct {
	abi.Entry
	wanted *wish.Wish // by the settings; nil: by the ruleset alone
	alone  bool       // by the settings alone: it is told, and not made active
}

// touchedUses is how many of the last tool uses are looked at for files, and
// chatTerms how many words that tell anything a prompt must have at least for items
// that go with files: "thanks" is no occasion.
const (
	touchedUses = 300
	chatTerms   = 2
)

// choose joins what the ruleset chose with what the user's settings want told, which
// comes first, and leaves out what they never want.
func (d *decision) choose() {
	d.forbid()
	d.choices = append(d.choices, d.wanted()...)
	for _, entry := range d.outcome.Answer.Outcome.Decision.Activate {
		if d.forbidden(entry.Ref) {
			continue
		}
		at := slices.IndexFunc(d.choices, func(c choice) bool { return c.Ref == entry.Ref })
		if at < 0 {
			d.choices = append(d.choices, choice{Entry: entry})
			continue
		}
		both := &d.choices[at]
		both.alone, both.Score, both.Reason = false, entry.Score, both.Reason+"; "+entry.Reason
	}
}

// WhyNever begins why an item is not told that the settings never want.
const WhyNever = "your settings never suggest it"

// forbid notes what the ruleset chose in vain, and what it would have been told of
// but for the settings.
func (d *decision) forbid() {
	var refs []abi.Ref
	for _, entry := range d.outcome.Answer.Outcome.Decision.Activate {
		if d.forbidden(entry.Ref) {
			refs = append(refs, entry.Ref)
		}
	}
	threshold := thresholdOf(d.outcome.Answer.Outcome)
	if math.IsNaN(threshold) {
		threshold = fittingSimilarity
	}
	if found := d.finder.found[d.prompt()]; !found.silent && d.event.Name == abi.EventPrompt {
		for _, hit := range found.never {
			if hit.Similarity >= threshold && !slices.Contains(refs, hit.Ref) && len(refs) < d.Settings.Suggest.Max {
				refs = append(refs, hit.Ref)
			}
		}
	}
	for _, ref := range refs {
		pattern, _ := d.Settings.Wishes.Forbids(ref.ID)
		d.refused = append(d.refused, suggest.Dropped{Ref: ref, Why: fmt.Sprintf("%s (%s: %s)", WhyNever, wish.Never, pattern)})
	}
}

// forbids is what the finder leaves out, nil where that is nothing.
func (d *decision) forbids() func(id string) bool {
	wishes := d.Settings.Wishes
	if len(wishes.Never) == 0 {
		return nil
	}
	return func(id string) bool { _, never := wishes.Forbids(id); return never }
}

func (d *decision) forbidden(ref abi.Ref) bool {
	_, never := d.Settings.Wishes.Forbids(ref.ID)
	return never
}

// wanted are the items that the user's settings want told with this prompt, those
// not that were told before.
func (d *decision) wanted() []choice {
	if d.event.Name != abi.EventPrompt || d.DeactivateOnly || len(d.Settings.Wishes.Always)+len(d.Settings.Wishes.Words) == 0 {
		return nil
	}
	var choices []choice
	for _, one := range d.Settings.Wishes.Of(d.occasion(d.Settings.Wishes)) {
		key, found := d.wishedItem(one)
		entry := abi.Entry{Ref: key, Reason: one.Reason}
		if !found || d.forbidden(key) || !d.told.MayTell(key, d.Settings.RetellPrompts) {
			continue
		}
		same := func(c choice) bool { return c.Ref == key }
		if !slices.ContainsFunc(choices, same) {
			choices = append(choices, choice{Entry: entry, wanted: &one, alone: true})
		}
	}
	return choices
}

// wishedItem finds the item of a wish: of the same id, that of the first kind.
func (d *decision) wishedItem(one wish.Wish) (abi.Ref, bool) {
	id, found := wish.Find(one.Name, d.view.IDs())
	if !found {
		return abi.Ref{}, false
	}
	for _, kind := range d.Kinds.Names() {
		if ref := (abi.Ref{Kind: kind, ID: id}); d.view.Has(ref) {
			return ref, true
		}
	}
	return abi.Ref{}, false
}

// occasion is the event as wishes are held against it. Files count once the prompt
// says something.
func (d *decision) occasion(wishes wish.Wishes) wish.Event {
	e := wish.Event{Prompt: rank.Clean(d.prompt())}
	if len(wishes.Always) == 0 || len(asked(d.prompt()).Terms) < chatTerms {
		return e
	}
	e.Workspace, e.Home = cmp.Or(d.recorded.Workspace, d.event.Workspace), d.Settings.Home
	uses, _ := d.toolUses(touchedUses) // told as a problem already
	for _, use := range uses {
		if touch, ok := wish.Touched(use.ToolName, use.ToolInputPreview); ok && !slices.Contains(e.Touched, touch) {
			e.Touched = append(e.Touched, touch)
		}
	}
	return e
}

// hintLift is how much the settings of a project, a stranger's, add to the similarity
// of one item that they name: an item that shares one telling word with the prompt
// can reach the default's threshold, and none goes beyond it by this. See RATIONALE.md.
const hintLift = .25

// hinted is the one item that a project's settings lifted for a prompt.
type hinted struct {
	Ref abi.Ref
	why string
}

// hint lifts the best of the items that the project's settings name.
func (d *decision) hint(text string, hits []index.Hit) hinted {
	hints := d.Settings.ProjectWishes
	if text != d.prompt() || len(hints.Always)+len(hints.Words) == 0 {
		return hinted{}
	}
	why := map[abi.Ref]string{}
	for _, one := range hints.Of(d.occasion(hints)) {
		if key, found := d.wishedItem(one); found && why[key] == "" {
			why[key] = fmt.Sprintf("%s of this project: %s", one.Setting, one.Reason)
		}
	}
	for i := range hits {
		key := hits[i].Ref
		if why[key] == "" {
			continue
		}
		hits[i].Similarity = max(hits[i].Similarity, min(hits[i].Similarity+hintLift, fittingSimilarity))
		slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
		return hinted{key, why[key]}
	}
	return hinted{}
}

// entryBy names who decided about an item, where that was not the ruleset that the
// decision is stored under.
func (d *decision) entryBy(entry abi.Entry) string {
	for _, c := range d.choices {
		if c.wanted != nil && c.Ref == entry.Ref {
			return c.wanted.Setting
		}
	}
	return d.outcome.Answer.By[entry.Ref]
}

// whyWished says why the user's settings want an item, or "".
func (d *decision) whyWished(item abi.Ref) string {
	for _, c := range d.choices {
		if c.wanted != nil && c.Ref == item {
			return c.wanted.Setting + ": " + c.wanted.Reason
		}
	}
	return ""
}
