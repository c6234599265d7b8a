package hook

import (
	"bytes"
	"encoding/json"
	"strings"

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
	Event         string // the event that is answered, by the host's name
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
	line := (answer.Event == abi.EventPrompt || answer.Event == abi.EventSessionStarted) && answer.SystemMessage != ""
	if !prompt && !line {
		return nil
	}
	return EncodeExplicit(answer)
}

// EncodeExplicit gives the object for any event, also where there is nothing
// to say: people and tests ask for it, the client never does.
func EncodeExplicit(answer Answer) []byte {
	out := Output{Specific: Specific{EventName: ClientEventName(answer.Event)}}
	if answer.Event == abi.EventPrompt {
		out.Specific.Context = cutUnits(answer.Context, ContextUnitsMax)
	}
	if answer.Event == abi.EventPrompt || answer.Event == abi.EventSessionStarted {
		out.SystemMessage = cutUnits(answer.SystemMessage, NoticeUnitsMax)
	}
	return encodeJSON(out)
}

// reply keeps a prompt from the model and shows the user a text in its place.
type reply struct {
	Decision string        `json:"decision"`
	Reason   string        `json:"reason"`
	Specific replySpecific `json:"hookSpecificOutput"`
}

type replySpecific struct {
	EventName string `json:"hookEventName"`
	Suppress  bool   `json:"suppressOriginalPrompt"` // the client would show the prompt below the text
}

// EncodeReply gives the object that answers a prompt without the model, for a prompt
// that is a command of ours and nothing else; nil where there is nothing to show.
func EncodeReply(text string) []byte {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return encodeJSON(reply{Decision: "block", Reason: text, Specific: replySpecific{EventName: ClientEventName(abi.EventPrompt), Suppress: true}})
}

func encodeJSON(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // strings always encode
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}
