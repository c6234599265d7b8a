package clienttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
)

// Transcript returns what the client wrote down of its sessions in a home, a line
// for each prompt, use of a tool, answer and hook.
func Transcript(clientHome string) (string, error) {
	found, err := records.Find(records.Projects(clientHome))
	if err != nil {
		return "", err
	}
	var told strings.Builder
	for _, file := range found.Files {
		if err := tellEvents(&told, file.Path); err != nil {
			return "", err
		}
		if err := tellHooks(&told, file.Path); err != nil {
			return "", err
		}
	}
	return told.String(), nil
}

func tellEvents(told io.Writer, path string) error {
	opened, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read the transcript: %w", err)
	}
	defer opened.Close()
	reader := records.NewReader(opened, "", nil)
	for {
		event, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		what := fmt.Sprintf("%s %s", event.Name, event.Text)
		if event.Skill != "" {
			what = fmt.Sprintf("%s skill=%s", event.Name, event.Skill)
		}
		fmt.Fprintf(told, "%s %s\n", event.Kind, strings.TrimSpace(what))
	}
}

// tellHooks writes what hooks printed, which stands in lines of its own.
func tellHooks(told io.Writer, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read the transcript: %w", err)
	}
	for line := range bytes.Lines(data) {
		var wire struct {
			Attachment struct {
				Type, HookEvent, Stdout, Stderr string
				Content                         json.RawMessage
				ExitCode                        int
			}
		}
		if json.Unmarshal(line, &wire) != nil || !strings.HasPrefix(wire.Attachment.Type, "hook_") {
			continue
		}
		a := wire.Attachment
		fmt.Fprintf(told, "%s %s exit=%d %s %s %s\n", a.Type, a.HookEvent, a.ExitCode, a.Content, a.Stdout, a.Stderr)
	}
	return nil
}
