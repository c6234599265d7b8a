package why

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure that a prompt on which an item was kept back is not said to ask for nothing,
// whatever the gate thinks of the items that are left.
func TestWhySaysThatAnItemWasKeptBack(t *testing.T) {
	for _, outcome := range []string{session.OutcomeShort, session.OutcomeNone} {
		e := event{event: abi.EventPrompt, outcome: outcome}
		e.decided(nil, session.Made{Decision: session.Decision{
			Event: abi.EventPrompt, Tier: index.TierModel, Answer: []byte("{}"),
			Dropped: []session.Dropped{{Ref: abi.Skill("db"), Why: decide.WhyNever}},
		}})
		if got := e.became(); got != "nothing told" {
			t.Errorf("%s: got %q", outcome, got)
		}
	}
}

// Ensure that plain words have no number from the reasons of the project's own rulesets
// and templates, and that the reasons of others stand as they are written.
func TestReasonsWithoutScore(t *testing.T) {
	for reason, want := range map[string]string{
		"it fits the prompt, similarity=0.78":                                          "it fits the prompt",
		`fits the prompt and its keyword "a, b", similarity=1.00`:                      `fits the prompt and its keyword "a, b"`,
		"fits the prompt by the scores at hand, similarity=0.50; the ruleset was late": "fits the prompt by the scores at hand; the ruleset was late",
		"still fits, similarity=0.64":                                                  "still fits",
		"the team wants similarity=0.78":                                               "the team wants similarity=0.78",
	} {
		if got := withoutScore(reason); got != want {
			t.Errorf("%q: got %q, want %q", reason, got, want)
		}
	}
}
