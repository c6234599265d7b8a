package whynot

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Trial tries prompts on one view.
type Trial struct {
	view     *index.View
	inputs   func(event abi.Event) decide.Inputs
	settings []Setting // besides those of the inputs
	cache    *decide.Cache
	embed    func(text string) ([]float32, error) // nil until a decision used the model
}

// New tries prompts on a view, which stays the caller's. The inputs of an event's
// decision are to be those of a dry run on the view.
func New(view *index.View, inputs func(event abi.Event) decide.Inputs) *Trial {
	return &Trial{view: view, inputs: inputs, cache: &decide.Cache{}}
}

// with is the same trial under other settings.
func (t *Trial) with(settings []Setting) *Trial {
	changed := *t
	changed.settings = settings
	return &changed
}

// changed returns a decision's settings with others in their place.
func changed(settings decide.Settings, others []Setting) decide.Settings {
	settings.Params = overridden(settings.Params, others)
	for _, s := range others {
		switch s.Key {
		case keyMax:
			settings.Suggest.Max = int(s.Value)
		case keyMargin:
			settings.Suggest.Margin = s.Value
		case keyChars:
			settings.Suggest.Chars = int(s.Value)
		}
	}
	return settings
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

// tried is what was decided on a prompt.
type tried struct {
	decide.Decision
	asked  bool // false: such a prompt is not decided on
	inputs decide.Inputs
}

// decide tries one prompt event.
func (t *Trial) decide(event abi.Event) (tried, error) {
	in := t.inputs(event)
	in.Cache, in.Settings = t.cache, changed(in.Settings, t.settings)
	if !decide.Wants(event, in.DeactivateOnly, in.Rulesets.Set, in.Settings.Rulesets) {
		return tried{Decision: decide.Decision{Tier: index.TierLexical, Found: &decide.Found{}}, inputs: in}, nil
	}
	d := decide.Decide(in)
	if d.Err != nil {
		return tried{}, d.Err
	}
	d.Tier = index.TierLexical // of the prompt alone, whatever a ruleset searched for
	if d.Found.Vector != nil {
		d.Tier, t.embed = index.TierModel, in.Embed
	}
	return tried{Decision: d, asked: true, inputs: in}, nil
}

// query is what was searched for the prompt.
func (t tried) query() index.Query {
	return index.Query{Query: t.inputs.Prompt.Query, Vector: t.Found.Vector}
}

// suggests reports whether an item was suggested, by itself or with another of its group.
func (t tried) suggests(ref abi.Ref) bool {
	return slices.Contains(t.Suggested, ref) ||
		slices.ContainsFunc(t.Said.Told, func(told suggest.Suggestion) bool { return slices.Contains(told.With, ref) })
}

// never reports whether the user's settings keep an item from being suggested, which
// the ruleset may have chosen or not.
func (t tried) never(ref abi.Ref) bool {
	_, never := t.inputs.Settings.Wishes.Forbids(ref.ID)
	return never
}

// hit is what the search found of an item, and its place from 1; 0: nothing.
func (t tried) hit(ref abi.Ref) (index.Hit, int) {
	for i, hit := range t.Found.Hits {
		if hit.Ref == ref {
			return hit, i + 1
		}
	}
	return index.Hit{}, 0
}

// chosen is what the rulesets chose, best first.
func (t tried) chosen() []abi.Entry { return t.Outcome.Decision.Activate }

// entry is what the rulesets chose of an item.
func (t tried) entry(ref abi.Ref) (abi.Entry, bool) {
	for _, entry := range t.chosen() {
		if entry.Ref == ref {
			return entry, true
		}
	}
	return abi.Entry{}, false
}
