package rulefuzz

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// fair are properties of who is activated.
func fair() []Property {
	return []Property{
		{
			ID: "better-score", Sentence: "A better score never drops a skill, nor lowers the score that it is given.",
			Why:  "If fitting better can hurt, no description can be improved.",
			make: (*maker).usual, check: betterScore,
		},
		{
			ID: "passed-over", Sentence: "Of two skills that differ in their score alone the better one is not passed over.",
			Why:     "Under a cap the best have to stay. Tried without keywords and history, with items that are not active.",
			applies: prompted, make: ranked, check: passedOver,
		},
		{
			ID: "perfect-fit", Sentence: "A skill that fits perfectly, and no other does, is activated.",
			Why:     "Similarity 1 is as good as it gets. A ruleset that never speaks helps nobody.",
			applies: prompted, make: perfect, check: perfectFit,
		},
		{
			ID: "blank-prompt", Sentence: "A prompt of nothing but blanks activates nothing.",
			Why:     "There is nothing that it could be about.",
			applies: prompted, make: blank, check: activatesNothing("a prompt of nothing but blanks", func(s scenario.Scenario) bool {
				return s.Context.HookEvent == abi.EventPrompt && !isPrompt(s)
			}),
		},
		{
			ID: "nothing-found", Sentence: "Where the search finds nothing, nothing becomes active.",
			Why:     "What is activated should fit. A skill that is always wanted belongs into the client's own instructions.",
			applies: prompted, make: unfound, check: activatesNothing("the search found nothing, and", func(s scenario.Scenario) bool {
				return isPrompt(s) && len(s.Search) == 0 && !s.Context.Neutral
			}),
		},
		{
			ID: "neutral-prompt", Sentence: "A prompt about nothing in particular, for which the search finds nothing, does not refresh what is active.",
			Why:     "context.neutral says so: thanks is no reason to keep an item.",
			applies: prompted, make: neutral, check: neutralPrompt,
		},
	}
}

func betterScore(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	var candidates []abi.Ref
	for _, skill := range t.s.Items {
		if first.activates(skill.Ref) || isActive(t.s, skill.Ref) && !first.withdraws(skill.Ref) {
			candidates = append(candidates, skill.Ref)
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	seed := t.rand.Uint64()
	id := slices.MinFunc(candidates, func(a, b abi.Ref) int { return byChance(seed, a, b) })
	other := t.s
	other.Search = maps.Clone(t.s.Search)
	if other.Search == nil {
		other.Search = map[abi.Ref]float64{}
	}
	other.Search[id] = min(1, other.Search[id]+pick(t.rand, 0.01, 0.05, 0.2, 0.5, 1))
	second, ok := t.ask(other)
	if !ok {
		return nil
	}
	what := ""
	switch {
	case first.activates(id) && !second.activates(id):
		what = "activated"
	case second.withdraws(id) && !first.withdraws(id):
		what = "kept"
	case first.activates(id) && scoreOf(first, id) > scoreOf(second, id):
		what = fmt.Sprintf("given the score %.4f", scoreOf(first, id))
	default:
		return nil
	}
	expect := second.instead(all, func(e abi.Entry) bool { return e.Ref != id })
	if expect.Activate = nil; first.activates(id) {
		entry := named(first.Activate[slices.IndexFunc(first.Activate, func(e abi.Entry) bool { return e.Ref == id })])
		if second.activates(id) {
			entry.Score = new(round4(scoreOf(first, id)))
		}
		expect.Includes = []abi.Entry{entry}
	} else {
		expect.Excludes = []abi.Ref{}
	}
	return &Breach{
		fmt.Sprintf("%s is %s at similarity %.4g, and no more at %.4g", id, what, t.s.Search[id], other.Search[id]),
		[]scenario.Scenario{expecting(t.s, came(first)), expecting(other, expect)},
	}
}

func scoreOf(a answer, id abi.Ref) float64 {
	for _, entry := range a.Activate {
		if entry.Ref == id && entry.Score != nil {
			return *entry.Score
		}
	}
	return 0
}

// ranked are some items with different scores, and perhaps an active one.
func ranked(g *maker) scenario.Scenario {
	s := g.plain(2 + g.IntN(9))
	for _, item := range s.Items {
		s.Search[item.Ref] = g.score(0.3, 1)
		if g.chance(40) {
			s.Search[item.Ref] = g.score(0.8, 1)
		}
	}
	if g.chance(30) {
		s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}}}
	}
	return s
}

func passedOver(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok || slices.ContainsFunc(t.s.Items, func(i abi.Item) bool { return len(i.Keywords) > 0 }) {
		return nil
	}
	for _, low := range a.Activate {
		for _, high := range t.s.Items {
			chosen := a.activates(high.Ref) || isActive(t.s, high.Ref) || isActive(t.s, low.Ref)
			if chosen || high.Ref.Kind != skill(t.s, low.Ref).Ref.Kind || t.s.Search[high.Ref] <= t.s.Search[low.Ref] {
				continue
			}
			expect := a.instead(all, all)
			expect.Activate, expect.Includes = nil, []abi.Entry{named(abi.Entry{Ref: high.Ref})}
			return &Breach{
				fmt.Sprintf("%s (similarity %.4g) is activated and %s (%.4g) is not", low.Ref, t.s.Search[low.Ref], high.Ref, t.s.Search[high.Ref]),
				[]scenario.Scenario{expecting(t.s, expect)},
			}
		}
	}
	return nil
}

// perfect is a catalog in which one skill fits.
func perfect(g *maker) scenario.Scenario {
	s := g.plain(1 + g.IntN(6))
	s.Search[s.Items[0].Ref] = 1
	return s
}

func perfectFit(t *trial) *Breach {
	if !isPrompt(t.s) || len(t.s.Search) != 1 {
		return nil
	}
	for id, score := range t.s.Search {
		if a, ok := t.ask(t.s); ok && score == 1 && skill(t.s, id) != nil && !a.activates(id) {
			entry := named(abi.Entry{Ref: id})
			return &Breach{fmt.Sprintf("%s fits perfectly and is not activated", id), []scenario.Scenario{expecting(t.s, scenario.Expectation{Activate: []abi.Entry{entry}, Deactivate: only(a.Deactivate, all)})}}
		}
	}
	return nil
}
