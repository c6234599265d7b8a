package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Reply is what the model says to one request: a text, or a call of a tool; or
// that the API does not let it say anything, or keeps the client waiting for ever.
type Reply struct {
	Text    string
	Tool    string
	Input   string // of the tool, as JSON
	Failure string // the API's words for it
	Silent  bool   // no answer comes
}

// Done is the answer where the script has none.
var Done = Reply{Text: "DONE"}

// answer is a reply on its way.
type answer struct {
	reply           Reply
	id, call, model string
}

type object = map[string]any

// block is the reply's one block, and what of it comes in the stream's delta.
func (a answer) block() (block, delta object) {
	if a.reply.Tool == "" {
		return object{"type": "text", "text": ""}, object{"type": "text_delta", "text": a.reply.Text}
	}
	return object{"type": "tool_use", "id": a.call, "name": a.reply.Tool, "input": object{}},
		object{"type": "input_json_delta", "partial_json": a.reply.Input}
}

func (a answer) stop() string {
	if a.reply.Tool == "" {
		return "end_turn"
	}
	return "tool_use"
}

func (a answer) message(content []object, stop any) object {
	return object{
		"id": a.id, "type": "message", "role": "assistant", "model": a.model, "content": content,
		"stop_reason": stop, "stop_sequence": nil,
		"usage": object{"input_tokens": 100, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 12},
	}
}

// whole is the answer as one object.
func (a answer) whole() object {
	block, _ := a.block()
	if a.reply.Tool == "" {
		block["text"] = a.reply.Text
	} else {
		block["input"] = json.RawMessage(a.reply.Input)
	}
	return a.message([]object{block}, a.stop())
}

// stream writes the answer as server-sent events, in the order of the real ones.
func (a answer) stream(w http.ResponseWriter) {
	w.Header().Set("content-type", "text/event-stream")
	block, delta := a.block()
	for _, event := range []struct {
		name string
		body object
	}{
		{"message_start", object{"message": a.message([]object{}, nil)}},
		{"content_block_start", object{"index": 0, "content_block": block}},
		{"content_block_delta", object{"index": 0, "delta": delta}},
		{"content_block_stop", object{"index": 0}},
		{"message_delta", object{"delta": object{"stop_reason": a.stop(), "stop_sequence": nil}, "usage": object{"output_tokens": 12}}},
		{"message_stop", object{}},
	} {
		event.body["type"] = event.name
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event.name, encode(event.body))
		if flusher, ok := w.(http.Flusher); ok {
			flusher.Flush()
		}
	}
}

// fail refuses a request as the API does one that it does not authorize.
func fail(w http.ResponseWriter, why string) {
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(http.StatusUnauthorized)
	_, _ = w.Write(encode(object{"type": "error", "error": object{"type": "authentication_error", "message": why}}))
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("content-type", "application/json")
	_, _ = w.Write(encode(value)) // a client that is gone cannot be told
}

func encode(value any) []byte {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err) // a reply's input is JSON, which whoever made it has checked
	}
	return encoded
}
