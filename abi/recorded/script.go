package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

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
	h := empty()
	h.script, h.catalog = script, true
	whole := page{}
	for i, item := range script.Items {
		if item.Ref.IsZero() {
			return nil, fmt.Errorf("script: item %d has no ref", i+1)
		}
		if _, twice := h.items[item.Ref]; twice {
			return nil, fmt.Errorf("script: item %s comes twice", item.Ref)
		}
		item.Embedding = h.refer(item.Embedding)
		h.add(completed(item))
		if item.Ref.Kind != abi.KindCode { // which is searched, and never listed
			whole.rows = append(whole.rows, h.items[item.Ref])
		}
	}
	active := kinds[abi.Active]{}
	for _, a := range script.Active {
		item, ok := h.items[a.Ref]
		if !ok {
			return nil, fmt.Errorf("script: active %q is none of the items", a.Ref)
		}
		if a.Ref.Kind == abi.KindCode {
			return nil, fmt.Errorf("script: active %q: a place of the sources is told with one prompt, and never active", a.Ref)
		}
		a.Item = item
		active.rows = append(active.rows, a)
	}
	if err := h.Score(script.Search, script.Relevance); err != nil {
		return nil, err
	}
	if script.Index != "" && script.Index != IndexWords {
		return nil, fmt.Errorf("script: index is %.40q; it is %q, or absent", script.Index, IndexWords)
	}
	messages := slices.Clone(script.Messages)
	for i := range messages {
		messages[i].Embedding = h.refer(messages[i].Embedding)
	}
	h.pages, h.active = []page{whole}, []kinds[abi.Active]{active}
	h.messages, h.toolUses = []tail[abi.Message]{{rows: messages, whole: true}}, []tail[abi.ToolUse]{{rows: script.ToolUses, whole: true}}
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

// Score replaces what searches and relevance answer, for the next event.
func (h *Host) Score(search, relevance map[abi.Ref]float64) error {
	if h.script.Index != "" && (search != nil || relevance != nil) {
		return errors.New("script: with index the search is real; leave out search and relevance, or answer single calls under answers")
	}
	for _, scores := range []map[abi.Ref]float64{search, relevance} {
		for ref := range scores {
			if _, ok := h.items[ref]; !ok {
				return fmt.Errorf("script: scores name %q, which is none of the items", ref)
			}
		}
	}
	h.script.Search, h.script.Relevance = search, relevance
	return nil
}

// Apply gives the session of a script the state after an event, by the contract's
// rules: what was activated is fresh, but for places of the sources and for all lessons but the
// first where a file was touched, what was deactivated is gone, and for all else one more prompt
// went by.
func (h *Host) Apply(context abi.Context, decision abi.Decision) {
	active := h.active[0].rows
	if context.HookEvent == abi.EventPrompt {
		for i := range active {
			active[i].PromptsSinceRelevant++
		}
	}
	told := false // a lesson, where a file was touched
	for _, entry := range decision.Activate {
		if i := slices.IndexFunc(active, func(a abi.Active) bool { return a.Ref == entry.Ref }); i >= 0 {
			active[i].PromptsSinceRelevant, active[i].Reason = 0, entry.Reason
			continue
		}
		tells := context.HookEvent == abi.EventFileTouched && entry.Ref.Kind == abi.KindLesson
		if entry.Ref.Kind == abi.KindCode || tells && told {
			continue
		}
		told = told || tells
		active = append(active, abi.Active{Item: h.items[entry.Ref], ActivatedAt: context.Now, Reason: entry.Reason})
	}
	for _, entry := range decision.Deactivate {
		active = slices.DeleteFunc(active, func(a abi.Active) bool { return a.Ref == entry.Ref })
	}
	h.active[0].rows = active
}

// ActiveRefs lists what is active in the session of a script, in the order of
// activation.
func (h *Host) ActiveRefs() []abi.Ref {
	refs := []abi.Ref{}
	for _, active := range h.active[0].rows {
		refs = append(refs, active.Ref)
	}
	return refs
}
