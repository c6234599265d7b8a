package session

import (
	"fmt"
	"path/filepath"
	"testing"
)

// Ensure that 16 sessions at once lose no row and leave no gap, from the file's
// very creation on: nobody made it before they all open it.
func TestManyProcessesOwnSessions(t *testing.T) {
	const processes, events = 16, 12
	path := filepath.Join(t.TempDir(), "fresh", "state.db")
	var waits []func() done
	for i := range processes {
		waits = append(waits, start(t, job{Kind: "record", Path: path, Sessions: []string{fmt.Sprint("s", i)}, Events: events}))
	}
	for _, wait := range waits {
		if d := wait(); d.Recorded != events || d.Err != "" {
			t.Errorf("a process recorded %d of %d: %s", d.Recorded, events, d.Err)
		}
	}
	store := openAt(t, path)
	for i := range processes {
		checkSequence(t, store, fmt.Sprint("s", i), events)
	}
}

// Ensure processes that create a file at once wait for each other at every step
// of it: two sessions may well start together on the first day.
func TestManyProcessesCreate(t *testing.T) {
	const processes, files = 8, 60
	path := filepath.Join(t.TempDir(), "state.db")
	var waits []func() done
	for i := range processes {
		waits = append(waits, start(t, job{Kind: "create", Path: path, Sessions: []string{fmt.Sprint("s", i)}, Events: files}))
	}
	for _, wait := range waits {
		if d := wait(); d.Recorded != files || d.Err != "" {
			t.Errorf("a process recorded in %d of %d files: %s", d.Recorded, files, d.Err)
		}
	}
	for i := range files {
		if got := sessionsLeft(t, openAt(t, fmt.Sprintf("%s.%d", path, i))); len(got) != processes {
			t.Errorf("file %d has %d sessions, want %d", i, len(got), processes)
		}
	}
}

// Ensure hooks of one session that run at once share one gapless sequence, and
// that an item they all activate is active once.
func TestManyProcessesOneSession(t *testing.T) {
	const processes, events = 16, 8
	path := filepath.Join(t.TempDir(), "state.db")
	var waits []func() done
	for range processes {
		waits = append(waits, start(t, job{Kind: "record", Path: path, Sessions: []string{"one"}, Events: events}))
	}
	for _, wait := range waits {
		if d := wait(); d.Recorded != events || d.Err != "" {
			t.Errorf("a process recorded %d of %d: %s", d.Recorded, events, d.Err)
		}
	}
	store := openAt(t, path)
	checkSequence(t, store, "one", processes*events)
	if active, err := store.Active("one"); err != nil || len(active) != 1 {
		t.Errorf("active: got %v, %v", active, err)
	}
	if size, err := store.Size(); err != nil || size.Decisions != processes*events {
		t.Errorf("decisions: got %+v, %v", size, err)
	}
}

func checkSequence(t *testing.T, store *Store, sessionID string, want int) {
	t.Helper()
	var count, low, high, distinct, next int
	err := store.db.QueryRow(`
SELECT count(*), min(m.sequence), max(m.sequence), count(DISTINCT m.sequence), max(s.sequence)
FROM messages m JOIN sessions s USING (session_id) WHERE session_id = ?`, sessionID).Scan(&count, &low, &high, &distinct, &next)
	if err != nil {
		t.Fatal(err)
	}
	if count != want || low != 1 || high != want || distinct != want || next != want {
		t.Errorf("session %s: %d messages numbered %d to %d, %d numbers, want 1 to %d", sessionID, count, low, high, distinct, want)
	}
}
