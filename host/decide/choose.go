package decide

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// choice is an item that a ruleset or the user's settings chose.
type choice struct {
	abi.Entry
	wanted *wish.Wish // by the settings; nil: by the ruleset alone
	alone  bool       // by the settings alone: it is suggested, and not made active
	judged bool       // by an opinion: its order alone counts
	lift   float64    // how much of its score a project's settings added

	setting string // that chose it without a wish; "": none did
}

// choose joins what the rulesets chose with what the user's settings want suggested,
// which comes first, and leaves out what they never want. It returns that, too.
func choose(in Inputs, outcome engine.Outcome, found Found, known memory) (choices []choice, refused []suggest.Dropped) {
	chosen := ranked(in, outcome.Decision.Activate, known)
	choices = wanted(in, known)
	for _, entry := range chosen {
		if forbidden(in.Settings.Wishes, entry.Ref) {
			continue
		}
		at := slices.IndexFunc(choices, func(c choice) bool { return c.Ref == entry.Ref })
		if at < 0 {
			choices = append(choices, choice{Entry: entry})
			continue
		}
		both := &choices[at]
		both.alone, both.Score, both.Reason = false, entry.Score, both.Reason+"; "+entry.Reason
	}
	return choices, refusedBy(in, outcome, found)
}

// ranked puts the chosen items of each kind that has a ranking in its order, the highest first,
// in the places that items of the kind have. Without a ranking the order is the ruleset's.
func ranked(in Inputs, chosen []abi.Entry, known memory) []abi.Entry {
	for kind, ranking := range in.Settings.Rankings {
		var places []int
		for i, entry := range chosen {
			if entry.Ref.Kind == kind {
				places = append(places, i)
			}
		}
		if len(places) < 2 {
			continue
		}
		rank, err := ranking()
		known.problems.Add(ProblemState, err)
		if err != nil {
			continue
		}
		chosen = slices.Clone(chosen)
		sorted := make([]abi.Entry, 0, len(places))
		for _, at := range places {
			sorted = append(sorted, chosen[at])
		}
		slices.SortStableFunc(sorted, func(a, b abi.Entry) int { return cmp.Compare(rank(b.Ref.ID), rank(a.Ref.ID)) })
		for i, at := range places {
			chosen[at] = sorted[i]
		}
	}
	return chosen
}

// WhyNever begins why an item is not suggested that the settings never want.
const WhyNever = "your settings never suggest it"

// refusedBy returns what the rulesets chose in vain, and what would have been suggested
// but for the settings.
func refusedBy(in Inputs, outcome engine.Outcome, found Found) (refused []suggest.Dropped) {
	var refs []abi.Ref
	for _, entry := range outcome.Decision.Activate {
		if forbidden(in.Settings.Wishes, entry.Ref) {
			refs = append(refs, entry.Ref)
		}
	}
	threshold := fittingThreshold(outcome)
	if !found.Silent && in.Event.Name == abi.EventPrompt {
		for _, hit := range found.never {
			if hit.Similarity >= threshold && !slices.Contains(refs, hit.Ref) && len(refs) < in.Settings.Suggest.Max {
				refs = append(refs, hit.Ref)
			}
		}
	}
	for _, ref := range refs {
		why, _ := never(in.Settings.Wishes, ref)
		refused = append(refused, suggest.Dropped{Ref: ref, Why: why})
	}
	return refused
}

// fittingThreshold is the rulesets' threshold, or that of an item which fits where they
// have none.
func fittingThreshold(outcome engine.Outcome) float64 {
	if threshold := thresholdOf(outcome); !math.IsNaN(threshold) {
		return threshold
	}
	return fittingSimilarity
}

// never reports whether the user never wants an item, and why it is not suggested.
func never(wishes wish.Wishes, ref abi.Ref) (why string, never bool) {
	pattern, never := wishes.Forbids(ref.ID)
	if !never {
		return "", false
	}
	return fmt.Sprintf("%s (%s: %s)", WhyNever, wish.Never, pattern), true
}

func forbidden(wishes wish.Wishes, ref abi.Ref) bool {
	_, never := wishes.Forbids(ref.ID)
	return never
}

// wanted are the items that the user's settings want suggested with this prompt, but
// for those that were suggested before.
func wanted(in Inputs, known memory) []choice {
	wishes := in.Settings.Wishes
	if in.Event.Name != abi.EventPrompt || in.DeactivateOnly || len(wishes.Always)+len(wishes.Words) == 0 {
		return nil
	}
	var choices []choice
	for _, one := range wishes.Of(occasion(in, known, wishes)) {
		ref, found := wishedItem(in, one)
		if !found || forbidden(wishes, ref) || !mayTell(in, ref) {
			continue
		}
		if !slices.ContainsFunc(choices, func(c choice) bool { return c.Ref == ref }) {
			choices = append(choices, choice{Entry: abi.Entry{Ref: ref, Reason: one.Reason}, wanted: &one, alone: true})
		}
	}
	return choices
}

// change is what the decision does to the session, the decision as it is stored, and why
// the user's settings want what they want. An item that the settings alone want is
// suggested, and not made active: rulesets count what is. Neither is a place of the sources,
// which is told with one prompt and stays nothing that the model has loaded.
func change(d Decision, choices []choice, gone []abi.Entry, by map[abi.Ref]string) (session.Change, json.RawMessage, map[abi.Ref]string) {
	whole := abi.Decision{Deactivate: append(gone, d.Outcome.Decision.Deactivate...)}
	change := session.Change{Deactivate: whole.Deactivate, Told: told(d.Said), Neutral: d.Neutral}
	wished, settings := map[abi.Ref]string{}, map[abi.Ref]string{}
	for _, chosen := range choices {
		whole.Activate = append(whole.Activate, chosen.Entry)
		if !chosen.alone && chosen.Ref.Kind != abi.KindCode {
			change.Activate = append(change.Activate, chosen.Entry)
		}
		if chosen.setting != "" {
			settings[chosen.Ref], wished[chosen.Ref] = chosen.setting, chosen.setting+": "+chosen.Reason
		}
		if chosen.judged && chosen.Score == nil {
			settings[chosen.Ref], wished[chosen.Ref] = ByOpinion, chosen.Reason
		}
		if w := chosen.wanted; w != nil && wished[chosen.Ref] == "" {
			settings[chosen.Ref], wished[chosen.Ref] = w.Setting, w.Setting+": "+w.Reason
		}
	}
	return change, engine.EncodeBy(whole, func(entry abi.Entry) string {
		if setting := settings[entry.Ref]; setting != "" {
			return setting
		}
		return by[entry.Ref]
	}), wished
}
