package session

import (
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that of decisions at the same time which tell an item once one is stored, that a
// decision whose answer nobody read leaves nothing behind, and that the item may be told again
// then and after a compaction, but for one of a subagent's.
func TestOnce(t *testing.T) {
	store, err := Open(t.TempDir()+"/state.db", Options{Busy: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	if _, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "p", Time: now}, Policy{}); err != nil {
		t.Fatal(err)
	}
	ref := abi.Ref{Kind: abi.KindLesson, ID: "L-aaaa2"}
	change := Change{Once: true, Told: []ToldItem{{Ref: ref, Chars: 90}}, Activate: []abi.Entry{{Ref: ref, Reason: "r"}}}
	made := Decision{Event: abi.EventFileTouched, At: now, Answer: json.RawMessage(`{}`), Said: "x"}
	tell := func() (int64, error) { return store.Apply("s", 0, change, made) }

	var wait sync.WaitGroup
	var stored, refused atomic.Int64
	for range 16 {
		wait.Go(func() {
			switch id, err := tell(); {
			case err == nil:
				stored.Store(id)
			case errors.Is(err, ErrTold):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	known, err := store.Told("s")
	items, chars := known.Of(abi.KindLesson)
	if err != nil || refused.Load() != 15 || known.ByItem[ref].Count != 1 || known.ByItem[ref].Chars != 90 || items != 1 || chars != 90 {
		t.Fatalf("%d refused, told %+v, %v", refused.Load(), known, err)
	}
	if err := store.TakeBack(stored.Load()); err != nil {
		t.Fatal(err)
	}
	known, err = store.Told("s")
	active, more := store.Active("s")
	decisions, last := store.Decisions("s", 10)
	if errors.Join(err, more, last) != nil || len(known.ByItem) != 0 || len(active) != 0 || len(decisions) != 0 {
		t.Fatalf("after it was taken back: %+v, %+v, %+v", known, active, decisions)
	}
	if _, err := tell(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Record(abi.Event{Name: abi.EventSessionStarted, SessionID: "s", Source: "compact", Time: now, Agent: "a1"}, Policy{}); err != nil {
		t.Fatal(err)
	}
	if _, err := tell(); !errors.Is(err, ErrTold) {
		t.Errorf("after a subagent's compaction: %v", err)
	}
	if _, err := store.Record(abi.Event{Name: abi.EventSessionStarted, SessionID: "s", Source: "compact", Time: now}, Policy{}); err != nil {
		t.Fatal(err)
	}
	if _, err := tell(); err != nil {
		t.Errorf("after a compaction: %v", err)
	}
}
