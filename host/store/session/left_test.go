package session

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// onBranch stores the head that an event finds.
func onBranch(branch string) Policy {
	return Policy{Head: func(event abi.Event) (Head, bool) {
		return Head{Branch: branch, Commit: "c0ffee " + event.Name}, branch != ""
	}}
}

func put(t *testing.T, store *Store, id, name string, at time.Time, policy Policy) {
	t.Helper()
	_, err := store.Record(abi.Event{Name: name, SessionID: id, Workspace: "/w", Time: at, Prompt: "do it"}, policy)
	must(t, err)
}

func leftOf(t *testing.T, store *Store, id string) Left {
	t.Helper()
	left, err := store.Left(id)
	must(t, err)
	return left
}

// Ensure branch and commit are those of the end of the last turn, are not asked for where
// nothing can have changed them, and stay where they are not known.
func TestLeft(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	put(t, store, "one", abi.EventPrompt, began, onBranch("wrong"))
	if got := leftOf(t, store, "one"); got.Branch != "" || got.Commit != "" || !got.Free(began) {
		t.Errorf("before a turn ended: %+v", got)
	}
	put(t, store, "one", abi.EventTurnEnded, began.Add(time.Second), onBranch("topic"))
	put(t, store, "one", abi.EventToolUsed, began.Add(2*time.Second), onBranch("wrong"))
	put(t, store, "one", abi.EventSessionEnded, began.Add(3*time.Second), onBranch(""))
	got := leftOf(t, store, "one")
	if got.Branch != "topic" || got.Commit != "c0ffee turn_ended" || !got.Ended || !got.LastAt.Equal(began.Add(2*time.Second)) || !got.LastActive.Equal(began.Add(3*time.Second)) {
		t.Errorf("got %+v", got)
	}
	put(t, store, "one", abi.EventTurnEnded, began.Add(4*time.Second), onBranch(string(make([]byte, HeadBytesMax+1))))
	if got := leftOf(t, store, "one"); got.Branch != "topic" {
		t.Errorf("a branch of more than a kilobyte is stored: %d bytes", len(got.Branch))
	}
	if _, err := store.Left("two"); !errors.Is(err, ErrNoSession) {
		t.Errorf("got %v", err)
	}
}

// Ensure branch and commit are those of the folder in which the session began, whatever is checked
// out in one that it went to since, and stay where they are not known of that folder.
func TestLeftFromElsewhere(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	branches := map[string]string{"/w": "main", "/w/sub": "dev"}
	policy := Policy{Head: func(event abi.Event) (Head, bool) {
		branch, known := branches[event.Workspace]
		return Head{Branch: branch, Commit: "of " + branch}, known
	}}
	put(t, store, "one", abi.EventPrompt, began, policy)
	for i, name := range []string{abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded} {
		branches["/w"] = "main after " + name
		if name == abi.EventSessionEnded {
			delete(branches, "/w")
		}
		recorded, err := store.Record(abi.Event{Name: name, SessionID: "one", Workspace: "/w/sub", Time: began.Add(time.Duration(i+1) * time.Second)}, policy)
		must(t, err)
		want := "main after " + name
		if name == abi.EventSessionEnded {
			want = "main after " + abi.EventCompacting
		}
		if got := leftOf(t, store, "one"); got.Branch != want || got.Commit != "of "+want || recorded.Workspace != "/w" {
			t.Errorf("%s: got %q at %q in %q, want %q", name, got.Branch, got.Commit, recorded.Workspace, want)
		}
	}
}

// Ensure the session that comes before another one is the one of its workspace that somebody
// worked in last, and that whether it may still run is known.
func TestLastLeft(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	put(t, store, "early", abi.EventPrompt, began, Policy{})
	put(t, store, "late", abi.EventPrompt, began.Add(time.Hour), Policy{})
	put(t, store, "quiet", abi.EventSessionStarted, began.Add(2*time.Hour), Policy{})
	put(t, store, "me", abi.EventPrompt, began.Add(3*time.Hour), Policy{})
	got, err := store.LastLeft("/w", "me")
	if err != nil || got.SessionID != "late" {
		t.Errorf("got %+v, %v", got, err)
	}
	if !got.MayRun(began.Add(time.Hour+time.Minute)) || got.MayRun(began.Add(3*time.Hour)) {
		t.Error("a session without an end runs for ever, or not at all")
	}
	if got.MayRun(began) {
		t.Error("a session runs of which the clock says that it will")
	}
	put(t, store, "back", abi.EventPrompt, began.Add(time.Minute), Policy{})
	if got, err := store.LastLeft("/w", "me"); err != nil || got.SessionID != "back" {
		t.Errorf("after the clock jumped back: got %+v, %v", got, err)
	}
	put(t, store, "late", abi.EventPrompt, began.Add(2*time.Minute), Policy{})
	if got := leftOf(t, store, "late"); !got.MayRun(began.Add(3*time.Minute)) || got.MayRun(began.Add(2*time.Minute+ranGrace)) {
		t.Error("a session runs not on, or for ever, after the clock was set back in it")
	}
	if _, err := store.LastLeft("/elsewhere", "me"); !errors.Is(err, ErrNoSession) {
		t.Errorf("another workspace: %v", err)
	}
}

// Ensure of sessions that start at once one is told, that another is told where nobody asked
// anything in the first one or where the session went on, and none once the user cleared it.
func TestHandOn(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	put(t, store, "one", abi.EventPrompt, began, Policy{})
	var wait sync.WaitGroup
	var mutex sync.Mutex
	told := 0
	for i := range 16 {
		id := fmt.Sprint("next", i)
		put(t, store, id, abi.EventSessionStarted, began, Policy{})
		wait.Go(func() {
			noted, err := store.HandOn("one", id, began)
			mutex.Lock()
			defer mutex.Unlock()
			if err != nil {
				t.Error(err)
			}
			if noted {
				told++
			}
		})
	}
	wait.Wait()
	if told != 1 {
		t.Fatalf("%d sessions are told, want 1", told)
	}
	at := began
	again := func(want bool, why string) {
		t.Helper()
		if noted, err := store.HandOn("one", "later", at); err != nil || noted != want {
			t.Errorf("%s: got %v, %v", why, noted, err)
		}
	}
	again(false, "told")
	at = began.Add(ranGrace - time.Millisecond)
	again(false, "the one that was told may still run")
	at = began.Add(ranGrace)
	again(true, "nobody asked anything in the one that was told, and it was killed")
	must(t, store.KeepBack("one", "later"))
	put(t, store, "ahead", abi.EventSessionStarted, began.Add(day), Policy{})
	if noted, err := store.HandOn("one", "ahead", began.Add(day)); !noted || err != nil {
		t.Fatal(noted, err)
	}
	if got := leftOf(t, store, "one"); got.Free(began.Add(day)) || !got.Free(began) {
		t.Errorf("after the clock was set back: got %+v", got)
	}
	at = began
	again(true, "the clock was set back since")
	must(t, store.KeepBack("one", "later"))
	to := "next0"
	if noted, err := store.HandOn("one", to, at); !noted || err != nil {
		t.Fatal(noted, err)
	}
	put(t, store, to, abi.EventSessionEnded, began, Policy{})
	again(true, "nobody asked anything in the one that was told")
	must(t, store.KeepBack("one", "other"))
	again(false, "what another session was told was taken back")
	must(t, store.KeepBack("one", "later"))
	again(true, "nobody read it")
	put(t, store, "one", abi.EventTurnEnded, began, Policy{})
	again(false, "its turn ended")
	put(t, store, "one", abi.EventPrompt, began, Policy{})
	again(true, "it went on")
	must(t, store.ClearLeft("one"))
	again(false, "cleared")
	if got := leftOf(t, store, "one"); got.HandedTo != Cleared || got.Free(began.Add(day)) {
		t.Errorf("got %+v", got)
	}
	if err := store.ClearLeft("none"); !errors.Is(err, ErrNoSession) {
		t.Errorf("got %v", err)
	}
}

// Ensure the events of a session come back as what was kept of them, in their order, and that a
// subagent's are none of them.
func TestEvents(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	for _, event := range []abi.Event{
		{Name: abi.EventSessionStarted},
		{Name: abi.EventPrompt, Prompt: "fix it"},
		{Name: abi.EventToolUsed, ToolName: "Edit", ToolInput: `{"file_path":"a.go"}`},
		{Name: abi.EventToolUsed, ToolName: "Write", Agent: "a1"},
		{Name: abi.EventTurnEnded, Message: "done"},
	} {
		event.SessionID, event.Time = "one", began
		_, err := store.Record(event, Policy{PreviewChars: 10})
		must(t, err)
	}
	got, err := store.Events("one", 2)
	if err != nil || len(got) != 2 || got[0].ToolName != "Edit" || got[0].ToolInput != `{"file_pat` || got[1].Message != "done" || !got[1].Time.Equal(began) {
		t.Errorf("got %+v, %v", got, err)
	}
}
