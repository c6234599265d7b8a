package shrink

import (
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/trace"
)

// scene is what a ruleset saw of session and catalog. Embeddings are the
// record's references here.
type scene struct {
	script  recorded.Script
	context abi.Context
	space   space
	named   map[abi.Ref]bool // of the decision
}

func (s scene) size() Size { return Size{len(s.script.Items), len(s.script.Messages)} }

// extract gathers what the host calls of a trace told. What two calls tell of
// one thing, the first counts.
func extract(t trace.Trace) scene {
	s := scene{context: t.Context, space: newSpace(), named: map[abi.Ref]bool{}}
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
			s.named[entry.Ref] = true
			s.add(abi.Item{Ref: entry.Ref})
		}
	}
	return s
}

// take keeps what one reply told. A reply that is not of its call's shape tells
// nothing: the decision is tried in the end.
func (s *scene) take(call trace.Call, ok json.RawMessage) {
	switch call.Call {
	case "search":
		for _, candidate := range read[[]abi.Candidate](ok) {
			s.add(candidate.Item)
			score(&s.script.Search, candidate.Item.Ref, candidate.Similarity)
		}
	case "relevance":
		for _, answer := range read[[]abi.Relevance](ok) {
			s.add(abi.Item{Ref: answer.Ref})
			score(&s.script.Relevance, answer.Ref, answer.Similarity)
		}
	case "items":
		for _, item := range read[abi.ItemPage](ok).Items {
			s.add(item)
		}
	case "active":
		s.takeActive(read[[]abi.Active](ok))
	case "messages":
		if messages := read[[]abi.Message](ok); len(messages) > len(s.script.Messages) {
			s.script.Messages = messages
		}
	case "tool_uses":
		if uses := read[[]abi.ToolUse](ok); len(uses) > len(s.script.ToolUses) {
			s.script.ToolUses = uses
		}
	case "session":
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
			known = known || other.Ref == item.Ref
		}
		if !known {
			s.script.Active = append(s.script.Active, item)
		}
	}
}

// add keeps an item, and what was not told of it before.
func (s *scene) add(item abi.Item) {
	for i := range s.script.Items {
		if s.script.Items[i].Ref != item.Ref {
			continue
		}
		if s.script.Items[i].Name == "" && item.Name != "" {
			s.script.Items[i] = item
		}
		return
	}
	s.script.Items = append(s.script.Items, item)
}

func score(scores *map[abi.Ref]float64, ref abi.Ref, similarity float64) {
	if *scores == nil {
		*scores = map[abi.Ref]float64{}
	}
	if _, known := (*scores)[ref]; !known {
		(*scores)[ref] = similarity
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
	file.Items, file.Active, file.Messages = nil, nil, nil
	vectors := s.vectors()
	for _, item := range s.script.Items {
		item.Embedding = abi.Embedding{Values: vectors[item.Embedding.Ref]}
		file.Items = append(file.Items, item)
	}
	for _, active := range s.script.Active {
		active.Item = abi.Item{Ref: active.Ref}
		file.Active = append(file.Active, active)
	}
	for _, message := range s.script.Messages {
		message.Embedding = abi.Embedding{Values: vectors[message.Embedding.Ref]}
		file.Messages = append(file.Messages, message)
	}
	return file
}
