// Package hook is the border to Claude Code's hooks: their JSON on stdin
// becomes an abi.Event, an answer becomes their JSON on stdout. It alone knows
// the client's field names, and nothing of what is decided in between.
package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Limits of what is taken from the client.
const (
	InputBytesMax     = 16 << 20 // of stdin; the client delivers 100 KB prompts whole
	SessionIDBytesMax = 256      // a longer one is no session: cut, two could become one
	WorkspaceBytesMax = 4096     // PATH_MAX
	NameBytesMax      = 256      // names of events, tools, skills, agents
	PromptBytesMax    = 64 << 10 // of a prompt, as much as a ruleset gets
	ToolInputBytesMax = 4 << 10  // of the preview
	MessageBytesMax   = 64 << 10 // of the assistant's last text
)

// Input is what the client wrote, before anything in it is redacted: what is left
// to do hangs on the length of single fields only.
type Input struct {
	name   string
	fields input
}

// Decode reads one hook input. Secrets in prompt, tool input and message are
// redacted. Errors are *DecodeError. An empty SessionID, Workspace or Prompt
// means that the client gave none, or none that can be used; events that the
// host does not know decode as well.
func Decode(r io.Reader, now time.Time) (abi.Event, error) {
	return DecodeAs("", r, now)
}

// DecodeAs is Decode for an input whose event the caller names, by the host's name
// or the client's; "" takes the input's own name.
func DecodeAs(name string, r io.Reader, now time.Time) (abi.Event, error) {
	in, err := Read(r)
	if err != nil {
		return abi.Event{}, err
	}
	in.name = EventName(cmp.Or(name, in.name))
	return in.Event(now)
}

// Read reads one hook input. Errors are *DecodeError.
func Read(r io.Reader) (*Input, error) {
	fields, err := readObject(r)
	if err != nil {
		return nil, err
	}
	return &Input{name: EventName(fields.name("hook_event_name")), fields: fields}, nil
}

// Name is the event's in the host's words; it may be empty.
func (in *Input) Name() string { return in.name }

// Workspace is a clean absolute path, or empty.
func (in *Input) Workspace() string { return in.fields.workspace() }

// Event decodes the fields that its event has, secrets redacted.
func (in *Input) Event(now time.Time) (event abi.Event, err error) {
	fields := in.fields
	event = abi.Event{
		Name:      in.name,
		SessionID: fields.sessionID(),
		Workspace: fields.workspace(),
		Time:      now.UTC(),
		Agent:     fields.agent(),
	}
	switch event.Name {
	case "":
		return abi.Event{}, &DecodeError{Code: CodeNoEvent, Detail: "hook_event_name is missing"}
	case abi.EventPrompt:
		event.Prompt, err = fields.prompt()
		event.Command = CommandName(event.Prompt)
	case abi.EventToolUsed:
		event.ToolName = fields.name("tool_name")
		event.ToolInput = preview(fields["tool_input"], ToolInputBytesMax)
		event.Invoked = invoked(event.ToolName, fields["tool_input"])
	case abi.EventTurnEnded:
		event.Message = RedactedPrefix(fields.text("last_assistant_message"), MessageBytesMax)
	case abi.EventSessionStarted:
		event.Source = fields.name("source")
	}
	if err != nil {
		return abi.Event{}, err
	}
	return event, nil
}

// input is the client's object, field by field: one of a wrong type costs only
// itself, and names are compared exactly.
type input map[string]json.RawMessage

func readObject(r io.Reader) (input, error) {
	data, err := io.ReadAll(io.LimitReader(r, InputBytesMax+1))
	switch {
	case err != nil:
		return nil, &DecodeError{Code: CodeRead, Detail: err.Error()}
	case len(data) > InputBytesMax:
		return nil, &DecodeError{Code: CodeTooLarge, Detail: "more than 16 MiB on stdin"}
	case len(bytes.TrimSpace(data)) == 0:
		return nil, &DecodeError{Code: CodeEmpty, Detail: "nothing on stdin"}
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return nil, &DecodeError{Code: CodeNotJSON, Detail: "stdin starts with a byte order mark"}
	}
	var in input
	data = shorten(data)
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, explain(data, err)
	}
	if in == nil {
		return nil, &DecodeError{Code: CodeNotObject, Detail: "stdin is null"}
	}
	return in, nil
}

// text gives a string field; what is absent or no string is empty.
func (in input) text(field string) string {
	var text string
	if raw, ok := in[field]; ok && json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

func (in input) name(field string) string {
	return cut(in.text(field), NameBytesMax)
}

func (in input) sessionID() string {
	if id := in.text("session_id"); len(id) <= SessionIDBytesMax {
		return id
	}
	return ""
}

func (in input) workspace() string {
	path := in.text("cwd")
	if len(path) > WorkspaceBytesMax || strings.ContainsRune(path, 0) || !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// agent is empty outside of subagents.
func (in input) agent() string {
	if id := in.name("agent_id"); id != "" {
		return id
	}
	return in.name("agent_type")
}

// prompt prefers the field that every measured client sends.
func (in input) prompt() (string, error) {
	for _, field := range []string{"prompt", "user_prompt"} {
		raw, ok := in[field]
		if !ok || string(raw) == "null" {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return "", &DecodeError{Code: CodePromptType, Detail: field + " is not a string"}
		}
		return Prompt(text), nil
	}
	return "", nil
}
