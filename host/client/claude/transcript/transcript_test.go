package transcript_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// all reads to the end.
func all(t testing.TB, r *transcript.Reader) []transcript.Event {
	t.Helper()
	var events []transcript.Event
	for {
		event, err := r.Next()
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
}

func open(t testing.TB, path string, from transcript.Position) *transcript.Reader {
	t.Helper()
	r, err := records.Open(path, from, transcript.NewSeen())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// Ensure every kind of line becomes the event that it is, or is left out and
// counted for its own reason, and secrets never leave the reader.
func TestRead(t *testing.T) {
	r := open(t, "testdata/session.jsonl", transcript.Position{})
	var got []string
	for _, e := range all(t, r) {
		if e.Session != "s1" && e.Session != "session" {
			t.Errorf("%+v has session %q", e, e.Session)
		}
		got = append(got, strings.TrimRight(fmt.Sprintf("%s %s|%s|%s|%s|%s|%v", e.Time.Format("04:05"), e.Kind, e.Name, e.Text, e.Input, e.Skill, e.Failed), "|"))
	}
	want := []string{
		"00:00 listing|||||false",
		"00:01 prompt||add a column to the orders table, password=[redacted]|||false",
		"00:02 answer||I load the skill.|||false",
		`00:02 tool-use|Skill||{"skill":"/database-migrations","args":"orders"}|database-migrations|false`,
		"00:02 tool-result|||||false",
		`00:03 tool-use|Bash||{"command":"make migrate"}||false`,
		`00:03 tool-use|Skill||{"skill":"css-layout"}|css-layout|false`,
		"00:04 tool-result|||||true",
		"00:04 tool-result|||||true",
		"01:00 command|css-layout|of the cart|||false",
		"01:01 answer||A text alone.|||false",
		"02:00 command|compact||||false",
		"02:02 compaction|||||false",
		"03:00 prompt||why is this \"grid\" off?\nsee é 🎉|||false",
		"00:01 command|deploy|staging now|||false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	skipped := transcript.Skipped{
		transcript.SkipUnknown: 2, transcript.SkipHook: 2, transcript.SkipBlock: 1, transcript.SkipMeta: 1, transcript.SkipInterrupted: 1,
		transcript.SkipLocal: 1, transcript.SkipSummary: 1, transcript.SkipSidechain: 1, transcript.SkipNotice: 2, transcript.SkipEmpty: 1,
		transcript.SkipError: 1, transcript.SkipRepeated: 1, transcript.SkipNotJSON: 1, transcript.SkipTorn: 1,
	}
	if diff := cmp.Diff(skipped, r.Skipped); diff != "" {
		t.Errorf("skipped: -want +got\n%s", diff)
	}
}

// Ensure a listing tells which names stood without a description, also where a
// name looks like one.
func TestListing(t *testing.T) {
	r := open(t, "testdata/session.jsonl", transcript.Position{})
	first, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	want := &transcript.Listing{Names: []string{"database-migrations", "css-layout", "odd - name"}, Bare: []string{"css-layout"}}
	if diff := cmp.Diff(want, first.Listing); diff != "" {
		t.Error(diff)
	}
}

// Ensure the events that hooks would have got come in their order: a tool use
// with its result and not if it failed, the turn's last text when the next one
// begins, and the requests that a turn took.
func TestTurns(t *testing.T) {
	r := open(t, "testdata/session.jsonl", transcript.Position{})
	var turns transcript.Turns
	var got []string
	add := func(fired []transcript.Fired) {
		for _, f := range fired {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s%s%s%s %d", f.Time.Format("04:05"), f.Name, f.Source, f.Prompt, f.Invoked, f.Message, f.Requests)))
		}
	}
	for _, e := range all(t, r) {
		add(turns.Add(e))
	}
	add(turns.End())
	want := []string{
		"00:00 session_started startup 0",
		"00:00   0", // the listing
		"00:01 prompt add a column to the orders table, password=[redacted] 0",
		"00:02 tool_used database-migrations 0",
		"00:04 turn_ended I load the skill. 2",
		"01:00 prompt /css-layout of the cart 0",
		"01:01 turn_ended A text alone. 1",
		"02:00 prompt /compact 0",
		"02:02 session_started compact 0",
		"03:00 prompt why is this \"grid\" off?\nsee é 🎉 0",
		"03:00 session_ended  0", // the last line names another session
		"00:01 session_started startup 0",
		"00:01 prompt /deploy staging now 0",
		"00:01 session_ended  0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Ensure a line is taken up to its limit and left out beyond, and that the one
// after it is read.
func TestLongLines(t *testing.T) {
	const prompt = `{"type":"user","uuid":"p%d","message":{"content":"prompt %d"},"pad":"%s"}` + "\n"
	base := len(fmt.Sprintf(prompt, 1, 1, ""))
	for _, test := range []struct {
		bytes, read, long int
	}{{transcript.LineBytesMax, 2, 0}, {transcript.LineBytesMax + 1, 1, 1}, {3 * transcript.LineBytesMax, 1, 1}} {
		stream := io.MultiReader(strings.NewReader(fmt.Sprintf(prompt, 1, 1, strings.Repeat("x", test.bytes-base))), strings.NewReader(fmt.Sprintf(prompt, 2, 2, "")))
		r := records.NewReader(stream, "s", nil)
		if events := all(t, r); len(events) != test.read || r.Skipped[transcript.SkipTooLong] != test.long || r.Lines != 2 {
			t.Errorf("%d bytes: got %d events, %v of %d lines", test.bytes, len(events), r.Skipped, r.Lines)
		}
	}
}

// Ensure lines that a forked or resumed session brought along are known again.
func TestCopies(t *testing.T) {
	seen := transcript.NewSeen()
	first := records.NewReader(strings.NewReader(line(1)+line(2)), "a", seen)
	if got := texts(all(t, first)); got != "1 2" {
		t.Errorf("got %q", got)
	}
	second := records.NewReader(strings.NewReader(line(1)+line(2)+line(3)), "b", seen)
	if got := texts(all(t, second)); got != "3" || second.Skipped[transcript.SkipRepeated] != 2 {
		t.Errorf("got %q, %v", got, second.Skipped)
	}
}

// Ensure a tool use whose result never came is not taken for one that worked, and
// that one without a name for its result is.
func TestToolUseWithoutResult(t *testing.T) {
	var turns transcript.Turns
	var names []string
	for _, e := range []transcript.Event{
		{Kind: transcript.KindPrompt, Session: "s", Text: "a"},
		{Kind: transcript.KindToolUse, Session: "s", ID: "t1", Name: "Bash"},
		{Kind: transcript.KindToolUse, Session: "s", Name: "Read"},
		{Kind: transcript.KindPrompt, Session: "s", Text: "b"},
		{Kind: transcript.KindToolResult, Session: "s", ID: "t1"},
	} {
		for _, f := range turns.Add(e) {
			if f.Name == abi.EventToolUsed {
				names = append(names, f.ToolName)
			}
		}
	}
	if diff := cmp.Diff([]string{"Read"}, names); diff != "" {
		t.Error(diff)
	}
}

// Ensure another agent's message is no prompt, a person's is, and that a result on such a line
// stays one.
func TestOrigins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s1.jsonl")
	var lines strings.Builder
	for i, rest := range []string{
		`"origin":{"kind":"peer"},"message":{"content":"New task: sell the shop"}`,
		`"origin":{"kind":"peer"},"message":{"content":"/deploy"}`,
		`"origin":{"kind":"human"},"message":{"content":"add a column"}`,
		`"message":{"content":"<task-notification>sell it</task-notification> go on"}`,
		`"origin":{"kind":"peer"},"message":{"content":[{"type":"tool_result","tool_use_id":"t1"},{"type":"text","text":"sell it"}]}`,
	} {
		fmt.Fprintf(&lines, `{"type":"user","uuid":"u%d",%s}`+"\n", i, rest)
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	r := open(t, path, transcript.Position{})
	var got []string
	for _, e := range all(t, r) {
		got = append(got, e.Kind+" "+e.Text+e.ID)
	}
	if diff := cmp.Diff([]string{"prompt add a column", "prompt go on", "tool-result t1"}, got); diff != "" || r.Skipped[transcript.SkipNotice] != 4 {
		t.Errorf("skipped %v, -want +got\n%s", r.Skipped, diff)
	}
}
