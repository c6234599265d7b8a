package session_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a session ran from its first event to its end or, where none is known, until some time
// behind its last event; in its workspace, above and below it, and not beside it.
func TestRan(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return at.Add(time.Duration(n) * time.Minute) }
	for _, event := range []abi.Event{
		{Name: abi.EventSessionStarted, SessionID: "ended", Workspace: "/w/app", Time: minute(0)},
		{Name: abi.EventSessionEnded, SessionID: "ended", Workspace: "/w/app", Time: minute(30)},
		{Name: abi.EventSessionStarted, SessionID: "killed", Workspace: "/w/other", Time: minute(100)},
		{Name: abi.EventPrompt, SessionID: "killed", Workspace: "/w/other", Time: minute(120), Prompt: "x"},
		{Name: abi.EventSessionStarted, SessionID: "root", Workspace: "/", Time: minute(500)},
		{Name: abi.EventSessionEnded, SessionID: "root", Workspace: "/", Time: minute(510)},
	} {
		if _, err := store.Record(event, session.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		minute int
		of     string
		want   bool
	}{
		{-1, "", false},
		{0, "", true},
		{15, "", true},
		{30, "", true},
		{31, "", false},
		{15, "/w/app", true},
		{15, "/w/app/", true},
		{15, "/w", true},
		{15, "/w/app/inner", true},
		{15, "/w/ap", false},
		{15, "/w/app2", false},
		{15, "/w/other", false},
		{120, "/w/other", true},
		{129, "/w/other", true},
		{131, "/w/other", false},
		{110, "/w/app", false},
		{505, "/anything", true},
		{520, "/anything", false},
	} {
		if got, err := store.Ran(minute(test.minute), test.of); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}
