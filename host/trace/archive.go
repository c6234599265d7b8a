package trace

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// Log reads a session's log as it was when the recorded event was logged.
type Log = recorded.Log

// Archive returns a host that answers as that of the recorded event would have: the
// same questions, and others whose answer is a part of a recorded one. What does not
// follow from the record is noted as missing and answered with a fault, and whatever
// the ruleset then does means nothing. The event was allowed so many results a call.
// The start of the session is not in a trace; where it is "", session is answered as
// it was recorded or not at all.
func Archive(t Trace, results int, startedAt string) *recorded.Host {
	var calls []recorded.Call
	for _, part := range t.Parts() { // the same host answered them
		for _, call := range part.Calls {
			asked := recorded.Call{Name: call.Call, Request: call.Request, Reply: call.Reply}
			if asked, reached := throughDoor(asked, part.Kinds[cmp.Or(call.By, part.Ruleset)]); reached {
				calls = append(calls, asked)
			}
		}
	}
	session := abi.Session{}
	if startedAt != "" {
		session = abi.Session{SessionID: t.Context.SessionID, WorkspacePath: t.Context.WorkspacePath, StartedAt: startedAt}
	}
	host := recorded.Read(calls, session, results)
	for _, part := range t.Parts() {
		readDecision(host, part)
	}
	return host
}

// throughDoor returns a call as it reached the host, which the engine's door asks for no
// kinds but those that the ruleset sees. It reports whether the call did. What failed, or is
// of a ruleset whose kinds are not known, stays as it is.
func throughDoor(call recorded.Call, kinds []string) (_ recorded.Call, reached bool) {
	var reply abi.Reply
	if len(kinds) == 0 || json.Unmarshal(call.Reply, &reply) != nil || reply.Error != nil {
		return call, true
	}
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(call.Request, &fields) != nil || fields == nil {
		return call, true
	}
	switch call.Name {
	case "active", "items", "search":
		var asked []string
		if named, ok := fields["kinds"]; ok && json.Unmarshal(named, &asked) != nil {
			return call, true
		}
		seen := kinds
		if len(asked) > 0 {
			seen = slices.DeleteFunc(asked, func(kind string) bool { return !slices.Contains(kinds, kind) })
		}
		fields["kinds"] = json.RawMessage(text(seen))
		reached = len(seen) > 0
	case "relevance":
		var refs []abi.Ref
		if json.Unmarshal(fields["refs"], &refs) != nil {
			return call, true
		}
		refs = slices.DeleteFunc(refs, func(ref abi.Ref) bool { return !slices.Contains(kinds, ref.Kind) })
		fields["refs"] = json.RawMessage(text(refs))
		reached = true
	default:
		return call, true
	}
	call.Request = json.RawMessage(text(fields))
	return call, reached
}

// readDecision takes in which items the catalog has, by what was believed of the
// recorded answers and what was not.
func readDecision(host *recorded.Host, t Trace) {
	for _, answer := range t.Answers {
		var entries []abi.Entry
		if json.Unmarshal(answer.Answer, &entries) != nil {
			continue
		}
		for _, entry := range entries {
			if slices.Contains(t.Unknown, entry.Ref) {
				host.Lacks(entry.Ref)
			}
		}
	}
	var decision abi.Decision
	if json.Unmarshal(t.Decision, &decision) == nil {
		for _, entry := range slices.Concat(decision.Activate, decision.Deactivate) {
			host.Has(entry.Ref)
		}
	}
}
