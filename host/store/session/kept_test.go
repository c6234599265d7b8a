package session

import (
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure an event that was recorded is known again, so that it is never recorded
// twice, and that one like it is not taken for it.
func TestHas(t *testing.T) {
	store := openTest(t)
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "write a test", Time: began}
	policy := Policy{PreviewChars: 5}
	has := func(event abi.Event) bool {
		t.Helper()
		has, err := store.Has(event, policy)
		if err != nil {
			t.Fatal(err)
		}
		return has
	}
	if has(event) {
		t.Error("it was there before it was recorded")
	}
	if _, err := store.Record(event, policy); err != nil {
		t.Fatal(err)
	}
	if !has(event) {
		t.Error("it is not known again")
	}
	for what, change := range map[string]func(*abi.Event){
		"session": func(e *abi.Event) { e.SessionID = "other" },
		"time":    func(e *abi.Event) { e.Time = began.Add(time.Millisecond) },
		"prompt":  func(e *abi.Event) { e.Prompt = "read a test" },
		"event":   func(e *abi.Event) { e.Name, e.Message = abi.EventTurnEnded, e.Prompt },
		"kind":    func(e *abi.Event) { e.Name = abi.EventCompacting },
	} {
		other := event
		if change(&other); has(other) {
			t.Errorf("one with another %s was taken for it", what)
		}
	}
}
