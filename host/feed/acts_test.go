package feed

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/client/claude/transcript"
)

// Ensure the tools that the model calls become changes while the client writes them, with what
// came of each; what was there before does not, nor the end of a call whose beginning was not seen.
func TestToolsAreFollowed(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "p", "s1.jsonl")
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	write := func(line string) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		must(t, err)
		_, err = file.WriteString(`{"sessionId":"s1","cwd":"/w","timestamp":"2026-03-01T09:00:00Z",` + line + "}\n")
		must(t, err)
		must(t, file.Close())
	}
	call := func(id, tool, input string) {
		write(`"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":` + input + `}]}`)
	}
	result := func(id, failed string) {
		write(`"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"` + id + `","is_error":` + failed + `,"content":"x"}]}`)
	}
	call("0", "Bash", `{"command":"earlier"}`)

	f, err := Open(filepath.Join(folder, "state.db"), Options{Transcripts: folder, Layout: transcript.Layout()})
	must(t, err)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	changes := f.Subscribe(ctx, 0)
	next := func() Change {
		for change := range changes {
			if change.Kind == KindTool {
				return change
			}
		}
		t.Fatal("there is no further call")
		return Change{}
	}
	// The feed says nothing of when it has looked at what is there: calls are made until one is seen.
	seen := make(chan Change)
	go func() { seen <- next() }()
	var first Change
	for first.Kind == "" {
		call("1", "Read", `{"file_path":"a.go"}`)
		select {
		case first = <-seen:
		case <-time.After(50 * time.Millisecond):
		}
	}
	if first.Text != "a.go" {
		t.Errorf("the first is %+v", first)
	}
	result("0", "false")
	call("2", "Bash", `{"command":"make"}`)
	result("2", "true")
	call("3", "Skill", `{"skill":"db"}`)
	result("3", "false")
	var got []Change
	for len(got) < 4 {
		if change := next(); change.Tool != "Read" {
			got = append(got, change)
		}
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	tool := func(name, text, ended string) Change {
		return Change{Kind: KindTool, At: at, Session: "s1", Workspace: "/w", Tool: name, Text: text, Ended: ended}
	}
	want := []Change{tool("Bash", "make", ""), tool("Bash", "", "failed"), tool("Skill", "db", ""), tool("Skill", "", "done")}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Change{}, "Number")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	stop()
	must(t, <-ended)
}
