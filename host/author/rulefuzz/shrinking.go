package rulefuzz

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/shrink"
)

// triesMax bounds how often one finding is tried again to make it smaller.
const triesMax = 1500

// finding is a breach made as small as it gets, in words and scenarios.
func (w *work) finding(p Property, b broken) Finding {
	f := Finding{Property: p.ID, Sentence: p.Sentence, Run: b.run}
	if w.Shrink {
		b.breach, f.Tries = w.smallest(p, b)
	}
	f.Difference = b.breach.Difference
	for i, s := range b.breach.Scenarios {
		name := p.ID
		if len(b.breach.Scenarios) > 1 {
			name = fmt.Sprintf("%s-%c", p.ID, 'a'+i)
		}
		s.Why = w.why(p, i, len(b.breach.Scenarios))
		text, err := shrink.YAML(s, "")
		if err != nil {
			panic(err) // it is made of numbers and texts
		}
		f.Scenarios = append(f.Scenarios, Shown{Name: name, YAML: string(text), Scenario: s})
	}
	return f
}

func (w *work) why(p Property, i, of int) string {
	why := p.Sentence + " (" + p.ID + ")"
	if of > 1 && i == 0 {
		why += " This is what is compared with."
	}
	return why
}

// smallest takes away from a scenario what the breach can do without.
func (w *work) smallest(p Property, b broken) (*Breach, int) {
	best, tries := b.breach, 0
	still := func(s scenario.Scenario) bool {
		if tries >= triesMax || isSet(w.Stop) {
			return false
		}
		tries++
		breach, id := w.check(b.property, b.run, s)
		if breach == nil || id != p.ID {
			return false
		}
		best = breach
		return true
	}
	s := b.s
	for _, group := range []func(scenario.Scenario) []unit{apart, skills, active, messages, toolUses, parameters, surroundings, details} {
		units := group(s)
		if len(units) == 0 {
			continue
		}
		kept := shrink.Minimal(len(units), func(keep []int) bool { return still(without(s, units, keep)) })
		s = without(s, units, kept)
	}
	words := strings.Fields(s.Context.UserPrompt)
	if kept := shrink.Minimal(len(words), func(keep []int) bool { return still(saying(s, words, keep)) }); len(kept) < len(words) {
		s = saying(s, words, kept)
	}
	still(s) // what is told is the smallest one's
	return best, tries
}

// unit is one thing that a scenario may do without.
type unit func(*scenario.Scenario)

// without returns a copy that lacks all units but those to keep.
func without(s scenario.Scenario, units []unit, keep []int) scenario.Scenario {
	s.Items, s.Active = slices.Clone(s.Items), slices.Clone(s.Active)
	s.Messages, s.ToolUses = slices.Clone(s.Messages), slices.Clone(s.ToolUses)
	s.Parameters, s.Search, s.Relevance = maps.Clone(s.Parameters), maps.Clone(s.Search), maps.Clone(s.Relevance)
	for i, remove := range units {
		if !slices.Contains(keep, i) {
			remove(&s)
		}
	}
	return s
}

// apart says of active items by themselves what the prompt concerns, so that they need
// not be found: a breach that needs them behind the last item of a search could do
// without none of the items before them.
func apart(s scenario.Scenario) []unit {
	if len(s.Active) == 0 || s.Relevance != nil {
		return nil
	}
	return []unit{func(s *scenario.Scenario) {
		s.Relevance = map[abi.Ref]float64{}
		for _, one := range s.Active {
			if score, found := s.Search[one.Ref]; found {
				s.Relevance[one.Ref] = score
				delete(s.Search, one.Ref)
			}
		}
	}}
}

func skills(s scenario.Scenario) []unit {
	var units []unit
	for _, item := range s.Items {
		units = append(units, func(s *scenario.Scenario) {
			s.Items = slices.DeleteFunc(s.Items, func(i abi.Item) bool { return i.Ref == item.Ref })
			s.Active = slices.DeleteFunc(s.Active, func(a abi.Active) bool { return a.Ref == item.Ref })
			delete(s.Search, item.Ref)
			delete(s.Relevance, item.Ref)
		})
	}
	return units
}

func active(s scenario.Scenario) []unit {
	var units []unit
	for _, one := range s.Active {
		units = append(units, func(s *scenario.Scenario) {
			s.Active = slices.DeleteFunc(s.Active, func(a abi.Active) bool { return a.Ref == one.Ref })
		})
	}
	return units
}

func messages(s scenario.Scenario) []unit {
	var units []unit
	for _, message := range s.Messages {
		units = append(units, func(s *scenario.Scenario) {
			s.Messages = slices.DeleteFunc(s.Messages, func(m abi.Message) bool { return m.Sequence == message.Sequence })
		})
	}
	return units
}

func toolUses(s scenario.Scenario) []unit {
	return []unit{func(s *scenario.Scenario) { s.ToolUses = nil }}
}

func parameters(s scenario.Scenario) []unit {
	var units []unit
	for _, name := range slices.Sorted(maps.Keys(s.Parameters)) {
		units = append(units, func(s *scenario.Scenario) { delete(s.Parameters, name) })
	}
	return units
}

func surroundings(scenario.Scenario) []unit {
	return []unit{
		func(s *scenario.Scenario) { s.Context.WorkspacePath, s.Session.WorkspacePath = "", "" },
		func(s *scenario.Scenario) { s.Context.SessionID, s.Session.SessionID = "", "" },
		func(s *scenario.Scenario) { s.Context.Sequence = 0 },
		func(s *scenario.Scenario) { s.Context.Neutral = false },
		func(s *scenario.Scenario) { s.Session.StartedAt = "" },
		func(s *scenario.Scenario) { s.Relevance = nil },
	}
}

// details are the texts, vectors and scores of what is left.
func details(s scenario.Scenario) []unit {
	var units []unit
	for i, item := range s.Items {
		units = append(units,
			func(s *scenario.Scenario) { s.Items[i].Path = "" },
			func(s *scenario.Scenario) { s.Items[i].Description = "" },
			func(s *scenario.Scenario) { s.Items[i].Keywords = nil },
			func(s *scenario.Scenario) { s.Items[i].Name = "" },
			func(s *scenario.Scenario) { s.Items[i].Sticky = false },
			func(s *scenario.Scenario) { s.Items[i].Embedding = abi.Embedding{} },
			func(s *scenario.Scenario) { delete(s.Search, item.Ref) },
			func(s *scenario.Scenario) { delete(s.Relevance, item.Ref) })
	}
	for i := range s.Active {
		units = append(units,
			func(s *scenario.Scenario) { s.Active[i].ActivatedAt = "" },
			func(s *scenario.Scenario) { s.Active[i].Reason = "" },
			func(s *scenario.Scenario) { s.Active[i].PromptsSinceRelevant = 0 })
	}
	for i := range s.Messages {
		units = append(units, func(s *scenario.Scenario) { s.Messages[i].Embedding = abi.Embedding{} })
	}
	return units
}

// saying returns a copy with some words of the prompt.
func saying(s scenario.Scenario, words []string, keep []int) scenario.Scenario {
	var some []string
	for _, i := range keep {
		some = append(some, words[i])
	}
	s.Context.UserPrompt = strings.Join(some, " ")
	return s
}
