package session

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure every prompt is there with its first words and what became of it, newest first,
// whether a decision was stored for it or not.
func TestPrompts(t *testing.T) {
	store := openAt(t, filepath.Join(t.TempDir(), "state.db"))
	chosen, none := `{"activate":[{"ref":"skill:db"}],"deactivate":[]}`, `{"activate":[],"deactivate":[]}`
	late := &abi.Fault{Code: abi.Limit, Message: "time: stopped"}
	db := abi.Skill("db")
	type want struct{ outcome, reason string }
	var wanted []want
	ask := func(prompt, command string, made *Decision, change Change, outcome, reason string) {
		t.Helper()
		at := began.Add(time.Duration(len(wanted)) * time.Minute)
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: prompt, Command: command, Time: at})
		if made != nil {
			made.Event, made.At = abi.EventPrompt, at
			_, err := store.Apply("s", recorded.Sequence, change, *made)
			must(t, err)
		} else if outcome == OutcomeFailed {
			must(t, store.SetOutcome("s", recorded.Sequence, outcome, reason))
		}
		wanted = append([]want{{outcome, reason}}, wanted...)
	}
	ask("migrate", "", &Decision{RulesetID: "r", Answer: []byte(chosen)}, Change{Told: []ToldItem{{Ref: db}}}, OutcomeSuggested, "")
	ask("again", "", &Decision{RulesetID: "r", Answer: []byte(chosen)}, Change{}, OutcomeNotTold, "")
	ask("rename", "", &Decision{RulesetID: "r", Answer: []byte(none)}, Change{}, OutcomeNone, "")
	ask("ok", "", &Decision{RulesetID: "r", Answer: []byte(none)}, Change{Neutral: true}, OutcomeShort, "")
	ask("/deploy", "deploy", nil, Change{}, OutcomeCommand, "")
	ask("slow", "", &Decision{Answer: []byte(none), Fault: late, Late: []string{LateRuleset}}, Change{}, OutcomeLate, late.Error())
	ask("scores", "", &Decision{Answer: []byte(chosen), Fault: late, Late: []string{LateModel, LateRuleset}}, Change{Told: []ToldItem{{Ref: db}}}, OutcomeSuggested, "")
	ask("broken", "", &Decision{Answer: []byte(none), Fault: &abi.Fault{Code: abi.Internal, Message: "m"}}, Change{}, OutcomeRuleset, "internal: m")
	ask("fallback", "", &Decision{RulesetID: "other", Answer: []byte(none), Fault: &abi.Fault{Code: abi.Internal, Message: "m"}}, Change{}, OutcomeNone, "")
	ask("no index", "", nil, Change{}, OutcomeFailed, "index: gone")
	ask("killed", "", nil, Change{}, "", "")

	prompts, err := store.Prompts("s", RowsMax)
	must(t, err)
	if len(prompts) != len(wanted) {
		t.Fatalf("got %d prompts, want %d", len(prompts), len(wanted))
	}
	for i, p := range prompts {
		if got := (want{p.Outcome, p.Reason}); got != wanted[i] || p.Number != len(wanted)-i || p.Text == "" {
			t.Errorf("%q: got %+v, prompt %d, want %+v", p.Text, got, p.Number, wanted[i])
		}
	}
	if d := prompts[4].Decision; d == nil || len(d.Late) != 2 {
		t.Errorf("what time ran out for is lost: %+v", d)
	}
	if two, err := store.Prompts("s", 2); err != nil || len(two) != 2 || two[0].Text != "killed" {
		t.Errorf("the newest two: %+v, %v", two, err)
	}
}
