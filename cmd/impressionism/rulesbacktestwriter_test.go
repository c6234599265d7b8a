package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeTranscripts makes transcripts of one shape: 8 prompts each, 6 tool uses a
// prompt, now and then a skill, results of a few kilobytes.
func writeTranscripts(t testing.TB, folder string, files int) {
	t.Helper()
	data, err := os.ReadFile("../../examples/prompts.jsonl")
	must(t, err)
	texts := []string{"thanks", "go on", "commit this"}
	for line := range strings.Lines(string(data)) {
		var prompt struct{ Text string }
		must(t, json.Unmarshal([]byte(line), &prompt))
		texts = append(texts, prompt.Text)
	}
	skills, err := filepath.Glob("../../examples/skills/*")
	must(t, err)
	result := strings.Repeat("a line of \"output\" that nobody asks for\n", 100)
	for file := range files {
		w := &transcriptWriter{session: fmt.Sprintf("%08d-0000", file), workspace: fmt.Sprintf("/code/%d", file%5), at: time.Date(2026, 1, 1, file, 0, 0, 0, time.UTC)}
		for prompt := range 8 {
			w.line("user", map[string]any{"content": texts[(file*7+prompt*13)%len(texts)]})
			for use := range 6 {
				name, input := "Bash", map[string]any{"command": "go test ./..."}
				if (file+prompt+use)%9 == 0 {
					name, input = "Skill", map[string]any{"skill": filepath.Base(skills[(file*3+prompt+use)%len(skills)])}
				}
				id := fmt.Sprintf("t%d-%d-%d", file, prompt, use)
				w.line("assistant", map[string]any{"id": "m" + id, "content": []any{map[string]any{"type": "tool_use", "id": id, "name": name, "input": input}}})
				w.line("user", map[string]any{"content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": result}}})
			}
			w.line("assistant", map[string]any{"id": fmt.Sprintf("m%d-%d", file, prompt), "content": []any{map[string]any{"type": "text", "text": "Done."}}})
		}
		writeTestFile(t, filepath.Join(folder, strings.ReplaceAll(w.workspace, "/", "-"), w.session+".jsonl"), w.text.String())
	}
}

type transcriptWriter struct {
	session, workspace string
	at                 time.Time
	lines              int
	text               bytes.Buffer
}

func (w *transcriptWriter) line(kind string, message map[string]any) {
	w.at, w.lines = w.at.Add(time.Second), w.lines+1
	encoded, err := json.Marshal(map[string]any{
		"type": kind, "uuid": fmt.Sprint(w.session, w.lines), "sessionId": w.session, "cwd": w.workspace,
		"timestamp": w.at.Format(time.RFC3339), "isSidechain": false, "message": message,
	})
	if err != nil {
		panic(err) // maps of strings always encode
	}
	w.text.Write(append(encoded, '\n'))
}
