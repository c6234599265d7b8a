// Package hook is the border to Claude Code's hooks: their JSON on stdin
// becomes an abi.Event, an answer becomes their JSON on stdout. It alone knows
// the client's field names; it knows nothing of the decision.
package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/redact"
)

// Input is what the client wrote, before anything in it is redacted: what is left
// to do hangs on the length of single fields only.
type Input struct {
	name   string
	fields input
}

// Decode reads one hook input. Secrets in prompt, tool input and message are
// redacted. Errors are *payload.Error. An empty SessionID, Workspace or Prompt
// means that the client gave none, or none that can be used; events that the
// host does not know decode as well.
func Decode(r io.Reader, now time.Time) (abi.Event, error) {
	in, err := Read(r, "")
	if err != nil {
		return abi.Event{}, err
	}
	return in.Event(now)
}

// Read reads one hook input, whose event the caller may name, by the host's name or
// the client's; "" takes the input's own. Errors are *payload.Error.
func Read(r io.Reader, event string) (*Input, error) {
	object, err := payload.Read(r)
	if err != nil {
		return nil, err
	}
	return &Input{name: EventName(cmp.Or(event, object.Name("hook_event_name"))), fields: input{object}}, nil
}

// Name is the event's in the host's words; it may be empty.
func (in *Input) Name() string { return in.name }

// Workspace is a clean absolute path, or empty.
func (in *Input) Workspace() string { return in.fields.Workspace("cwd") }

// Event decodes the fields that its event has, secrets redacted.
func (in *Input) Event(now time.Time) (event abi.Event, err error) {
	fields := in.fields
	event = abi.Event{
		Name:      in.name,
		SessionID: fields.SessionID("session_id"),
		Workspace: fields.Workspace("cwd"),
		Time:      now.UTC(),
		Agent:     fields.Name("agent_id"), // agent_type names the whole session's, too, where it began with one
	}
	switch event.Name {
	case "":
		return abi.Event{}, &payload.Error{Code: payload.CodeNoEvent, Detail: "hook_event_name is missing"}
	case abi.EventPrompt:
		var prompt string
		prompt, err = fields.prompt()
		if typed, sure, is := IsNotice(prompt); is {
			prompt, event.Doubtful = typed, !sure
			if typed == "" {
				event.Name = eventNotice
			}
		}
		event.Prompt = redact.Prompt(prompt)
		if !event.Doubtful {
			event.Command = payload.Command(event.Prompt)
		}
	case abi.EventToolUsed:
		event.ToolName = fields.Name("tool_name")
		event.ToolInput = ToolInput(fields.Object["tool_input"])
		event.Invoked = Invoked(event.ToolName, fields.Object["tool_input"])
	case abi.EventTurnEnded:
		event.Message = redact.Prefix(fields.Text("last_assistant_message"), payload.MessageBytesMax)
	case abi.EventSessionStarted:
		event.Source = fields.Name("source")
	}
	if err != nil {
		return abi.Event{}, err
	}
	return event, nil
}

// input is the client's object.
type input struct{ payload.Object }

// prompt prefers the field that every measured client sends. It is not redacted.
func (in input) prompt() (string, error) {
	for _, field := range []string{"prompt", "user_prompt"} {
		raw, ok := in.Object[field]
		if !ok || string(raw) == "null" {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return "", &payload.Error{Code: payload.CodePromptType, Detail: field + " is not a string"}
		}
		return text, nil
	}
	return "", nil
}

// eventNotice names a prompt that nobody typed: the host has no event for it.
const eventNotice = "notice"

// The client's words on a task that ran in the background stand between these.
const (
	noticeOpens  = "<task-notification>"
	noticeCloses = "</task-notification>"
)

// IsNotice reports whether a prompt begins with the client's words on tasks that ran in the
// background, and returns what stands behind them: behind the last end that begins a line, as the
// client's do, so that one which somebody typed there is taken for the client's. What a task returned
// may have the look of an end, too, and of words behind it: sure reports that nothing more of a notice
// stands in what is returned, so that all of it was typed. A notice that was cut has no end, and is
// returned whole.
func IsNotice(prompt string) (typed string, sure, is bool) {
	typed = strings.TrimSpace(prompt)
	if is = strings.HasPrefix(typed, noticeOpens); is {
		typed = behindNotice(typed)
	}
	return typed, !strings.Contains(typed, noticeOpens) && !strings.Contains(typed, noticeCloses), is
}

func behindNotice(prompt string) string {
	at := strings.LastIndex(prompt, "\n"+noticeCloses)
	if at < 0 {
		at = strings.LastIndex(prompt, noticeCloses)
	}
	if at < 0 {
		return prompt
	}
	_, behind, _ := strings.Cut(prompt[at:], noticeCloses)
	behind = strings.TrimSpace(behind)
	if line, more, _ := strings.Cut(behind, "\n"); strings.HasPrefix(line, "Read the output file to retrieve the result: ") {
		behind = strings.TrimSpace(more)
	}
	return behind
}

// fileFields name the file that a tool reads or changes.
var fileFields = []string{"file_path", "notebook_path"}

// ToolInput returns what is kept of a tool's input: its beginning, of at most
// payload.ToolInputBytesMax bytes, secrets redacted. The file that it names comes first where it
// would be cut off: of a tool use on a file, that counts most.
func ToolInput(raw json.RawMessage) string {
	kept := redact.JSON(raw, payload.ToolInputBytesMax)
	if len(raw) <= payload.ToolInputBytesMax {
		return kept
	}
	for _, field := range fileFields {
		key := []byte(`"` + field + `"`)
		if !bytes.Contains(raw, key) || hasText(kept, string(key)+":") {
			continue
		}
		var fields payload.Object
		if json.Unmarshal(raw, &fields) == nil && fields.Text(field) != "" && len(fields[field]) < payload.ToolInputBytesMax {
			first := slices.Concat([]byte("{"), key, []byte(":"), fields[field], []byte(","), bytes.TrimSpace(raw)[1:])
			return redact.JSON(first, payload.ToolInputBytesMax)
		}
	}
	return kept
}

// hasText reports whether JSON whose end may be missing has a whole text behind a key.
func hasText(kept, key string) bool {
	_, after, found := strings.Cut(kept, key)
	var text string
	return found && json.NewDecoder(strings.NewReader(after)).Decode(&text) == nil
}

// Invoked returns the id of the skill that a tool use loaded, or "". Tools are
// renamed over time, so names are compared loosely.
func Invoked(tool string, raw json.RawMessage) string {
	name := strings.ToLower(strings.ReplaceAll(tool, "_", ""))
	if strings.TrimSuffix(name, "tool") != "skill" {
		return ""
	}
	var fields payload.Object
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(fields.Name("skill")), "/")
}
