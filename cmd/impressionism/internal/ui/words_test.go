package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure the room is drawn as the command counts it: what the user's settings list by name only
// is not hidden, and what the plan makes room for is shown again.
func TestRoomDrawsThePlan(t *testing.T) {
	lines := []shape.BudgetLine{
		{ID: "used", Fate: inspect.Described, Then: inspect.Described, Chars: 50, Uses: 3},
		{ID: "crowding", Fate: inspect.Described, Then: inspect.NameOnly, Chars: 90},
		{ID: "crowded", Fate: inspect.Hidden, Then: inspect.Described, Chars: 40, Uses: 1},
		{ID: "by name", Fate: inspect.NameOnly, Then: inspect.NameOnly, Chars: 30},
		{ID: "still hidden", Fate: inspect.Hidden, Then: inspect.Hidden, Chars: 20},
	}
	now, plan := boxes(shape.Budget{Lines: lines, Plan: &shape.BudgetPlan{}})
	if want := []plot.Box{
		{Chars: 50, Meaning: plot.Told},
		{Chars: 90, Meaning: plot.Ignored},
		{Chars: 30, Meaning: plot.Quiet},
		{Chars: 40, Meaning: plot.Told, Hidden: true},
		{Chars: 20, Meaning: plot.Ignored, Hidden: true},
	}; !slices.Equal(now, want) {
		t.Errorf("now: %+v, want %+v", now, want)
	}
	if want := []plot.Box{
		{Chars: 50, Meaning: plot.Told},
		{Chars: 40, Meaning: plot.Used},
		{Chars: 90, Meaning: plot.Quiet},
		{Chars: 30, Meaning: plot.Quiet},
		{Chars: 20, Meaning: plot.Ignored, Hidden: true},
	}; !slices.Equal(plan, want) {
		t.Errorf("with the plan: %+v, want %+v", plan, want)
	}
	if _, plan := boxes(shape.Budget{Lines: lines}); plan != nil {
		t.Errorf("a plan is drawn where none was asked for: %+v", plan)
	}
}

// Ensure the page does not say of what was near enough that it was not, and makes up no
// threshold for a ruleset that has none.
func TestSilenceIsSaidAsItWas(t *testing.T) {
	p := newPages(pages{})
	needed := &fit.Fit{Needed: &fit.Needed{Similarity: .7}}
	for _, test := range []struct {
		name      string
		score     scored
		want, not string
	}{
		{"too far", scored{Ref: abi.Skill("db"), Similarity: .4, Fit: needed}, ".70 is needed", "fits with"},
		{"near enough", scored{Ref: abi.Skill("db"), Similarity: .96, Enough: true, Fit: needed}, "though db fits with .96, and .70 is needed: it was told before", "nearest"},
		{"no threshold", scored{Ref: abi.Skill("db"), Similarity: .4, Fit: &fit.Fit{}}, "nearest with .40.", "needed"},
	} {
		said := textOf(p.because(trace.Made{}, []scored{test.score}))
		if !strings.Contains(said, test.want) || strings.Contains(said, test.not) {
			t.Errorf("%s: the page says %q", test.name, said)
		}
	}
	if drawn := string(render(p.waterfall(scored{Ref: abi.Skill("db"), Fit: &fit.Fit{Odds: -1}}, 400))); strings.Contains(drawn, "needed") {
		t.Errorf("a threshold is drawn where there is none: %s", drawn)
	}
	if floor := (scored{}).floor(); !math.IsNaN(floor) {
		t.Errorf("the floor is %v where there is none", floor)
	}
	for enough, want := range map[bool]string{true: "nothing was chosen", false: "below the floor"} {
		change := feed.Change{Outcome: session.OutcomeNone, Candidates: []feed.Candidate{{Ref: abi.Skill("db"), Similarity: .8, Enough: enough}}}
		if said := p.silence(change); said != want {
			t.Errorf("the list says %q of a prompt whose best is enough: %t", said, enough)
		}
	}
}

// Ensure rulesets are counted in the charts as in the sentences beside them, and of no
// suggestion none is said to be used.
func TestRulesetsAreCountedOnce(t *testing.T) {
	p := newPages(pages{})
	report := shape.RulesShadowReport{Rulesets: []shape.ShadowReport{{Ruleset: "r", Compared: 97, Same: 90, More: 2, Withdrawals: 5, NotComparable: 4, Faults: 3}}}
	said := textOf(drawShadows(p, query{}, report))
	for _, want := range []string{"90 of 97 events the same", "At 5 only what is withdrawn differs.", "It failed at 3.", "4 could not be compared."} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q: %s", want, said)
		}
	}
	if drawn := string(render(drawShadows(p, query{}, report))); strings.Contains(drawn, "<td>95</td>") || strings.Contains(drawn, ">7<") {
		t.Errorf("the chart adds what the sentence counts apart: %s", drawn)
	}
	none := shape.RulesBacktest{}
	none.Rulesets = append(none.Rulesets, backtest.Result{Name: "builtin/conservative"})
	if said := textOf(drawBacktest(p, query{}, none)); strings.Contains(said, "0 % of them") || !strings.Contains(said, "– of them used") {
		t.Errorf("of no suggestions the page says: %s", said)
	}
}

// Ensure the chart, its table and the words beside them count the same prompts by the same reasons.
func TestFlowIsCountedOnce(t *testing.T) {
	p := newPages(pages{})
	said := textOf(drawFlow(p, query{width: 1200}, shape.Digest{Flow: shape.DigestFlow{
		Prompts: 120, About: 60, Answered: 33, Nothing: 13, NotTold: 9, Failed: 5, Short: 31, Commands: 22, Unknown: 7, Suggested: 40, Elsewhere: 4, Open: 40,
	}}))
	for _, want := range []string{
		"27 no suggestion", "60 not about something",
		"nothing fitted13", "what fitted was told before or is never wanted9", "the answer failed5", "about nothing in particular31", "called a command22", "nothing is known7",
		"31 were about nothing in particular and 22 called a command; at 13 nothing fitted, at 9 what fitted was told before or is never wanted, at 5 the answer failed; of 7 nothing is known.",
		"40 suggestions, 4 of them where a session began or a file was used",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q: %s", want, said)
		}
	}
}

// Ensure no two wordings have one name.
func TestWordingNames(t *testing.T) {
	all := []shape.LedgerWording{{Wording: "firm-1a"}, {Wording: "soft-2b"}, {Wording: "firm-3c"}, {Wording: ""}, {Wording: "beside-4d"}}
	for i, want := range []string{"firm-1a", "soft", "firm-3c", "", "beside"} {
		if got := wordingName(all[i].Wording, all); got != want {
			t.Errorf("%q is called %q, want %q", all[i].Wording, got, want)
		}
	}
}

// textOf is what a reader sees of markup.
func textOf(n node) string {
	var text strings.Builder
	inside := false
	for _, r := range string(render(n)) {
		switch {
		case r == '<':
			inside = true
		case r == '>':
			inside = false
		case !inside:
			text.WriteRune(r)
		}
	}
	return text.String()
}
