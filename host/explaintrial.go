package host

import (
	"context"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Trial decides on a prompt as the hook does on the first one of a session: with
// the same search, ruleset and limits, and what the workspace and past use tell.
// It stores nothing and has no deadlines.
type Trial struct {
	host  Host
	past  *session.Store
	View  *index.View
	found map[string]finding                   // by text, of this view
	embed func(text string) ([]float32, error) // nil until a decision used the model
}

// NewTrial tries prompts on a view, which stays the caller's.
func (h *Host) NewTrial(view *index.View) *Trial {
	t := &Trial{host: *h, past: h.Sessions, View: view, found: map[string]finding{}}
	t.host.Sessions, t.host.Recorded, t.host.Rendered, t.host.DeactivateOnly = nil, nil, nil, false
	return t
}

// with is the same trial under other settings.
func (t *Trial) with(settings []Setting) *Trial {
	changed := *t
	changed.host.Settings.Params = overridden(t.host.Settings.Params, settings)
	for _, s := range settings {
		switch s.Key {
		case keyMax:
			changed.host.Settings.Suggest.Max = int(s.Value)
		case keyMargin:
			changed.host.Settings.Suggest.Margin = s.Value
		case keyChars:
			changed.host.Settings.Suggest.Chars = int(s.Value)
		}
	}
	return &changed
}

func overridden(params engine.Params, settings []Setting) engine.Params {
	return func(ruleset, name string) (any, bool) {
		for _, s := range settings {
			if s.Parameter == name && s.Ruleset == ruleset {
				return s.parameterValue(), true
			}
		}
		return params(ruleset, name)
	}
}

// Tried is what was decided on a prompt, and what the search found for it.
type Tried struct {
	Asked   bool // false: such a prompt is not decided on
	Silent  bool // too few words to be about anything
	Neutral bool
	Tier    string
	Hits    []index.Hit
	Outcome engine.Outcome
	Said    suggest.Said
	Fault   *abi.Fault // why the active ruleset lost its say, or nil
	wishes  wish.Wishes
	query   index.Query
	beside  besides
}

// Decide tries one prompt event.
func (t *Trial) Decide(event abi.Event) (Tried, error) {
	e := &exchange{Host: &t.host, ctx: context.Background(), event: event, steps: map[string]int64{}}
	if !e.asks() {
		return Tried{Tier: TierLexical}, nil
	}
	d := &decision{exchange: e, view: t.View, past: t.past}
	d.finder = newFinder(t.View, t.host.Recipe, d.embed)
	d.finder.beside, d.finder.hint, d.finder.never = d.beside, d.hint, d.forbids()
	d.finder.found = maps.Clone(t.found)
	if err := d.consult(); err != nil {
		return Tried{}, err
	}
	if err := d.render(); err != nil {
		return Tried{}, err
	}
	found, err := d.finder.find(d.prompt())
	if err != nil {
		return Tried{}, err
	}
	t.found[d.prompt()] = found
	tried := Tried{
		Asked: true, Silent: found.silent, Neutral: d.outcome.Neutral, Tier: TierLexical, Hits: found.hits,
		Outcome: d.outcome.Answer.Outcome, Said: d.said, Fault: d.firstFault(), wishes: d.Settings.Wishes,
		query: index.Query{Query: asked(d.prompt()), Vector: found.vector}, beside: found.beside,
	}
	if found.vector != nil {
		tried.Tier, t.embed = TierModel, d.embed
	}
	return tried, nil
}

// tells reports whether an item was suggested.
func (t Tried) tells(ref abi.Ref) bool {
	return slices.ContainsFunc(t.Said.Told, func(item suggest.Suggestion) bool { return item.Ref == ref })
}

// never reports whether the user's settings keep an item from being suggested, which
// the ruleset may have chosen or not.
func (t Tried) never(ref abi.Ref) bool {
	_, never := t.wishes.Forbids(ref.ID)
	return never
}

// hit is what the search found of an item, and its place from 1; 0: nothing.
func (t Tried) hit(ref abi.Ref) (index.Hit, int) {
	for i, hit := range t.Hits {
		if hit.Ref == ref {
			return hit, i + 1
		}
	}
	return index.Hit{}, 0
}

// entry is what the ruleset chose of an item.
func (t Tried) entry(ref abi.Ref) (abi.Entry, bool) {
	for _, entry := range t.Outcome.Decision.Activate {
		if entry.Ref == ref {
			return entry, true
		}
	}
	return abi.Entry{}, false
}
