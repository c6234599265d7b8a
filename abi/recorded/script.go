// Package recorded is a host made of data, for tests of rulesets and runtimes:
// what a script says is all there is. It knows the contract only, no runtime, so
// that every guest language can be held to the same scripts.
package recorded

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/ed-irl/impressionism/abi"
)

// Script is everything that a scripted host knows. Items need a ref only: the name
// follows from it. Embeddings are arrays of numbers here and cross as
// references.
type Script struct {
	Session    abi.Session         `json:"session"`
	Items      []abi.Item          `json:"items"`
	Active     []abi.Active        `json:"active"` // a ref of Items is enough
	Messages   []abi.Message       `json:"messages"`
	ToolUses   []abi.ToolUse       `json:"tool_uses"`
	Parameters map[string]any      `json:"parameters"`
	Search     map[abi.Ref]float64 `json:"search"`                        // similarity by ref, whatever is searched for
	Relevance  map[abi.Ref]float64 `json:"relevance"`                     // the same for relevance; Search where absent
	Answers    []Answer            `json:"answers"`                       // to single host calls, before all else
	Index      string              `json:"index" jsonschema:"enum=words"` // "words": searches are real, over Items
}

// IndexWords is the one kind of real index: by words alone, as where no model is
// installed.
const IndexWords = "words"

// Decode reads a script from JSON; unknown fields are errors.
func Decode(data []byte) (Script, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var script Script
	if err := decoder.Decode(&script); err != nil {
		return Script{}, fmt.Errorf("decode script: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return Script{}, fmt.Errorf("decode script: more than one JSON value")
	}
	return script, nil
}

// New makes a host of a script; every ref in it must be one of Items.
func New(script Script) (*Host, error) {
	h := &Host{script: script, items: map[abi.Ref]abi.Item{}}
	for i, item := range script.Items {
		if item.Ref.IsZero() {
			return nil, fmt.Errorf("script: item %d has no ref", i+1)
		}
		if _, twice := h.items[item.Ref]; twice {
			return nil, fmt.Errorf("script: item %s comes twice", item.Ref)
		}
		item.Embedding = h.refer(item.Embedding)
		h.items[item.Ref] = completed(item)
		h.order = append(h.order, item.Ref)
	}
	for _, active := range script.Active {
		item, ok := h.items[active.Ref]
		if !ok {
			return nil, fmt.Errorf("script: active %q is none of the items", active.Ref)
		}
		active.Item = item
		h.active = append(h.active, active)
	}
	if err := h.Score(script.Search, script.Relevance); err != nil {
		return nil, err
	}
	if script.Index != "" && script.Index != IndexWords {
		return nil, fmt.Errorf("script: index is %.40q; it is %q, or absent", script.Index, IndexWords)
	}
	for i := range script.Messages {
		script.Messages[i].Embedding = h.refer(script.Messages[i].Embedding)
	}
	return h, h.SetAnswers(script.Answers)
}

func completed(item abi.Item) abi.Item {
	if item.Name == "" {
		item.Name = item.Ref.ID
	}
	if item.Keywords == nil {
		item.Keywords = []string{}
	}
	return item
}

func (h *Host) check(scores map[abi.Ref]float64) error {
	for ref := range scores {
		if _, ok := h.items[ref]; !ok {
			return fmt.Errorf("script: scores name %q, which is none of the items", ref)
		}
	}
	return nil
}
