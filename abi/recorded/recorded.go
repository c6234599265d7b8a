// Package recorded is the one host made of data: a scenario that was written, or the
// host calls that were recorded of a decision. A call is answered by what the data says
// of that very request; else by what follows from items, messages, active items and
// scores; else by a fault. It knows the contract only, no runtime and no store, so that
// every guest language can be held to the same data. See RATIONALE.md, "Why is there
// one host made of data?".
package recorded

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Host answers every host call from data. A host of a script (New) knows everything:
// what the script does not have does not exist. A host of recorded calls (Read) knows
// a part, and answers nothing that does not follow from it. It is not safe for
// concurrent use.
type Host struct {
	abi.Dispatch
	Logged    []abi.LogRequest // what rulesets logged
	Index     Searcher         // of a script with an index; nil: this host has none
	Stored    Log              // what recorded calls lack of the session's log; zero: nothing
	Missing   []string         // what was asked and does not follow from recorded calls
	OnMissing func()           // called for each one; may be nil

	partial bool   // of recorded calls
	script  Script // what is answered by a script alone: parameters, scores, session
	answers []prepared
	replies map[string]abi.Reply // recorded, by call and request

	order     []abi.Ref // of items, as they were met
	items     map[abi.Ref]abi.Item
	absent    map[abi.Ref]bool // named, and none of the catalog
	catalog   bool             // all of it is in items
	listed    map[string]bool  // kinds of which all are in items
	messages  []tail[abi.Message]
	toolUses  []tail[abi.ToolUse]
	active    []kinds[abi.Active]
	pages     []page
	found     map[string][]list // by what was searched for
	relevance map[string]map[abi.Ref]*float64
	embedded  map[string]abi.Embedding
	cosines   map[[2]string]float64
	numbers   map[string][]float32
}

var _ abi.Host = (*Host)(nil)

// Searcher searches the items of a script really.
type Searcher interface {
	Search(request abi.SearchRequest, active []abi.Active) ([]abi.Candidate, error)
	Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error)
	Neutral(prompt string) (bool, error) // whether a prompt is about nothing in particular
}

// Log reads a session's log as it was when the recorded event was logged. Messages
// returns the last ones, and the vectors behind their references.
type Log struct {
	Messages func(count int) ([]abi.Message, map[string][]float32, error)
	ToolUses func(count int) ([]abi.ToolUse, error)
}

// missingMax bounds what is noted as missing.
const missingMax = 16

func empty() *Host {
	h := &Host{
		replies: map[string]abi.Reply{}, items: map[abi.Ref]abi.Item{}, absent: map[abi.Ref]bool{}, listed: map[string]bool{}, found: map[string][]list{},
		relevance: map[string]map[abi.Ref]*float64{}, embedded: map[string]abi.Embedding{},
		cosines: map[[2]string]float64{}, numbers: map[string][]float32{},
	}
	h.Dispatch = h.answer
	return h
}

// derivation says how a call's reply follows from what the host knows, and what a
// recorded reply adds to that. A call without one is answered from recorded and
// scripted replies alone.
type derivation struct {
	answer func(h *Host, request, reply any) (known bool, err error)
	learn  func(h *Host, request, reply json.RawMessage, results int)
}

var derivations map[string]derivation

func init() { // the functions refer to the table
	derivations = map[string]derivation{
		"messages":     derive((*Host).lastMessages, (*Host).learnMessages),
		"tool_uses":    derive((*Host).lastToolUses, (*Host).learnToolUses),
		"active":       derive((*Host).activeOf, (*Host).learnActive),
		"items":        derive((*Host).pageOf, (*Host).learnPage),
		"search":       derive((*Host).search, (*Host).learnSearch),
		"relevance":    derive((*Host).relevanceOf, (*Host).learnRelevance),
		"similarities": derive((*Host).similarities, (*Host).learnSimilarities),
		"embed":        derive((*Host).embed, (*Host).learnEmbedded),
		"vector":       derive((*Host).vector, (*Host).learnVector),
		"session":      derive((*Host).session, (*Host).learnSession),
		"param":        derive((*Host).param, nil),
		"log":          derive((*Host).log, nil),
	}
}

func derive[Q, A any](answer func(*Host, Q) (A, bool, error), learn func(*Host, Q, A, int)) derivation {
	return derivation{
		answer: func(h *Host, request, reply any) (bool, error) {
			value, known, err := answer(h, request.(Q))
			*reply.(*A) = value
			return known, err
		},
		learn: func(h *Host, request, reply json.RawMessage, results int) {
			var q Q
			var a A
			if learn != nil && json.Unmarshal(request, &q) == nil && json.Unmarshal(reply, &a) == nil {
				learn(h, q, a, results)
			}
		},
	}
}

func (h *Host) answer(call string, request, reply any) error {
	if d, ok := derivations[call]; ok {
		if known, err := d.answer(h, request, reply); known || err != nil {
			return err
		}
	}
	asked := []byte(text(request))
	recorded, ok := h.replies[requestKey(call, asked)]
	if !ok { // the engine's door names kinds where the guest named none
		recorded = h.replies[requestKey(call, asked, "kinds")]
	}
	if recorded.Error != nil {
		return recorded.Error
	}
	if ok {
		return json.Unmarshal(recorded.OK, reply)
	}
	if h.partial {
		return h.miss(call + " " + text(request))
	}
	return &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("the scripted host has no answer to %s: say under answers what it gives", call)}
}

func (h *Host) miss(what string) error {
	if len(h.Missing) < missingMax && !slices.Contains(h.Missing, what) {
		h.Missing = append(h.Missing, what)
	}
	if h.OnMissing != nil {
		h.OnMissing()
	}
	return &abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("the trace has no answer to %.200s", what)}
}

// requestKey is the same for requests that mean the same; some fields may be left out.
func requestKey(call string, request []byte, but ...string) string {
	fields := map[string]any{}
	_ = json.Unmarshal(request, &fields) // what cannot be read has no fields
	for _, name := range but {
		delete(fields, name)
	}
	return call + " " + text(fields)
}

// text is a value's JSON.
func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return "" // it was read from JSON, so it can be written
	}
	return string(encoded)
}

// Known reports whether the catalog has an item. Where recorded calls leave it open,
// that is missing.
func (h *Host) Known(ref abi.Ref) bool {
	_, has := h.items[ref]
	if !has && !h.catalog && !h.listed[ref.Kind] && !h.absent[ref] {
		_ = h.miss("catalog: whether there is " + ref.String())
	}
	return has
}

// Has notes that the catalog has an item, which no recorded call may show.
func (h *Host) Has(ref abi.Ref) {
	delete(h.absent, ref)
	h.add(abi.Item{Ref: ref})
}

// Lacks notes that the catalog does not have an item.
func (h *Host) Lacks(ref abi.Ref) { h.absent[ref] = true }

// add keeps an item, and what was not known of it before.
func (h *Host) add(item abi.Item) {
	known, met := h.items[item.Ref]
	if !met {
		h.order = append(h.order, item.Ref)
	}
	if !met || known.Name == "" && item.Name != "" {
		h.items[item.Ref] = item
	}
}

// Parameter returns a parameter of the script.
func (h *Host) Parameter(name string) (any, bool) {
	value, ok := h.script.Parameters[name]
	return value, ok
}

func (h *Host) param(r abi.ParamRequest) (any, bool, error) {
	if value, ok := h.script.Parameters[r.Name]; ok {
		return value, true, nil
	}
	return r.Default, !h.partial, nil
}

func (h *Host) log(r abi.LogRequest) (any, bool, error) {
	h.Logged = append(h.Logged, r)
	return nil, !h.partial, nil
}

func (h *Host) session(abi.EmptyRequest) (abi.Session, bool, error) {
	return h.script.Session, !h.partial || h.script.Session.StartedAt != "", nil
}

func (h *Host) learnSession(_ abi.EmptyRequest, r abi.Session, _ int) {
	if h.script.Session.StartedAt == "" {
		h.script.Session = r
	}
}
