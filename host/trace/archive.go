package trace

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Archive answers host calls as the host of a recorded event would have, from
// what it is recorded to have answered: to the same question, and to others whose
// answer is a part of a recorded one. What does not follow from the record is
// never guessed: it is noted in Missing and answered with a fault, and whatever
// the ruleset then does means nothing.
//
// It stands behind the engine's door, which checks requests, keeps budgets and
// resolves parameters itself, and which must grant no more results than the
// recorded event did. References to embeddings are the recorded ones.
type Archive struct {
	Missing   []string
	OnMissing func() // called for each one; may be nil
	Stored    Log    // what the trace lacks of the session's log; zero: nothing

	context   abi.Context
	startedAt string
	faults    map[string]*abi.Fault // of whole requests
	messages  []tail[abi.Message]
	toolUses  []tail[abi.ToolUse]
	active    []kinds[abi.Active]
	pages     []page
	found     map[string][]list // by query or vector
	relevance map[string]map[abi.Ref]*float64
	embedded  map[string]abi.Embedding
	cosines   map[[2]string]float64
	numbers   map[string][]float32
	items     map[abi.Ref]bool // whether the catalog has it
	catalog   bool             // all of it is in items
}

// Log reads a session's log as it was when the recorded event was logged.
type Log struct {
	// Messages gives the last ones, and the vectors behind their references.
	Messages func(count int) ([]abi.Message, map[string][]float32, error)
	ToolUses func(count int) ([]abi.ToolUse, error)
}

var _ abi.Host = (*Archive)(nil)

// missingMax bounds what is noted as missing.
const missingMax = 16

// NewArchive reads a trace whose event was allowed so many results a call. The
// start of the session is not in a trace; where it is "", session is answered
// as it was recorded or not at all.
func NewArchive(t Trace, results int, startedAt string) *Archive {
	a := &Archive{
		context: t.Context, startedAt: startedAt, faults: map[string]*abi.Fault{}, found: map[string][]list{},
		relevance: map[string]map[abi.Ref]*float64{}, embedded: map[string]abi.Embedding{},
		cosines: map[[2]string]float64{}, numbers: map[string][]float32{}, items: map[abi.Ref]bool{},
	}
	for _, part := range t.Parts() { // the same host answered them
		for _, call := range part.Calls {
			a.read(call, results)
		}
		a.readDecision(part)
	}
	return a
}

// read takes in one call. The calls of evaluated rulesets were answered by the
// same host. Only what the host itself answered counts, not what a manifest or
// a budget forbade.
func (a *Archive) read(call Call, results int) {
	var reply abi.Reply
	if call.Reply == nil || json.Unmarshal(call.Reply, &reply) != nil {
		return
	}
	if reply.Error != nil {
		if reply.Error.Code == abi.Unavailable || reply.Error.Code == abi.BadRequest {
			a.faults[requestKey(call.Call, call.Request)] = reply.Error
		}
		return
	}
	if read := readers[call.Call]; read != nil {
		read(a, call.Request, reply.OK, results)
	}
}

// readers take in a call by its name. What the engine answers by itself is not
// here: parameters, log lines, other rulesets.
var readers = map[string]func(a *Archive, request, reply json.RawMessage, results int){
	"messages":     reader((*Archive).readMessages),
	"tool_uses":    reader((*Archive).readToolUses),
	"active":       reader((*Archive).readActive),
	"items":        reader((*Archive).readPage),
	"search":       reader((*Archive).readSearch),
	"relevance":    reader((*Archive).readRelevance),
	"embed":        reader((*Archive).readEmbedded),
	"similarities": reader((*Archive).readCosines),
	"vector":       reader((*Archive).readNumbers),
	"session":      reader((*Archive).readSession),
}

func reader[Q, R any](read func(*Archive, Q, R, int)) func(*Archive, json.RawMessage, json.RawMessage, int) {
	return func(a *Archive, request, reply json.RawMessage, results int) {
		var q Q
		var r R
		if json.Unmarshal(request, &q) == nil && json.Unmarshal(reply, &r) == nil {
			read(a, q, r, results)
		}
	}
}

// requestKey is the same for requests that mean the same.
func requestKey(call string, request []byte) string {
	fields := map[string]any{}
	_ = json.Unmarshal(request, &fields) // what cannot be read has no fields
	return call + " " + text(fields)
}

// lack notes what does not follow from the record. A fault that was recorded for
// the same request is the answer.
func (a *Archive) lack(call string, request any) error {
	if fault := a.faults[requestKey(call, []byte(text(request)))]; fault != nil {
		return fault
	}
	return a.miss(call + " " + text(request))
}

func (a *Archive) miss(what string) error {
	if len(a.Missing) < missingMax && !slices.Contains(a.Missing, what) {
		a.Missing = append(a.Missing, what)
	}
	if a.OnMissing != nil {
		a.OnMissing()
	}
	return &abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("the trace has no answer to %.200s", what)}
}

// Session names the session.
func (a *Archive) Session(r abi.EmptyRequest) (abi.Session, error) {
	if a.startedAt == "" {
		return abi.Session{}, a.lack("session", r)
	}
	return abi.Session{SessionID: a.context.SessionID, WorkspacePath: a.context.WorkspacePath, StartedAt: a.startedAt}, nil
}

func (a *Archive) readSession(_ abi.EmptyRequest, r abi.Session, _ int) {
	if a.startedAt == "" {
		a.startedAt = r.StartedAt
	}
}

// Param is the engine's to answer.
func (a *Archive) Param(r abi.ParamRequest) (any, error) { return nil, a.lack("param", r) }

// Log is the engine's to answer.
func (a *Archive) Log(r abi.LogRequest) (any, error) { return nil, a.lack("log", r) }

// Evaluate is the engine's to answer.
func (a *Archive) Evaluate(r abi.EvaluateRequest) ([]abi.Entry, error) {
	return nil, a.lack("evaluate", r)
}
