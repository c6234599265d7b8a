package rulefuzz

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/visible"
)

// sane are properties of one decision by itself.
func sane() []Property {
	return []Property{
		{
			ID: faults, Sentence: "No input and no parameter within its limits makes it fail.",
			Why:  "A ruleset that fails loses its say for that prompt, and another one answers. Tried are catalogs that are empty or large, any script, no model, keywords and names of any length and kind, and parameters at their limits.",
			make: anyhow, check: func(t *trial) *Breach { t.ask(t.s); return nil },
		},
		{
			ID: "known-items", Sentence: "It names items of the catalog only, with their kind, each once.",
			Why:  "What is not in the catalog is dropped, and of two entries for one item the second. A command has to be named with its kind.",
			make: (*maker).anything, check: knownItems,
		},
		{
			ID: "calls-well", Sentence: "No host call is refused.",
			Why:  "A call that answers bad_request or not_allowed gives nothing, and under pcall nobody notices.",
			make: (*maker).anything, check: callsWell,
		},
		{
			ID: "withdraws-active", Sentence: "It withdraws only what is active.",
			Why:  "What is not active cannot be withdrawn; often it is the wrong list.",
			make: (*maker).anything, check: withdrawsActive,
		},
		{
			ID: "no-contradiction", Sentence: "It does not withdraw what it activates at the same time.",
			Why:  "The second function's context has the first one's answer as activated.",
			make: stickyToo, check: noContradiction,
		},
		{
			ID: "keeps-sticky", Sentence: "It never withdraws a sticky item.",
			Why:  "A sticky item is one that its author or user wants to stay; active says which are.",
			make: stickyToo, check: keepsSticky,
		},
		{
			ID: "best-first", Sentence: "The activated items that have a score come best first.",
			Why:  "The host tells the first few of them; what comes later may never be told.",
			make: several, check: bestFirst,
		},
		{
			ID: "search-for-prompt", Sentence: "Earlier messages are a search's background, never its text.",
			Why:     "The background may keep an item alive. As part of the query it would activate: a word of thanks would inherit the last topic.",
			applies: prompted, make: recalled, check: searchForPrompt,
		},
	}
}

func anyhow(g *maker) scenario.Scenario {
	switch g.IntN(24) {
	case 0:
		return g.crowd()
	case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12:
		return g.nasty()
	}
	return g.anything()
}

// several is anything, or some items that fit.
func several(g *maker) scenario.Scenario {
	if g.chance(50) {
		return g.anything()
	}
	return ranked(g)
}

// stickyToo is anything with some more sticky items, old ones and ones that fit.
func stickyToo(g *maker) scenario.Scenario {
	s := g.anything()
	if len(s.Active) == 0 && len(s.Items) > 0 {
		s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}}}
	}
	for i := range s.Active {
		if item := skill(s, s.Active[i].Ref); g.chance(70) {
			item.Sticky = g.chance(60)
			s.Active[i].PromptsSinceRelevant = pick(g.Rand, 0, 1, 4, 5, 20, 2000)
			if g.chance(40) {
				s.Search[item.Ref] = 1
			}
		}
	}
	return s
}

func knownItems(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok || len(a.unknown)+len(a.repeated) == 0 {
		return nil
	}
	difference := fmt.Sprintf("it names %s twice", visible.Line(joined(a.repeated)))
	if len(a.unknown) > 0 {
		difference = fmt.Sprintf("it names %s, which the catalog has not", visible.Line(joined(a.unknown)))
	}
	return &Breach{difference, []scenario.Scenario{expecting(t.s, t.meant(a))}} // a warning fails it, whatever comes
}

// meant is what was said with each item once, under the ref of the item that has its id or name.
// What no item has is left out.
func (t *trial) meant(a answer) scenario.Expectation {
	activate := t.resolved(a.said.Activate)
	return scenario.Expectation{
		Activate: only(activate, all),
		Deactivate: only(t.resolved(a.said.Deactivate), func(e abi.Entry) bool {
			return isActive(t.s, e.Ref) && !has(activate, e.Ref)
		}),
	}
}

func (t *trial) resolved(entries []abi.Entry) []abi.Entry {
	list := []abi.Entry{}
	for _, entry := range entries {
		if skill(t.s, entry.Ref) == nil {
			i := slices.IndexFunc(t.s.Items, func(item abi.Item) bool { return entry.Ref.ID == item.Ref.ID || entry.Ref.ID == item.Name })
			if i < 0 {
				continue
			}
			entry.Ref = t.s.Items[i].Ref
		}
		if !has(list, entry.Ref) {
			list = append(list, entry)
		}
	}
	return list
}

func callsWell(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	for _, made := range a.requests {
		if made.refused != nil {
			return &Breach{fmt.Sprintf("%s was refused: %v", made.text, made.refused), []scenario.Scenario{expecting(t.s, came(a))}}
		}
	}
	return nil
}

func withdrawsActive(t *trial) *Breach {
	a, ok := t.ask(t.s)
	return unless(t, a, ok, "it withdraws %s, which is not active", func(e abi.Entry) bool { return isActive(t.s, e.Ref) })
}

func noContradiction(t *trial) *Breach {
	a, ok := t.ask(t.s)
	return unless(t, a, ok, "it activates %s and withdraws it", func(e abi.Entry) bool { return !a.activates(e.Ref) })
}

func keepsSticky(t *trial) *Breach {
	a, ok := t.ask(t.s)
	return unless(t, a, ok, "it withdraws %s, which is sticky", func(e abi.Entry) bool { return !skill(t.s, e.Ref).Sticky })
}

// unless is a breach where something is withdrawn that may not be.
func unless(t *trial, a answer, ok bool, difference string, may func(abi.Entry) bool) *Breach {
	if !ok {
		return nil
	}
	for _, entry := range a.Deactivate {
		if !may(entry) {
			return &Breach{fmt.Sprintf(difference, entry.Ref), []scenario.Scenario{expecting(t.s, a.instead(all, may))}}
		}
	}
	return nil
}

func bestFirst(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	last := 2.0
	for _, entry := range a.Activate {
		if entry.Score == nil {
			continue
		}
		if *entry.Score > last {
			return &Breach{fmt.Sprintf("%s has the score %.4f and comes after one with %.4f", entry.Ref, *entry.Score, last), []scenario.Scenario{expecting(t.s, sorted(a))}}
		}
		last = *entry.Score
	}
	return nil
}
