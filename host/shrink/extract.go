package shrink

import (
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
	"github.com/ed-irl/impressionism/abi/abitest/scenario"
	"github.com/ed-irl/impressionism/host/trace"
)

// scene is what a ruleset saw of session and catalog. Embeddings are the
// record's references here.
type scene struct {
	script  abitest.Script
	context abi.Context
	space   space
	named   map[string]bool // ids of the decision
}

func (s scene) size() Size { return Size{len(s.script.Skills), len(s.script.Messages)} }

// extract gathers what the host calls of a trace told. What two calls tell of
// one thing, the first counts.
func extract(t trace.Trace) scene {
	s := scene{context: t.Context, space: newSpace(), named: map[string]bool{}}
	s.context.ABI, s.context.Activated = 0, nil
	s.script.Parameters = map[string]any{}
	for _, param := range t.Params {
		if _, known := s.script.Parameters[param.Name]; param.From == "configuration" && (param.By == "" || !known) {
			s.script.Parameters[param.Name] = param.Value
		}
	}
	for _, call := range t.Calls {
		var reply abi.Reply
		if json.Unmarshal(call.Reply, &reply) == nil && reply.OK != nil {
			s.take(call, reply.OK)
		}
	}
	decision := decided(t.Decision)
	for _, list := range [][]abi.Entry{decision.Activate, decision.Deactivate} {
		for _, entry := range list {
			s.named[entry.SkillID] = true
			s.add(abi.Item{ID: entry.SkillID, Kind: entry.Kind})
		}
	}
	return s
}

// take keeps what one reply told. A reply that is not of its call's shape tells
// nothing: the decision is tried in the end.
func (s *scene) take(call trace.Call, ok json.RawMessage) {
	switch call.Call {
	case "search_skills":
		for _, candidate := range read[[]abi.Candidate](ok) {
			s.add(candidate.Skill)
			score(&s.script.Search, candidate.Skill.ID, candidate.Similarity)
		}
	case "relevance":
		for _, answer := range read[[]abi.Relevance](ok) {
			s.add(abi.Item{ID: answer.ID})
			score(&s.script.Relevance, answer.ID, answer.Similarity)
		}
	case "get_all_skills":
		for _, item := range read[abi.ItemPage](ok).Items {
			s.add(item)
		}
	case "get_active_skills":
		s.takeActive(read[[]abi.Active](ok))
	case "get_recent_messages":
		if messages := read[[]abi.Message](ok); len(messages) > len(s.script.Messages) {
			s.script.Messages = messages
		}
	case "get_recent_tool_use":
		if uses := read[[]abi.ToolUse](ok); len(uses) > len(s.script.ToolUse) {
			s.script.ToolUse = uses
		}
	case "get_session":
		s.script.Session = read[abi.Session](ok)
	default:
		s.space.take(call, ok)
	}
}

func (s *scene) takeActive(active []abi.Active) {
	for _, item := range active {
		s.add(item.Item)
		known := false
		for _, other := range s.script.Active {
			known = known || other.ID == item.ID
		}
		if !known {
			s.script.Active = append(s.script.Active, item)
		}
	}
}

// add keeps an item, and what was not told of it before.
func (s *scene) add(item abi.Item) {
	for i := range s.script.Skills {
		if s.script.Skills[i].ID != item.ID {
			continue
		}
		if s.script.Skills[i].Name == "" && item.Name != "" {
			s.script.Skills[i] = item
		}
		return
	}
	s.script.Skills = append(s.script.Skills, item)
}

func score(scores *map[string]float64, id string, similarity float64) {
	if *scores == nil {
		*scores = map[string]float64{}
	}
	if _, known := (*scores)[id]; !known {
		(*scores)[id] = similarity
	}
}

func read[T any](data json.RawMessage) T {
	var value T
	if json.Unmarshal(data, &value) != nil {
		var none T
		return none
	}
	return value
}

// scenario writes a scene with vectors in place of references.
func (s scene) scenario() scenario.Scenario {
	file := scenario.Scenario{Why: "a recorded decision", Script: s.script, Context: s.context}
	file.Skills, file.Active, file.Messages = nil, nil, nil
	vectors := s.vectors()
	for _, item := range s.script.Skills {
		item.Embedding = abi.Embedding{Values: vectors[item.Embedding.Ref]}
		if item.Kind == abi.KindSkill {
			item.Kind = "" // what a scenario takes it for
		}
		file.Skills = append(file.Skills, item)
	}
	for _, active := range s.script.Active {
		active.Item = abi.Item{ID: active.ID}
		file.Active = append(file.Active, active)
	}
	for _, message := range s.script.Messages {
		message.Embedding = abi.Embedding{Values: vectors[message.Embedding.Ref]}
		file.Messages = append(file.Messages, message)
	}
	return file
}
