package session_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure sessions with prompts come last touched first, within the limits asked
// for, and each gives all its messages in order, also beyond one page.
func TestPast(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	record := func(id, name string, hours int) {
		t.Helper()
		event := abi.Event{Name: name, SessionID: id, Workspace: "/w", Time: at.Add(time.Duration(hours) * time.Hour), Prompt: fmt.Sprint(hours), ToolName: "Bash"}
		if event.Name == abi.EventToolUsed {
			event.Agent = "a1"
		}
		if _, err := store.Record(event, session.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	record("empty", abi.EventSessionStarted, 9)
	record("old", abi.EventPrompt, 0)
	record("new", abi.EventPrompt, 1)
	for hours := range session.RowsMax + 5 {
		record("new", abi.EventToolUsed, hours)
	}
	record("new", abi.EventSessionEnded, 3)
	for _, test := range []struct {
		since time.Time
		limit int
		want  string
	}{{time.Time{}, 0, "new old"}, {time.Time{}, 1, "new"}, {at.Add(time.Minute), 0, "new"}} {
		past, err := store.Past(test.since, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range past {
			got += " " + p.SessionID
		}
		if got != " "+test.want || past[0].Workspace != "/w" || !past[0].Ended {
			t.Errorf("got %q, %+v; want %s", got, past[0], test.want)
		}
	}
	count, last := 0, int64(0)
	err = store.Walk("new", func(l session.Logged) error {
		if l.Sequence != last+1 || (count == 0) != (l.Event == abi.EventPrompt && l.Preview == "1") || (count > 0) != (l.Tool == "Bash" && l.Agent == "a1") {
			t.Errorf("message %d is %+v", count, l)
		}
		count, last = count+1, l.Sequence
		return nil
	})
	if err != nil || count != session.RowsMax+6 {
		t.Errorf("got %d messages, %v", count, err)
	}
}

// Ensure a moment in which the clock was ahead does not keep a session the newest: the order of
// messages counts.
func TestNewest(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		id, workspace, name string
		at                  time.Time
		here, anywhere      string
	}{
		{"ahead", "/w", abi.EventPrompt, at.AddDate(1, 0, 0), "ahead", "ahead"},
		{"ahead", "/w", abi.EventToolUsed, at, "ahead", "ahead"},
		{"now", "/w", abi.EventPrompt, at.Add(time.Minute), "now", "now"},
		{"other", "/x", abi.EventPrompt, at.Add(2 * time.Minute), "now", "other"},
		{"empty", "/w", abi.EventSessionStarted, at.Add(3 * time.Minute), "now", "other"},
		{"ahead", "/w", abi.EventPrompt, at.Add(4 * time.Minute), "ahead", "ahead"},
	} {
		if _, err := store.Record(abi.Event{Name: step.name, SessionID: step.id, Workspace: step.workspace, Time: step.at, Prompt: "p", ToolName: "Bash"}, session.Policy{}); err != nil {
			t.Fatal(err)
		}
		for workspace, want := range map[string]string{"/w": step.here, "": step.anywhere} {
			if got, err := store.Newest(workspace); err != nil || got.SessionID != want {
				t.Errorf("after %s of %s: newest of %q is %s, %v, want %s", step.name, step.id, workspace, got.SessionID, err, want)
			}
		}
		if all, err := store.SessionsSince(at, 10); err != nil || all[0].SessionID != step.anywhere {
			t.Errorf("after %s of %s: the first is %+v, %v, want %s", step.name, step.id, all, err, step.anywhere)
		}
	}
}
