package trace

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

// Host answers host calls from a trace, by call and request whatever the order
// of their fields. Equal requests get their replies in the recorded order, the
// last one again once they are used up.
type Host struct {
	Missing []string // calls that the trace has no answer for
	replies map[string][]json.RawMessage
}

// NewHost prepares the recorded calls of the active ruleset for answering.
func NewHost(t Trace) *Host {
	h := &Host{replies: map[string][]json.RawMessage{}}
	for _, call := range t.Calls {
		if call.By != "" || call.Reply == nil {
			continue
		}
		key := callKey(call.Call, call.Request)
		h.replies[key] = append(h.replies[key], call.Reply)
	}
	return h
}

// Invoke answers one call; its shape is that of abi.Sandbox.Invoke. A request
// that was not recorded is not_found.
func (h *Host) Invoke(call string, request []byte) []byte {
	key := callKey(call, request)
	replies := h.replies[key]
	switch {
	case len(replies) == 0 && call == "log":
		return []byte(`{"ok":null}`)
	case len(replies) == 0:
		h.Missing = append(h.Missing, fmt.Sprintf("%s %.200s", call, request))
		return abi.EncodeFault(&abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("the trace has no answer to %s %.200s", call, request)})
	case len(replies) > 1:
		h.replies[key] = replies[1:]
	}
	return replies[0]
}

// callKey is the same for requests that mean the same.
func callKey(call string, request []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(request))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return call + " " + string(Raw(request))
	}
	canonical, err := json.Marshal(value) // sorts the fields
	if err != nil {
		return call + " " + string(request)
	}
	return call + " " + string(canonical)
}
