package clienttest

import "strings"

// promptContext stands before what a hook on a prompt adds.
const promptContext = "UserPromptSubmit hook additional context: "

// Leaked stands before a hook's output that the client took for plain text: it
// was not the one JSON object.
const Leaked = "UserPromptSubmit hook success: "

// Turn is one prompt and what the model was sent for it.
type Turn struct {
	Prompt   string
	Requests []Request // main ones
	Answer   string    // what the client printed as the result
	IsError  bool      // the client calls it one
}

// First is the request that took the prompt to the model, and Last the one that
// closed the turn; both are empty if there was none.
func (t Turn) First() Request { return t.at(0) }

// Last is the turn's last request, which holds all that was sent until then.
func (t Turn) Last() Request { return t.at(len(t.Requests) - 1) }

func (t Turn) at(i int) Request {
	if i < 0 || i >= len(t.Requests) {
		return Request{}
	}
	return t.Requests[i]
}

// Contexts are the texts that hooks added to this turn's prompt. They stand in
// the prompt's own message or in one after it.
func (t Turn) Contexts() []string {
	messages := t.First().Messages
	from := len(messages)
	for i, message := range messages {
		if message.Role == "user" && strings.Contains(strings.Join(message.Texts, "\n"), t.Prompt) {
			from = i
		}
	}
	var contexts []string
	for _, message := range messages[from:] {
		for _, text := range message.Texts {
			contexts = append(contexts, contextsIn(text)...)
		}
	}
	return contexts
}

// contextsIn cuts hooks' texts out of one block, which may hold several and the
// tags around them.
func contextsIn(text string) []string {
	parts := strings.Split(text, promptContext)
	for i, part := range parts[1:] {
		part, _, _ = strings.Cut(part, "\n</system-reminder>")
		parts[i+1] = part
	}
	return parts[1:]
}
