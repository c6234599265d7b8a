package session

import (
	"fmt"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that a period counts its own sessions, prompts and suggestions, each
// suggestion by what became of it, and nothing of the time before.
func TestDigest(t *testing.T) {
	store := openTest(t)
	minute := 0
	event := func(session string, e abi.Event) Recorded {
		minute++
		e.SessionID, e.Workspace, e.Time = session, "/w", began.Add(time.Duration(minute)*time.Minute)
		return mustRecord(t, store, e)
	}
	tell := func(session string, recorded Recorded, ids ...string) {
		t.Helper()
		change := Change{Activate: entries(ids), Told: asTold(ids)}
		at := began.Add(time.Duration(minute) * time.Minute)
		if _, err := store.Apply(session, recorded.Sequence, change, Decision{Event: abi.EventPrompt, At: at, RulesetID: "test/one"}); err != nil {
			t.Fatal(err)
		}
	}
	tell("before", event("before", abi.Event{Name: abi.EventPrompt, Prompt: "p"}), "past")
	since := began.Add(time.Duration(minute+1) * time.Minute)
	tell("s", event("s", abi.Event{Name: abi.EventPrompt, Prompt: "p"}), "now", "late", "never", "open")
	event("s", abi.Event{Name: abi.EventToolUsed, ToolName: "Skill", Invoked: "now"})
	for n := range UsedPrompts + 1 {
		event("s", abi.Event{Name: abi.EventPrompt, Prompt: fmt.Sprint(n)})
	}
	event("s", abi.Event{Name: abi.EventToolUsed, ToolName: "Skill", Invoked: "late"})
	tell("t", event("t", abi.Event{Name: abi.EventPrompt, Prompt: "p"}), "fresh")
	minute++ // what is told where a session starts answers no prompt, and its session has none
	mustRecord(t, store, abi.Event{Name: abi.EventSessionStarted, SessionID: "u", Workspace: "/w", Time: began.Add(time.Duration(minute) * time.Minute)})
	tell("u", Recorded{}, "pinned")
	period, err := store.Period(since)
	got := period.Digest()
	want := Digest{Sessions: 2, Prompts: 6, Answered: 2, Suggested: 6, Invoked: 1, Late: 1, Ignored: 2}
	if err != nil || got != want {
		t.Errorf("got %+v, want %+v, %v", got, want, err)
	}
	if period, err = store.Period(began.AddDate(1, 0, 0)); err != nil || period.Digest() != (Digest{}) {
		t.Errorf("a year later: got %+v, %v", period, err)
	}
}
