package backtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/stats"
)

func played(t *testing.T, rulesets []backtest.Ruleset, lines ...string) backtest.Report {
	t.Helper()
	run := backtest.New(rulesets, places, backtest.Options{Examples: 2})
	for _, h := range story(t, lines...) {
		if err := run.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	return run.Report()
}

func one(t *testing.T, lines ...string) (backtest.Report, backtest.Result) {
	t.Helper()
	report := played(t, []backtest.Ruleset{answering("x")}, lines...)
	return report, report.Rulesets[0]
}

func share(r stats.Rate) string { return fmt.Sprintf("%d/%d", r.Count, r.Of) }

// Ensure a suggestion counts as used from its own turn to three prompts after it,
// by whomever, once; and that a use counts as foreseen if the model had heard of
// the item in the same stretch of context, lately or while it stayed active.
func TestCredit(t *testing.T) {
	for name, test := range map[string]struct {
		lines             []string
		precision, recall string
		late              int
	}{
		"same turn":             {[]string{"prompt +a", "use a"}, "1/1", "1/1", 0},
		"three prompts after":   {[]string{"prompt +a", "prompt x", "prompt x", "prompt x", "use a"}, "1/1", "1/1", 0},
		"four, still active":    {[]string{"prompt +a", "prompt x", "prompt x", "prompt x", "prompt x", "use a"}, "0/1", "1/1", 1},
		"four, withdrawn":       {[]string{"prompt +a", "prompt x", "prompt -a", "prompt x", "prompt x", "use a"}, "0/1", "0/1", 1},
		"by the user":           {[]string{"prompt +a", "/a"}, "1/1", "1/1", 0},
		"before":                {[]string{"prompt x", "use a", "prompt +a"}, "0/1", "0/1", 0},
		"never":                 {[]string{"prompt +a", "prompt x"}, "0/1", "0/0", 0},
		"activated, not told":   {[]string{"prompt ~a", "use a"}, "0/0", "0/1", 0},
		"twice in a stretch":    {[]string{"prompt +a", "use a", "use a", "prompt x", "use a"}, "1/1", "1/1", 0},
		"after a compaction":    {[]string{"prompt +a", "compact", "prompt x", "use a"}, "1/1", "0/1", 0},
		"used again after one":  {[]string{"prompt +a", "use a", "compact", "prompt +a", "use a"}, "2/2", "2/2", 0},
		"of another session":    {[]string{"prompt +a", "end", "session s2", "prompt x", "use a"}, "0/1", "0/1", 0},
		"not in the catalog":    {[]string{"prompt +a", "use gone", "/gone"}, "0/1", "0/0", 0},
		"the right one of two":  {[]string{"prompt +a +b", "use b"}, "1/2", "1/1", 0},
		"two at once":           {[]string{"prompt +a +b", "use a+b"}, "2/2", "2/2", 0},
		"a subscribed silence":  {[]string{"prompt x", "prompt x"}, "0/0", "0/0", 0},
		"in the turn of a call": {[]string{"/b", "use a"}, "0/0", "0/2", 0},
	} {
		_, r := one(t, test.lines...)
		if share(r.Precision) != test.precision || share(r.Recall) != test.recall || r.Late != test.late {
			t.Errorf("%s: precision %s, recall %s, late %d; want %s, %s, %d", name, share(r.Precision), share(r.Recall), r.Late, test.precision, test.recall, test.late)
		}
	}
}

// Ensure a report counts prompts, sessions, calls and times, and names what was
// invoked that is not there today.
func TestCounts(t *testing.T) {
	report, r := one(t, "prompt +a fault!", "/b", "/compact", "use c", "end", "session s2", "stop 1", "end", "session s3", "prompt hm", "use gone", "use gone")
	report.Rulesets = nil
	want := backtest.Report{
		Sessions: 2, Prompts: 2, Commands: 1, OtherCommands: 1, From: began, To: began.Add(9 * time.Minute),
		Invoked: backtest.Invoked{ByModel: 1, ByUser: 1, Unknown: map[string]int{"gone": 2}},
	}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if share(r.Spoke) != "1/2" || r.Neutral != 1 || r.Faults[abi.Limit] != 1 || share(r.RecallUser) != "0/1" || share(r.RecallModel) != "0/1" {
		t.Errorf("got %+v", r)
	}
}

// Ensure a place of the sources is heard and costs, and is no suggestion: no event tells its use.
func TestPlaces(t *testing.T) {
	_, r := one(t, "prompt +#p", "prompt +#p +a", "use a", "prompt x")
	if share(r.Spoke) != "2/3" || r.Tokens.Said != 6 || r.Suggestions != 1 || share(r.Precision) != "1/1" || r.Activated != 1 || len(r.Examples.Unused) != 0 || len(r.Items) != 1 {
		t.Errorf("got %+v", r)
	}
}

// Ensure tokens are a quarter of the UTF-16 units, rounded up, and are carried by
// each request until the context is compacted or the session ends.
func TestTokens(t *testing.T) {
	_, r := one(t, "prompt +a", "stop 2", "prompt x", "stop 3", "prompt +b", "stop 1", "compact", "prompt x", "stop 5", "end", "session s2", "prompt x", "stop 7")
	if want := (backtest.Tokens{Said: 6, PerPrompt: 1.2, Carried: 3*2 + 3*3 + 6}); r.Tokens != want {
		t.Errorf("got %+v, want %+v", r.Tokens, want)
	}
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "🎉🎉": 1, "🎉🎉é": 2} {
		if got := backtest.Estimate(text); got != want {
			t.Errorf("%q: got %d tokens, want %d", text, got, want)
		}
	}
}

// Ensure an item is hidden by what the session itself shows, and only without any
// listing by today's budget.
func TestHidden(t *testing.T) {
	report, r := one(t,
		"listed a=bare b=shown d=shown", "prompt ~a +b", "prompt +a", "use a", "prompt +d", "end",
		"session s2", "prompt +d", "prompt +a", "use d")
	if want := (backtest.Hidden{Prompts: 3, Told: 2, Used: 2}); r.Hidden != want || report.ListedSessions != 1 {
		t.Errorf("got %+v of %d listed sessions, want %+v", r.Hidden, report.ListedSessions, want)
	}
	if len(r.Examples.Hidden) != 2 || r.Examples.Hidden[1].Item.ID != "d" || r.Examples.Hidden[1].Session != "s2" {
		t.Errorf("got %+v", r.Examples.Hidden)
	}
}

// Ensure an item flaps that comes back within five prompts of being withdrawn,
// and no other.
func TestFlapping(t *testing.T) {
	back := func(prompts int) []string {
		lines := []string{"prompt ~a", "prompt -a"}
		for range prompts - 1 {
			lines = append(lines, "prompt x")
		}
		return append(lines, "prompt ~a")
	}
	for prompts, want := range map[int]int{1: 1, 5: 1, 6: 0} {
		if _, r := one(t, back(prompts)...); r.Flapping.Times != want || r.Flapping.Items != want || len(r.Examples.Flaps) != want {
			t.Errorf("back after %d prompts: got %+v", prompts, r.Flapping)
		}
	}
	if _, r := one(t, "prompt ~a ~b", "prompt ~a", "prompt -a", "prompt ~a", "prompt -a", "prompt ~a -b -c"); r.Flapping.Times != 2 || r.Flapping.Items != 1 || r.Deactivated != 3 || r.Activated != 4 {
		t.Errorf("got %+v", r)
	}
	if _, r := one(t, "prompt ~a", "prompt -a", "end", "session s2", "prompt ~a"); r.Flapping.Times != 0 {
		t.Errorf("across sessions: got %+v", r.Flapping)
	}
}

// Ensure examples are the first of their sort, no more than wanted, and that
// items are told most suggested first.
func TestExamples(t *testing.T) {
	_, r := one(t, "prompt +a", "use a", "prompt +b one", "prompt +b two", "prompt +b three", "use c", "prompt "+strings.Repeat("é", 300))
	if len(r.Examples.Unused) != 2 || r.Examples.Unused[0].Prompt != "+b one" || r.Examples.Used[0].Item.ID != "a" || r.Examples.Missed[0].Item.ID != "c" || r.Examples.Missed[0].Number != 4 {
		t.Errorf("got %+v", r.Examples)
	}
	if r.Items[0].Ref.ID != "b" || r.Items[0].Told != 3 || r.Items[1].Ref.ID != "a" || r.Items[1].Used != 1 || r.Items[2].Invoked != 1 {
		t.Errorf("got %+v", r.Items)
	}
}

// Ensure two rulesets are compared prompt by prompt, where they part is counted
// by who spoke, and prompts come first after which something told was used.
func TestComparison(t *testing.T) {
	report := played(t, []backtest.Ruleset{answering("x"), answering("y")},
		"prompt +a", "prompt x:+b", "prompt y:+c", "use c", "prompt x:+d y:+e", "prompt x:~b", "prompt x:-b y:-c", "prompt +a x:+c", "use c", "prompt nothing")
	c := *report.Compared
	examples := c.Examples
	c.Examples = nil
	want := backtest.Comparison{Prompts: 8, Same: 2, OnlyA: 1, OnlyB: 1, Otherwise: 2, Unheard: 2, UsedA: 1, UsedB: 1}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(examples) != 2 || examples[0].Number != 3 || examples[1].Number != 7 {
		t.Fatalf("got %+v", examples)
	}
	skill := func(id string) []abi.Ref { return []abi.Ref{abi.Skill(id)} }
	first := backtest.Differing{
		Moment:   backtest.Moment{Session: "s1", Workspace: "/w", At: began.Add(2 * time.Minute), Number: 3, Prompt: "y:+c"},
		Decision: backtest.Difference{Activated: backtest.Parted{OnlyA: []abi.Ref{}, OnlyB: skill("c")}, Deactivated: backtest.Parted{OnlyA: []abi.Ref{}, OnlyB: []abi.Ref{}}},
		ToldA:    []abi.Ref{}, ToldB: skill("c"), Used: skill("c"),
	}
	if diff := cmp.Diff(first, examples[0]); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Ensure a host that fails ends the run and says for whom.
func TestHostFails(t *testing.T) {
	run := backtest.New([]backtest.Ruleset{answering("x")}, places, backtest.Options{})
	var err error
	for _, h := range story(t, "prompt fail!") {
		err = errors.Join(err, run.Add(h))
	}
	if err == nil || !strings.Contains(err.Error(), "ask x: broken host") {
		t.Errorf("got %v", err)
	}
}
