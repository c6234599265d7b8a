package shrink

import (
	"math"
	"slices"

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
	t.Also = nil
	host := trace.Archive(t, math.MaxInt, "")
	s := scene{script: host.Script(), context: t.Context, space: spaceOf(host), named: map[abi.Ref]bool{}}
	s.context.ABI, s.context.Activated = 0, nil
	s.script.Parameters = map[string]any{}
	for _, param := range t.Params {
		if _, known := s.script.Parameters[param.Name]; param.From == "configuration" && (param.By == "" || !known) {
			s.script.Parameters[param.Name] = param.Value
		}
	}
	decision := decided(t.Decision)
	for _, entry := range slices.Concat(decision.Activate, decision.Deactivate) {
		s.named[entry.Ref] = true
	}
	return s
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
