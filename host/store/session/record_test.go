package session

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/store/sqlite"
	"github.com/google/go-cmp/cmp"
)

func mustRecord(t testing.TB, store *Store, event abi.Event) Recorded {
	t.Helper()
	if event.Time.IsZero() {
		event.Time = began
	}
	recorded, err := store.Record(event, Policy{Used: catalog.Kinds{skill.Kind, command.Kind}.Used})
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

// Ensure the first event makes the session with its workspace and start, and
// later ones move it without changing either; an unknown workspace is filled in
// when it becomes known.
func TestRecordSession(t *testing.T) {
	store := openTest(t)
	got := mustRecord(t, store, abi.Event{Name: abi.EventSessionStarted, SessionID: "s"})
	if want := (Recorded{First: true, StartedAt: began}); got != want {
		t.Errorf("first: got %+v want %+v", got, want)
	}
	for i, workspace := range []string{"/w", "/other"} {
		got = mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: workspace, Time: began.Add(time.Hour)})
		if want := (Recorded{Sequence: int64(i + 1), StartedAt: began, Workspace: "/w", Prompts: i + 1}); got != want {
			t.Errorf("event %d: got %+v want %+v", i+2, got, want)
		}
	}
	var lastActive int64
	if err := store.db.QueryRow("SELECT last_active FROM sessions").Scan(&lastActive); err != nil || fromMillis(lastActive) != began.Add(time.Hour) {
		t.Errorf("last active: got %v, %v", fromMillis(lastActive), err)
	}
}

// Ensure an event without a session leaves nothing, and one with an absurd id is
// refused rather than stored.
func TestRecordWithoutSession(t *testing.T) {
	store := openTest(t)
	if got := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, Prompt: "x"}); got != (Recorded{}) {
		t.Errorf("got %+v", got)
	}
	if _, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: strings.Repeat("x", SessionIDBytesMax+1), Time: began}, Policy{}); err == nil {
		t.Error("an id over the limit was taken")
	}
	if id, err := store.Apply("", 0, Change{}, Decision{}); id != 0 || err != nil {
		t.Errorf("decision without session: got %d, %v", id, err)
	}
	if _, err := store.Apply("unknown", 1, Change{}, Decision{}); err == nil {
		t.Error("a decision for an unknown session was taken")
	}
	if size, err := store.Size(); err != nil || size.Sessions+size.Messages+size.Decisions != 0 {
		t.Errorf("size: got %+v, %v", size, err)
	}
}

// Ensure a message's vector comes back with its model, a damaged one is left out
// without hiding the message, and questions are bounded.
func TestEmbeddings(t *testing.T) {
	store := openTest(t)
	for range 3 {
		mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "hello"})
	}
	vector := []float32{0.5, -1}
	for sequence := int64(2); sequence <= 3; sequence++ {
		if err := store.SetEmbedding("s", sequence, "tiny", vector); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.SetEmbedding("s", 9, "tiny", vector); err == nil {
		t.Error("a vector for a message that is not there was taken")
	}
	if _, err := store.db.Exec("UPDATE messages SET content_embedding = x'0102' WHERE sequence = 3"); err != nil {
		t.Fatal(err)
	}
	got, err := store.Messages("s", 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	hello := func(sequence int64) abi.Message {
		return abi.Message{Role: "user", Content: "hello", Sequence: sequence}
	}
	want := []Message{{Message: hello(1)}, {Message: hello(2), Vector: vector, Model: "tiny"}, {Message: hello(3), Model: "tiny"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 9: 3} {
		if got, err := store.Messages("s", n); err != nil || len(got) != want || want == 1 && got[0].Sequence != 3 {
			t.Errorf("last %d messages: got %+v, %v", n, got, err)
		}
	}
}

// Ensure a state.db of a later version is refused with words that help, and is
// left as it is.
func TestOpenNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	store := openAt(t, path)
	if _, err := store.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path, Options{})
	if err == nil || !strings.Contains(err.Error(), "upgrade impressionism") {
		t.Fatalf("got %v", err)
	}
	if sqlite.IsCorrupt(err) {
		t.Error("it would be salvaged")
	}
}
