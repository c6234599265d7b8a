// Package trace is the record of one decision: the ruleset's input, its host calls,
// their replies and the result, enough to take the decision again without database or
// model. It must not know stores, runtimes or clients.
package trace

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

// Trace is everything that went into one decision. Requests and replies of all
// calls together are kept up to CallBytesMax; beyond it replies are left out, the last
// first, and requests where these alone are longer, and Incomplete is set.
type Trace struct {
	ABI            int             `json:"abi"`
	Ruleset        string          `json:"ruleset"`
	Hash           string          `json:"hash"` // of the ruleset's files and required modules
	Seed           uint64          `json:"seed,string"`
	Context        abi.Context     `json:"context"` // as the first function got it
	DeactivateOnly bool            `json:"deactivate_only,omitempty"`
	Params         []Param         `json:"params"` // each parameter asked for, once
	Kinds          Kinds           `json:"kinds,omitempty"`
	Budgets        abi.Budgets     `json:"budgets,omitzero"` // it had; of a file, File.Budgets count
	Calls          []Call          `json:"calls"`
	Log            []Line          `json:"log"`
	Answers        []Answer        `json:"answers"`
	Fault          *abi.Fault      `json:"fault,omitempty"`   // why the ruleset lost its say
	Unknown        []abi.Ref       `json:"unknown,omitempty"` // refs in answers that the catalog does not have
	Warnings       []string        `json:"warnings,omitempty"`
	Decision       json.RawMessage `json:"decision,omitempty"` // in the canonical encoding
	Said           []Note          `json:"said,omitempty"`
	Dropped        []Note          `json:"dropped,omitempty"`
	Opinion        *Opinion        `json:"opinion,omitempty"` // of a language model, after the decision; nil: none was wanted
	MS             float64         `json:"ms"`
	Incomplete     bool            `json:"incomplete,omitempty"`
	Also           []Trace         `json:"also,omitempty"` // of further rulesets that decided after this one
	requestBytes   int             // of Calls, as kept
	replyBytes     int
	replies        int // so many of the first Calls may have a reply
	requestsCut    bool
}

// Kinds are those of the items that each ruleset sees, the evaluated ones included, by its
// id. Requests are recorded as the guest made them, and the host answers for these alone.
type Kinds map[string][]string

// Param is a parameter as it was resolved.
type Param struct {
	By    string `json:"by,omitempty"` // the evaluated ruleset that asked
	Name  string `json:"name"`
	Value any    `json:"value"`
	From  string `json:"from"` // "configuration", "manifest", "caller"
}

// Call is one host call. Those of a ruleset that the active one evaluated bear
// its id in By.
type Call struct {
	By      string          `json:"by,omitempty"`
	Call    string          `json:"call"`
	Request json.RawMessage `json:"request"`
	Reply   json.RawMessage `json:"reply,omitempty"` // absent where the trace is incomplete
	MS      float64         `json:"ms"`
	Fuel    int64           `json:"fuel,omitempty"` // units that the guest used since the call before, or its start
}

// Line is one line that a ruleset logged.
type Line struct {
	By      string `json:"by,omitempty"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

// Answer is what one function gave, as the guest wrote it, and what the schema
// check or the runtime had against it.
type Answer struct {
	Function string          `json:"function"`
	Answer   json.RawMessage `json:"answer,omitempty"`
	Error    string          `json:"error,omitempty"`
	MS       float64         `json:"ms"`
	Fuel     int64           `json:"fuel,omitempty"` // units that the function used, what is between its calls included
}

// Note names an item and why it was said, or not.
type Note struct {
	Ref abi.Ref `json:"ref"`
	Why string  `json:"why"`
}

// Limits of a trace.
const (
	CallBytesMax = 512 << 10
	BytesMax     = 4 << 20 // encoded
	alsoMax      = 7       // further rulesets; engine.RulesetsMax in all
)

// Parts are the trace of each ruleset that decided, in their order.
func (t Trace) Parts() []Trace {
	parts := append([]Trace{t}, t.Also...)
	parts[0].Also = nil
	return parts
}

// AddCall records one host call.
func (t *Trace) AddCall(by, call string, request, reply []byte, ms float64, fuel int64) {
	recorded := Call{By: by, Call: call, Request: Raw(request), Reply: Raw(reply), MS: ms, Fuel: fuel}
	if t.requestBytes+len(recorded.Request) > CallBytesMax {
		t.Incomplete, t.requestsCut = true, true
		recorded.Request = Raw([]byte("{}"))
	}
	t.requestBytes += len(recorded.Request)
	t.dropReplies()
	if t.Incomplete || t.requestBytes+t.replyBytes+len(recorded.Reply) > CallBytesMax {
		t.Incomplete = true
		recorded.Reply = nil
	} else {
		t.replies = len(t.Calls) + 1
	}
	t.replyBytes += len(recorded.Reply)
	t.Calls = append(t.Calls, recorded)
}

// dropReplies makes room for requests: nothing replays an incomplete trace, and people and
// scenarios look first at what a ruleset asked.
func (t *Trace) dropReplies() {
	for t.requestBytes+t.replyBytes > CallBytesMax && t.replies > 0 {
		t.Incomplete = true
		t.replies--
		t.replyBytes -= len(t.Calls[t.replies].Reply)
		t.Calls[t.replies].Reply = nil
	}
}

// RequestsCut reports whether {} stands for some request that AddCall recorded.
func (t *Trace) RequestsCut() bool { return t.requestsCut }

// Raw keeps a guest's bytes as JSON: as they are where they are JSON, else as a
// string.
func Raw(data []byte) json.RawMessage {
	if json.Valid(data) {
		return bytes.Clone(data)
	}
	quoted, err := json.Marshal(string(data))
	if err != nil {
		panic(err) // a string always encodes
	}
	return quoted
}

// Encode writes a trace as JSON.
func Encode(t Trace) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // answers are kept as the guest wrote them
	if err := encoder.Encode(t); err != nil {
		return nil, fmt.Errorf("encode trace of %s: %w", t.Ruleset, err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Decode reads what Encode wrote.
func Decode(data []byte) (Trace, error) {
	if len(data) > BytesMax {
		return Trace{}, fmt.Errorf("decode trace: %d bytes are more than %d", len(data), BytesMax)
	}
	var t Trace
	if err := json.Unmarshal(data, &t); err != nil {
		return Trace{}, fmt.Errorf("decode trace: %w", err)
	}
	if err := abi.Serves(t.ABI); err != nil {
		return Trace{}, fmt.Errorf("decode trace: %w", err)
	}
	if len(t.Also) > alsoMax {
		return Trace{}, fmt.Errorf("decode trace: %d further rulesets are more than %d", len(t.Also), alsoMax)
	}
	for _, part := range t.Also {
		if abi.Serves(part.ABI) != nil || len(part.Also) > 0 {
			return Trace{}, fmt.Errorf("decode trace: that of %.100q, a further ruleset, is none", part.Ruleset)
		}
	}
	return t, nil
}
