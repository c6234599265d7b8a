package hook

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
)

// Caps of an answer in UTF-16 code units, as the client counts. It replaces a
// context of more than 10,000 by a file and a preview. No text of suggestions is cut: it has
// at most suggest.CharsMax.
const (
	ContextUnitsMax = 8000
	NoticeUnitsMax  = 1000
)

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

// Encode returns the one JSON object that the hook prints, or nil where the answer is
// empty. Only prompts, the start of a session and a tool use on a file that an item is about
// are answered: on other events the client shows what we print as an error, adds it to a
// compaction, or goes on forever.
//
// A reply answers a prompt without the model, for a prompt that is a command of ours and
// nothing else; nil where it is blank. An explicit answer is encoded for any event.
func Encode(answer client.Answer) []byte {
	if answer.Reply != "" {
		return encodeReply(answer.Reply)
	}
	atFile := answer.Event == abi.EventFileTouched
	if atFile {
		answer.SystemMessage = ""
	}
	answered := answer.Event == abi.EventPrompt || answer.Event == abi.EventSessionStarted || atFile
	if !(answered && (answer.Context != "" || answer.SystemMessage != "")) && !answer.Explicit {
		return nil
	}
	out := Output{Specific: Specific{EventName: ClientEventName(answer.Event)}}
	if answered {
		out.Specific.Context = cutUnits(answer.Context, ContextUnitsMax)
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

func encodeReply(text string) []byte {
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

// cutUnits shortens to at most unitsMax UTF-16 code units, at a character: the
// client counts in these.
func cutUnits(text string, unitsMax int) string {
	if len(text) <= unitsMax { // no character has more units than bytes
		return text
	}
	units := 0
	for at, r := range text {
		if r > 0xFFFF {
			units++
		}
		if units++; units > unitsMax {
			return text[:at]
		}
	}
	return text
}
