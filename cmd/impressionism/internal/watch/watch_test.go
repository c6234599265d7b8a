package watch

import (
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/store/session"
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

// Ensure a prompt of which nothing was told says why: what was near enough is not said to be too
// far, and one item's reason is not said of all.
func TestNothingIsSaidAsItWas(t *testing.T) {
	near := []feed.Candidate{{Ref: abi.Skill("db"), Similarity: .96, Enough: true}}
	far := []feed.Candidate{{Ref: abi.Skill("db"), Similarity: .4}}
	dropped := []feed.Dropped{{Ref: abi.Skill("other"), Why: "it is never wanted"}}
	for want, c := range map[string]feed.Change{
		"nothing was chosen":                       {Outcome: session.OutcomeNone, Candidates: near},
		"nothing fitted (nearest: db .40)":         {Outcome: session.OutcomeNone, Candidates: far},
		"nothing fitted":                           {Outcome: session.OutcomeNone},
		"nothing new":                              {Outcome: session.OutcomeNotTold, Candidates: near},
		"nothing told (other: it is never wanted)": {Outcome: session.OutcomeNotTold, Candidates: near, Dropped: dropped},
	} {
		c.Event = abi.EventPrompt
		if got := became(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
