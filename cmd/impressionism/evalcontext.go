package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/store/session"
)

// setting makes a prompt's context what the program finds: manifests in a folder,
// earlier sessions with suggestions, tool uses recorded before the prompt.
func (e evalAsker) setting(id string, event abi.Event, context eval.Context) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "impressionism-eval-workspace-"); err != nil {
		return "", err
	}
	event.Workspace = folder
	if err := writeManifests(folder, context.Manifests); err != nil {
		return folder, err
	}
	x, err := e.host.OpenIndex()
	if err != nil {
		return folder, err
	}
	defer x.Close()
	if err := host.LookAround(x, folder); err != nil {
		return folder, err
	}
	if err := e.pastSuggestions(id, event, context.Used); err != nil {
		return folder, err
	}
	return folder, e.recordUses(event, context)
}

func writeManifests(folder string, manifests map[string]string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, text := range manifests {
		if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(name)), 0o700); err != nil {
			return fmt.Errorf("write manifest %s: %w", name, err)
		}
		if err := root.WriteFile(filepath.FromSlash(name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write manifest %s: %w", name, err)
		}
	}
	return nil
}

// pastSuggestions stores a session for each, which ended with or without a use.
func (e evalAsker) pastSuggestions(id string, event abi.Event, used map[string][2]int) error {
	for item, counts := range used {
		for i := range counts[0] {
			past := event
			past.SessionID = fmt.Sprintf("eval past %s %s %d", id, item, i)
			recorded, err := e.host.Sessions.Record(past, e.host.Settings.Policy)
			if err != nil {
				return err
			}
			change := session.Change{Told: []session.ToldItem{{Ref: abi.Skill(item)}}}
			if _, err := e.host.Sessions.Apply(past.SessionID, recorded.Sequence, change, session.Decision{Event: past.Name, At: past.Time, Answer: json.RawMessage("{}")}); err != nil {
				return err
			}
			last := abi.Event{Name: abi.EventSessionEnded, SessionID: past.SessionID, Workspace: past.Workspace, Time: past.Time}
			if i < counts[1] {
				last.Name, last.ToolName, last.Invoked = abi.EventToolUsed, "Skill", item
			}
			if _, err := e.host.Sessions.Record(last, e.host.Settings.Policy); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e evalAsker) recordUses(event abi.Event, context eval.Context) error {
	event.Prompt = ""
	for _, name := range context.Files {
		if err := e.recordUse(event, "Read", map[string]string{"file_path": filepath.Join(event.Workspace, filepath.FromSlash(name))}); err != nil {
			return err
		}
	}
	for _, use := range context.Tools {
		tool, command, _ := strings.Cut(use, ": ")
		input := map[string]string{}
		if tool == "Bash" {
			input["command"] = command
		}
		if err := e.recordUse(event, tool, input); err != nil {
			return err
		}
	}
	if context.Assistant == "" {
		return nil
	}
	event.Name, event.Message = abi.EventTurnEnded, context.Assistant
	_, err := e.host.Sessions.Record(event, e.host.Settings.Policy)
	return err
}

func (e evalAsker) recordUse(event abi.Event, tool string, input map[string]string) error {
	encoded, err := json.Marshal(input)
	if err != nil {
		return err
	}
	event.Name, event.ToolName, event.ToolInput = abi.EventToolUsed, tool, string(encoded)
	_, err = e.host.Sessions.Record(event, e.host.Settings.Policy)
	return err
}
