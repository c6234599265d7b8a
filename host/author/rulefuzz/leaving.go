package rulefuzz

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// leaving are properties of what is withdrawn.
func leaving() []Property {
	return []Property{
		{
			ID: "relevant-stays", Sentence: "An active skill that fits the prompt perfectly is not withdrawn, nor one that was just of use and fits nearly so.",
			Why:     "Whatever was before, it is of use now; that more others fit than may be active does not change the topic.",
			applies: prompted, make: relevant, check: relevantStays,
		},
		{
			ID: "neutral-keeps", Sentence: "A prompt about nothing in particular is no change of topic.",
			Why:     "With context.neutral set nothing leaves that would not leave anyhow. Compared is the same prompt where the search finds nothing.",
			applies: prompted, make: neutralFound, check: neutralKeeps,
		},
		{
			ID: "no-new-topic", Sentence: "Where only active skills fit the prompt, no other one leaves for that.",
			Why:     "What was active before is no change of topic. Compared is the same prompt where the search finds nothing.",
			applies: prompted, make: oldTopic, check: noNewTopic,
		},
		{
			ID: "related-stays", Sentence: "Being more like what becomes active never makes a staying skill leave.",
			Why:     "A topic changes to something unlike. Compared is the same prompt with the active skill's vector made equal to a newcomer's.",
			applies: prompted, make: newTopic, check: relatedStays,
		},
	}
}

// fits is a similarity that is high for every ruleset.
const fits = 0.95

// relevant is a prompt that an active item fits, however long it was not needed;
// or one that was just needed, with more others that fit.
func relevant(g *maker) scenario.Scenario {
	if g.chance(50) {
		s := g.plain(7)
		for i := range s.Items {
			s.Search[s.Items[i].Ref] = 1
			s.Items[i].Embedding = abi.Embedding{Values: []float32{float32(min(i, 1)), float32(1 - min(i, 1))}}
		}
		s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}}}
		s.Search[s.Items[0].Ref] = fits
		return s
	}
	s := g.plain(2 + g.IntN(4))
	for _, item := range s.Items {
		s.Search[item.Ref] = g.score(0, 0.9)
	}
	s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}, PromptsSinceRelevant: pick(g.Rand, 0, 1, 3, 10, 500)}}
	s.Search[s.Items[0].Ref] = 1
	for i := range s.Items {
		s.Items[i].Embedding = abi.Embedding{Values: []float32{float32(i % 2), float32((i + 1) % 2)}}
	}
	return s
}

func relevantStays(t *trial) *Breach {
	if len(t.s.Active) != 1 || !isPrompt(t.s) {
		return nil
	}
	id := t.s.Active[0].Ref
	if score := t.s.Search[id]; score < fits || score < 1 && t.s.Active[0].PromptsSinceRelevant > 0 {
		return nil
	}
	a, ok := t.ask(t.s)
	return unless(t, a, ok, "it withdraws %s, which fits the prompt", func(e abi.Entry) bool { return e.Ref != id })
}

// newTopic is a prompt that others fit than the active items, whose descriptions
// may be alike or not.
func newTopic(g *maker) scenario.Scenario {
	s := g.plain(2 + g.IntN(4))
	for i := range s.Items {
		s.Items[i].Embedding = abi.Embedding{Values: [][]float32{{1, 0}, {0, 1}, {0.6, 0.8}}[g.IntN(3)]}
		if i < len(s.Items)/2 {
			s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: s.Items[i].Ref}, PromptsSinceRelevant: g.IntN(2)})
		} else {
			s.Search[s.Items[i].Ref] = g.score(0.9, 1)
		}
	}
	if g.chance(20) {
		s.Items[len(s.Items)-1].Embedding = abi.Embedding{}
	}
	return s
}

func neutralFound(g *maker) scenario.Scenario {
	s := newTopic(g)
	s.Context.Neutral = true
	return s
}

func neutralKeeps(t *trial) *Breach {
	if !t.s.Context.Neutral {
		return nil
	}
	return leavesNoMore(t, "a prompt about nothing withdraws %s, because of what else the search finds")
}

// leavesNoMore: nothing leaves that stays where the search finds nothing.
func leavesNoMore(t *trial, difference string) *Breach {
	silent := t.s
	silent.Search = nil
	first, ok := t.ask(silent)
	if !ok {
		return nil
	}
	second, ok := t.ask(t.s)
	breach := unless(t, second, ok, difference, func(e abi.Entry) bool { return first.withdraws(e.Ref) })
	if breach != nil {
		breach.Scenarios = slices.Insert(breach.Scenarios, 0, expecting(silent, came(first)))
	}
	return breach
}

// oldTopic is a prompt that some of the active items fit, and no other does.
func oldTopic(g *maker) scenario.Scenario {
	s := newTopic(g)
	s.Active, s.Search = nil, map[abi.Ref]float64{}
	for i, item := range s.Items {
		s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: item.Ref}, PromptsSinceRelevant: g.IntN(2)})
		if i%2 == 0 {
			s.Search[item.Ref] = g.score(0.9, 1)
		}
		s.Items[i].Embedding = abi.Embedding{Values: []float32{float32(i % 2), float32(1 - i%2)}}
	}
	return s
}

func noNewTopic(t *trial) *Breach {
	for id := range t.s.Search {
		if !isActive(t.s, id) {
			return nil
		}
	}
	return leavesNoMore(t, "the prompt fits active skills alone, and %s leaves for it")
}

func relatedStays(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	for _, newcomer := range first.Activate {
		vector := skill(t.s, newcomer.Ref).Embedding
		if isActive(t.s, newcomer.Ref) || vector.IsZero() {
			continue
		}
		for _, active := range t.s.Active {
			if first.withdraws(active.Ref) || skill(t.s, active.Ref).Embedding.IsZero() {
				continue
			}
			other := t.s
			other.Items = slices.Clone(t.s.Items)
			skill(other, active.Ref).Embedding = vector
			second, ok := t.ask(other)
			if !ok {
				return nil
			}
			if second.withdraws(active.Ref) && second.activates(newcomer.Ref) {
				return &Breach{
					fmt.Sprintf("%s stays, and leaves when it is more like %s, which becomes active", active.Ref, newcomer.Ref),
					[]scenario.Scenario{expecting(t.s, came(first)), expecting(other, second.instead(all, func(e abi.Entry) bool { return e.Ref != active.Ref }))},
				}
			}
		}
	}
	return nil
}
