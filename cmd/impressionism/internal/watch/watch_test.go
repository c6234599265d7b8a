package watch

import (
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/feed"
)

// Ensure a decision that stood first does not come twice, and the next one, which has its id
// because it was taken back, comes.
func TestWantsOnce(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	first := feed.Change{Kind: feed.KindDecision, Decision: 7, Session: "s", Prompt: 1, At: at}
	w := &watcher{shown: map[key]bool{keyOf(first): true}}
	next := first
	next.Prompt, next.At = 2, at.Add(time.Second)
	if w.wants(first) || !w.wants(next) {
		t.Errorf("the first: %v, the next one: %v", w.wants(first), w.wants(next))
	}
}
