package recorded

import (
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Call is one host call as it was made and answered.
type Call struct {
	Name    string
	Request json.RawMessage
	Reply   json.RawMessage
}

// Read returns a host of recorded calls, each of which was allowed so many results.
// It stands behind the engine's door, which checks requests, keeps budgets and
// resolves parameters itself, and which must grant no more results than the recorded
// event did. References to embeddings are the recorded ones. A session without a
// start is answered as it was recorded, or not at all.
func Read(calls []Call, session abi.Session, results int) *Host {
	h := empty()
	h.partial, h.script.Session = true, session
	for _, call := range calls {
		h.learn(call, results)
	}
	return h
}

// learn takes in one call. Only what the host itself answered counts, not what a
// manifest or a budget forbade.
func (h *Host) learn(call Call, results int) {
	var reply abi.Reply
	if call.Reply == nil || json.Unmarshal(call.Reply, &reply) != nil {
		return
	}
	if reply.Error == nil || slices.Contains([]string{abi.Unavailable, abi.BadRequest, abi.NotFound}, reply.Error.Code) {
		h.replies[requestKey(call.Name, call.Request)] = reply
	}
	if d, ok := derivations[call.Name]; ok && reply.Error == nil {
		d.learn(h, call.Request, reply.OK, results)
	}
}

// Script returns what the host knows as a script. Embeddings are references.
func (h *Host) Script() Script {
	script := h.script
	script.Messages, script.ToolUses = longest(h.messages), longest(h.toolUses)
	for _, ref := range h.order {
		script.Items = append(script.Items, h.items[ref])
	}
	listed := map[abi.Ref]bool{}
	for _, known := range h.active {
		for _, item := range known.rows {
			if !listed[item.Ref] {
				script.Active = append(script.Active, item)
			}
			listed[item.Ref] = true
		}
	}
	return script
}
