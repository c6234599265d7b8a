package shrink

import (
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// unit is one thing that a scene may do without.
type unit func(*scene)

// reduce takes away as much as the decision can do without, largest things first.
func (w *work) reduce(s scene) scene {
	for _, group := range []func(scene) []unit{skills, messages, toolUses, active, parameters, surroundings, details} {
		if units := group(s); len(units) > 0 {
			s = s.without(units, Minimal(len(units), func(keep []int) bool { return w.gives(s.without(units, keep)) }))
		}
	}
	return s
}

// without returns a copy of the scene that lacks all units but those to keep.
func (s scene) without(units []unit, keep []int) scene {
	s.script.Items = slices.Clone(s.script.Items)
	s.script.Active = slices.Clone(s.script.Active)
	s.script.Messages = slices.Clone(s.script.Messages)
	s.script.ToolUses = slices.Clone(s.script.ToolUses)
	s.script.Parameters = maps.Clone(s.script.Parameters)
	s.script.Search = maps.Clone(s.script.Search)
	s.script.Relevance = maps.Clone(s.script.Relevance)
	for i, remove := range units {
		if !slices.Contains(keep, i) {
			remove(&s)
		}
	}
	return s
}

// skills are all that the decision does not name.
func skills(s scene) []unit {
	var units []unit
	for _, item := range s.script.Items {
		if s.named[item.Ref] {
			continue
		}
		units = append(units, func(s *scene) {
			s.script.Items = slices.DeleteFunc(s.script.Items, func(i abi.Item) bool { return i.Ref == item.Ref })
			s.script.Active = slices.DeleteFunc(s.script.Active, func(a abi.Active) bool { return a.Ref == item.Ref })
			delete(s.script.Search, item.Ref)
			delete(s.script.Relevance, item.Ref)
		})
	}
	return units
}

func messages(s scene) []unit {
	var units []unit
	for _, message := range s.script.Messages {
		units = append(units, func(s *scene) {
			s.script.Messages = slices.DeleteFunc(s.script.Messages, func(m abi.Message) bool { return m.Sequence == message.Sequence })
		})
	}
	return units
}

func toolUses(s scene) []unit {
	var units []unit
	for _, use := range s.script.ToolUses {
		units = append(units, func(s *scene) {
			s.script.ToolUses = slices.DeleteFunc(s.script.ToolUses, func(u abi.ToolUse) bool { return u == use })
		})
	}
	return units
}

func active(s scene) []unit {
	var units []unit
	for _, item := range s.script.Active {
		units = append(units, func(s *scene) {
			s.script.Active = slices.DeleteFunc(s.script.Active, func(a abi.Active) bool { return a.Ref == item.Ref })
		})
	}
	return units
}

func parameters(s scene) []unit {
	var units []unit
	for _, name := range slices.Sorted(maps.Keys(s.script.Parameters)) {
		units = append(units, func(s *scene) { delete(s.script.Parameters, name) })
	}
	return units
}

// surroundings are the parts of session and context that say where and when. The
// ids of a session go together, for there is one.
func surroundings(s scene) []unit {
	return []unit{
		func(s *scene) { s.context.WorkspacePath, s.script.Session.WorkspacePath = "", "" },
		func(s *scene) { s.context.SessionID, s.script.Session.SessionID = "", "" },
		func(s *scene) { s.context.Sequence = 0 },
		func(s *scene) { s.context.Now = "" },
		func(s *scene) { s.script.Session.StartedAt = "" },
		func(s *scene) { s.script.Relevance = nil },
		func(s *scene) { s.space = newSpace() },
	}
}

// details are the texts of what is left, and its scores.
func details(s scene) []unit {
	var units []unit
	for i, item := range s.script.Items {
		units = append(units,
			func(s *scene) { s.script.Items[i].Path = "" },
			func(s *scene) { s.script.Items[i].Description = "" },
			func(s *scene) { s.script.Items[i].Keywords = nil },
			func(s *scene) { s.script.Items[i].Name = "" },
			func(s *scene) { s.script.Items[i].Embedding = abi.Embedding{} },
			func(s *scene) { delete(s.script.Search, item.Ref) },
			func(s *scene) { delete(s.script.Relevance, item.Ref) })
	}
	for i := range s.script.Active {
		units = append(units,
			func(s *scene) { s.script.Active[i].ActivatedAt = "" },
			func(s *scene) { s.script.Active[i].Reason = "" })
	}
	for i := range s.script.Messages {
		units = append(units,
			func(s *scene) { s.script.Messages[i].Content = "" },
			func(s *scene) { s.script.Messages[i].ToolName = "" },
			func(s *scene) { s.script.Messages[i].Embedding = abi.Embedding{} })
	}
	return units
}
