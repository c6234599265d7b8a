package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure a comparison tells a difference from chance, and the prompts behind it
// with what became of them.
func TestCompare(t *testing.T) {
	var queries, labels, before, after strings.Builder
	for i := range 40 {
		fmt.Fprintf(&queries, "{\"id\":\"q%d\",\"text\":\"prompt %d\"}\n", i, i)
		fmt.Fprintf(&labels, "{\"id\":\"q%d\",\"gold\":[[\"a\"],[\"b\"]],\"ok\":[]}\n", i)
		told := `["c"]`
		if i < 30 {
			told = `["a","b"]`
		}
		fmt.Fprintf(&before, "{\"id\":\"q%d\",\"ranking\":[[\"a\",1]],\"selected\":[]}\n", i)
		fmt.Fprintf(&after, "{\"id\":\"q%d\",\"ranking\":[[\"a\",1]],\"selected\":%s}\n", i, told)
	}
	set := setOfLines(t, queries.String(), labels.String())
	got, err := set.Compare(rankingsOf(t, before.String()), rankingsOf(t, after.String()))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{}
	for _, d := range got.Differences {
		verdicts[d.Name] = d.Verdict()
		if d.Name == "R" && (d.Value != .75 || !(d.Low > .5 && d.High < .95)) {
			t.Errorf("got %+v", d)
		}
	}
	if diff := cmp.Diff(map[string]string{"hit@1": Chance, "P": Better, "R": Better, "mF1": Better, "FAR": Chance}, verdicts); diff != "" {
		t.Error(diff)
	}
	if len(got.Changes) != 40 || got.Changes[0].Verdict() != Better || got.Changes[39].Verdict() != Worse {
		t.Errorf("got %d changes: %+v …", len(got.Changes), got.Changes[:1])
	}
}

// Ensure what became of a prompt, or a turn, has the right word.
func TestOutcomes(t *testing.T) {
	right, two := Label{Gold: [][]string{{"a", "b"}}, OK: []string{"o"}}, Label{Gold: [][]string{{"a"}, {"b"}}}
	topic := Label{Kind: kindTopic, Must: [][]string{{"a"}}, May: []string{"a", "b"}}
	for _, test := range []struct {
		label Label
		told  string
		want  string
	}{
		{right, "a o", outcomeRight},
		{right, "a x", outcomeMixed},
		{right, "o", outcomeMissed},
		{right, "x", outcomeWrong},
		{two, "a", outcomePartly},
		{two, "a b", outcomeRight},
		{Label{OK: []string{"o"}}, "o", outcomeSilent},
		{Label{}, "x", outcomeAlarm},
		{Label{Not: []string{"x"}}, "y", outcomeSilent},
		{topic, "a b", outcomeHeld},
		{topic, "a x", outcomeHeldStale},
		{topic, "b", outcomeLost},
		{topic, "x", outcomeLostStale},
		{Label{Kind: kindNeutral, May: []string{"a"}}, "a", outcomeClean},
		{Label{Kind: kindNeutral}, "a", outcomeStale},
	} {
		outcome := promptOutcome
		if test.label.Kind != "" {
			outcome = turnOutcome
		}
		if got := outcome(test.label, Row{Selected: strings.Fields(test.told)}); got != test.want {
			t.Errorf("%+v, told %q: got %q want %q", test.label, test.told, got, test.want)
		}
	}
}

// Ensure rankings that decide nothing are compared by what comes first, and
// sessions that say nothing are refused.
func TestCompareRankings(t *testing.T) {
	set := setOfLines(t, twoQueries, `{"id":"q1","gold":[["a"]],"ok":[]}
{"id":"q2","gold":[],"ok":[]}`)
	got, err := set.Compare(rankingsOf(t, `{"id":"q1","ranking":[["b",1]]}`), rankingsOf(t, `{"id":"q1","ranking":[["a",1]],"selected":["a"]}`))
	want := []Change{{ID: "q1", Text: "one", Before: outcomeNotFirst, After: outcomeFirst, Better: true}}
	if err != nil || len(got.Differences) != 1 || !cmp.Equal(got.Changes, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	sessions := setOfLines(t, `{"id":"s1","session":"s","text":"x"}`, `{"id":"s1","session":"s","kind":"topic","topic":"A","must":[["a"]],"may":["a"]}`)
	silent := rankingsOf(t, `{"id":"s1","ranking":[]}`)
	if _, err := sessions.Compare(silent, silent); err == nil || !strings.Contains(err.Error(), "what is active") {
		t.Errorf("got %v", err)
	}
}
