// Package quill is a made-up client that differs from the real one wherever a client
// can: words, fields, shape of its answers, folders. It shows what a client is, and
// that nothing outside of its folder has to know it.
package quill

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/redact"
)

// Client returns the client.
func Client() client.Client {
	return client.Client{
		ID: "quill", Name: "Quill",
		Read: read, Encode: encode, Invoked: invoked,
		Variables: client.Variables{Home: "QUILL_HOME", Session: "QUILL_CHAT"},
		Phrases: client.Phrases{Loader: "the recall action", Templates: map[string]string{
			"load": "To recall one in full: recall {{id}}.",
		}},
		Places: client.Places{
			Home: home, Project: ".quill", Skills: "abilities", Commands: "macros",
			Folders:  func(workspace, _ string) []string { return []string{workspace} },
			Settings: func(string, string) client.Settings { return client.Settings{} },
		},
	}
}

// Inspector returns how the client is looked at: its checkup alone.
func Inspector() inspect.Inspector {
	return inspect.Inspector{Checkup: inspect.Checkup{
		Rules: []inspect.Rule{{Area: inspect.AreaClient, Rule: diag.Rule{
			Code: "not-attached", Severity: diag.Error, Summary: "Nothing calls impressionism.", Fix: "quill attach impressionism",
		}}},
		Examine: func(_ context.Context, p inspect.Patient) inspect.Report {
			if _, err := os.Stat(filepath.Join(p.Home, "attached", p.Name)); err == nil {
				return inspect.Report{}
			}
			return inspect.Report{Symptoms: []inspect.Symptom{{Code: "not-attached", Where: p.Home, What: "It is not attached."}}}
		},
	}}
}

var events = map[string]string{
	"opened": abi.EventSessionStarted, "asked": abi.EventPrompt, "acted": abi.EventToolUsed,
	"answered": abi.EventTurnEnded, "shrinks": abi.EventCompacting, "closed": abi.EventSessionEnded,
}

type input struct {
	name string
	payload.Object
}

func read(r io.Reader, event string) (client.Input, error) {
	object, err := payload.Read(r)
	if err != nil {
		return nil, err
	}
	if event == "" {
		event = object.Name("what")
	}
	if ours, known := events[event]; known {
		event = ours
	}
	return input{event, object}, nil
}

func (in input) Name() string      { return in.name }
func (in input) Workspace() string { return in.Object.Workspace("folder") }

func (in input) Event(now time.Time) (abi.Event, error) {
	event := abi.Event{Name: in.name, SessionID: in.SessionID("chat"), Workspace: in.Workspace(), Time: now.UTC()}
	switch event.Name {
	case "":
		return abi.Event{}, &payload.Error{Code: payload.CodeNoEvent, Detail: "what is missing"}
	case abi.EventPrompt:
		event.Prompt = redact.Prompt(in.Text("question"))
		event.Command = payload.Command(event.Prompt)
	case abi.EventToolUsed:
		event.ToolName = in.Object.Name("action")
		event.ToolInput = redact.JSON(in.Object["with"], payload.ToolInputBytesMax)
		event.Invoked = invoked(event.ToolName, in.Object["with"])
	case abi.EventTurnEnded:
		event.Message = redact.Prefix(in.Text("answer"), payload.MessageBytesMax)
	case abi.EventSessionStarted:
		event.Source = in.Object.Name("because")
	}
	return event, nil
}

func invoked(action string, with json.RawMessage) string {
	var fields payload.Object
	if action != "recall" || json.Unmarshal(with, &fields) != nil {
		return ""
	}
	return fields.Name("ability")
}

// encode writes a list of what to do with which text.
func encode(answer client.Answer) []byte {
	var steps [][2]string
	if answer.Event == abi.EventPrompt && answer.Context != "" {
		steps = append(steps, [2]string{"whisper", answer.Context})
	}
	if answer.SystemMessage != "" {
		steps = append(steps, [2]string{"status line", answer.SystemMessage})
	}
	if answer.Reply != "" {
		steps = [][2]string{{"answer", answer.Reply}}
	}
	if len(steps) == 0 && !answer.Explicit {
		return nil
	}
	out, err := json.Marshal(append([][2]string{}, steps...))
	if err != nil {
		panic(err) // texts always encode
	}
	return out
}

func home(lookup func(string) string, userDir string) string {
	if dir := lookup("QUILL_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(userDir, ".config", "quill")
}
