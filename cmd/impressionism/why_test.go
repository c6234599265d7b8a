package main

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/session"
)

// Ensure that a prompt on which an item was kept back is not said to ask for nothing,
// whatever the gate thinks of the items that are left.
func TestWhySaysThatAnItemWasKeptBack(t *testing.T) {
	for _, outcome := range []string{session.OutcomeShort, session.OutcomeNone} {
		e := whyEvent{event: abi.EventPrompt, outcome: outcome}
		e.decided(nil, session.Made{Decision: session.Decision{
			Event: abi.EventPrompt, Tier: host.TierModel, Answer: []byte("{}"),
			Dropped: []session.Dropped{{Key: session.Key{Kind: abi.KindSkill, ID: "db"}, Why: host.WhyNever}},
		}})
		if got := e.became(); got != "nothing told" {
			t.Errorf("%s: got %q", outcome, got)
		}
	}
}
