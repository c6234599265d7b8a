package hook

import (
	"bytes"
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
)

// Caps of an answer in UTF-16 code units, as the client counts. It replaces a
// context of more than 10,000 by a file and a preview.
const (
	ContextUnitsMax = 8000
	NoticeUnitsMax  = 1000
)

// Answer is what the client is told.
type Answer struct {
	Event         string // the name of the event that is answered
	Context       string // for the model
	SystemMessage string // one line for the user
}

// Output is the answer as the client reads it.
type Output struct {
	Specific      Specific `json:"hookSpecificOutput"`
	SystemMessage string   `json:"systemMessage,omitempty"`
}

// Specific is the part that belongs to the event.
type Specific struct {
	EventName string `json:"hookEventName"`
	Context   string `json:"additionalContext,omitempty"`
}

// Encode gives the one JSON object that the hook prints, or nil where there is
// nothing to say. Only prompts are answered, and of a session's start the user may
// be told a line: on other events the client shows what we print as an error, adds
// it to a compaction, or goes on forever.
func Encode(answer Answer) []byte {
	prompt := answer.Event == abi.EventPrompt && answer.Context != ""
	line := (answer.Event == abi.EventPrompt || answer.Event == abi.EventSessionStart) && answer.SystemMessage != ""
	if !prompt && !line {
		return nil
	}
	return EncodeExplicit(answer)
}

// EncodeExplicit gives the object for any event, also where there is nothing
// to say: people and tests ask for it, the client never does.
func EncodeExplicit(answer Answer) []byte {
	out := Output{Specific: Specific{EventName: answer.Event}}
	if answer.Event == abi.EventPrompt {
		out.Specific.Context = cutUnits(answer.Context, ContextUnitsMax)
	}
	if answer.Event == abi.EventPrompt || answer.Event == abi.EventSessionStart {
		out.SystemMessage = cutUnits(answer.SystemMessage, NoticeUnitsMax)
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		panic(err) // strings always encode
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}
