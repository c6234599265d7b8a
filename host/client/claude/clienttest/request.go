package clienttest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Request is one request for a message, as the model would have got it.
type Request struct {
	Session  string
	Model    string
	Messages []Message
	Tools    []string // names
	Found    []string // names of the tools to which the last message's results refer
	Body     []byte

	stream bool
}

// Main reports whether a request belongs to the conversation: older clients ask
// a small model on the side, without tools.
func (r Request) Main() bool { return len(r.Tools) > 0 }

// Text returns the texts of all messages.
func (r Request) Text() string { return r.TextOf("") }

// TextOf returns the texts of a role's messages, or of all messages for "".
func (r Request) TextOf(role string) string {
	var texts []string
	for _, message := range r.Messages {
		if role == "" || message.Role == role {
			texts = append(texts, message.Texts...)
		}
	}
	return strings.Join(texts, "\n")
}

// Message is one message of the conversation. Which role a hook's text has depends
// on the model: system for some, user for others.
type Message struct {
	Role  string
	Texts []string // of its blocks, tools' results among them
}

// decodeRequest takes what tests look at; the rest is in Body.
func decodeRequest(body []byte) (Request, error) {
	var wire struct {
		Model    string
		Stream   bool
		Tools    []struct{ Name string }
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Metadata struct {
			UserID string `json:"user_id"`
		}
	}
	if err := json.Unmarshal(body, &wire); err != nil {
		return Request{}, fmt.Errorf("read the request as JSON: %w", err)
	}
	r := Request{Model: wire.Model, Body: body, stream: wire.Stream}
	for _, tool := range wire.Tools {
		r.Tools = append(r.Tools, tool.Name)
	}
	for _, message := range wire.Messages {
		texts, err := textsOf(message.Content)
		if err != nil {
			return Request{}, err
		}
		r.Messages = append(r.Messages, Message{Role: message.Role, Texts: texts})
		r.Found = foundIn(message.Content)
	}
	return r, nil
}

// foundIn returns the names of tools to which the results in a content refer: by these the
// client answers a search for tools.
func foundIn(content json.RawMessage) (names []string) {
	var results []struct{ Content json.RawMessage }
	_ = json.Unmarshal(content, &results) // a text has no results
	for _, result := range results {
		var references []struct {
			Type string
			Name string `json:"tool_name"`
		}
		_ = json.Unmarshal(result.Content, &references) // the result of another tool may be a text
		for _, reference := range references {
			if reference.Type == "tool_reference" {
				names = append(names, reference.Name)
			}
		}
	}
	return names
}

// textsOf returns a content's texts: it is a string, or blocks, of which tools'
// results hold such a content again.
func textsOf(content json.RawMessage) ([]string, error) {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []string{text}, nil
	}
	var blocks []struct {
		Type, Text string
		Content    json.RawMessage
	}
	if err := json.Unmarshal(content, &blocks); err != nil {
		return nil, fmt.Errorf("read a message's content: %w", err)
	}
	var texts []string
	for _, block := range blocks {
		switch {
		case block.Type == "text":
			texts = append(texts, block.Text)
		case block.Type == "tool_result" && len(block.Content) > 0:
			inside, err := textsOf(block.Content)
			if err != nil {
				return nil, err
			}
			texts = append(texts, inside...)
		}
	}
	return texts, nil
}
