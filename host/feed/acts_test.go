package feed

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/transcript"
)

// Ensure the tools that the model calls are handed on while the client writes them, with what
// came of each; what was there before is not, also where its file comes later, nor the end of a
// call whose beginning was not seen. They take no place among the numbered changes.
func TestToolsAreFollowed(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "p", "s1.jsonl")
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	write := func(line string) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		must(t, err)
		_, err = file.WriteString(`{"sessionId":"s1","cwd":"/w","timestamp":"2999-03-01T09:00:00Z",` + line + "}\n")
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
	changes := f.Tools(ctx)
	next := func() Change {
		change, open := <-changes
		if !open {
			t.Error("there is no further call")
		}
		return change
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
	must(t, os.WriteFile(filepath.Join(folder, "p", "restored.jsonl"), []byte(`{"type":"assistant","sessionId":"s0","timestamp":"2020-01-01T00:00:00Z","message":{"content":[{"type":"tool_use","id":"x","name":"Old","input":{}}]}}`+"\n"), 0o600))
	time.Sleep(1500 * time.Millisecond) // until it is found, and was handed on if it were to be
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
	at := time.Date(2999, 3, 1, 9, 0, 0, 0, time.UTC)
	tool := func(name, text, ended string) Change {
		return Change{Kind: KindTool, At: at, Session: "s1", Workspace: "/w", Tool: name, Text: text, Ended: ended}
	}
	want := []Change{tool("Bash", "make", ""), tool("Bash", "", "failed"), tool("Skill", "db", ""), tool("Skill", "", "done")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f.Newest() != 0 {
		t.Errorf("there are %d numbered changes", f.Newest())
	}
	stop()
	must(t, <-ended)
}
