package eval

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that of a day what is told counts as right where it fits the prompt, is tolerated
// or fits a topic whose need is plain by then, that a topic is found by its last prompt, and
// that a telling before the need is plain is wrong where it stands and found there.
func TestDays(t *testing.T) {
	dir := writeSet(t, map[string]string{
		"corpus.jsonl": `{"id":"pdf"}` + "\n" + `{"id":"sql"}` + "\n" + `{"id":"git"}`,
		"queries.jsonl": strings.Join([]string{
			`{"id":"1","session":"a","turn":1,"text":"a form"}`, `{"id":"2","session":"a","turn":2,"text":"as pdf"}`,
			`{"id":"3","session":"a","turn":3,"text":"thanks"}`, `{"id":"4","session":"b","turn":1,"text":"a slow query"}`,
		}, "\n"),
		"qrels.jsonl": strings.Join([]string{
			`{"id":"1","session":"a","turn":1,"topic":"A","gold":[],"ok":[],"kind":"plain"}`,
			`{"id":"2","session":"a","turn":2,"topic":"A","gold":[["pdf"]],"ok":[],"kind":"need"}`,
			`{"id":"3","session":"a","turn":3,"topic":"A","gold":[],"ok":[],"kind":"neutral"}`,
			`{"id":"4","session":"b","turn":1,"topic":"A","gold":[["sql"]],"ok":["git"],"kind":"need"}`,
		}, "\n"),
	})
	set, err := OpenSet(dir)
	if err != nil {
		t.Fatal(err)
	}
	for told, want := range map[string][4]float64{ // precision, wrong/100, topics-found, at-opening
		"1:pdf 4:sql": {.5, 25, 1, 1},
		"2:pdf 4:git": {1, 0, .5, .5},
		"3:pdf 4:pdf": {.5, 25, .5, 0},
		"2:git 3:pdf": {.5, 25, .5, 0},
	} {
		rankings := Rankings{}
		for telling := range strings.FieldsSeq(told) {
			id, item, _ := strings.Cut(telling, ":")
			rankings[id] = Row{ID: id, Selected: []string{item}, Active: []string{"pdf", "sql", "git"}}
		}
		score, err := set.Score(rankings, "")
		if err != nil || len(score.Metrics) != 4 || score.Sessions != 2 {
			t.Fatalf("%s: got %+v, %v", told, score, err)
		}
		for i, m := range score.Metrics {
			if m.Value != want[i] {
				t.Errorf("%s: %s is %v, want %v", told, m.Name, m.Value, want[i])
			}
		}
	}
}

// Ensure that two answers to a day are compared by what they tell, as the day is scored, not by
// what is active, and that answers which do not say what is told are neither scored nor compared.
func TestCompareDays(t *testing.T) {
	set := setOfLines(t, `{"id":"1","session":"s","turn":1,"text":"a form"}
{"id":"2","session":"s","turn":2,"text":"as pdf"}
{"id":"3","session":"s","turn":3,"text":"sign it"}
{"id":"4","session":"s","turn":4,"text":"thanks"}`, `{"id":"1","session":"s","turn":1,"topic":null,"gold":[],"kind":"plain"}
{"id":"2","session":"s","turn":2,"topic":"A","gold":[["a"]],"ok":["b"],"kind":"need"}
{"id":"3","session":"s","turn":3,"topic":"A","gold":[["c"]],"kind":"need"}
{"id":"4","session":"s","turn":4,"topic":"A","gold":[],"kind":"neutral"}`)
	answers := func(told string) Rankings {
		rankings := Rankings{}
		for telling := range strings.FieldsSeq(told) {
			id, items, _ := strings.Cut(telling, ":")
			rankings[id] = Row{ID: id, Selected: strings.Split(items, ","), Active: []string{"a", "e"}}
		}
		return rankings
	}
	outcomes := map[string]string{"1": outcomeSilent, "2": outcomeMissed, "3": outcomeMissed, "4": outcomeSilent}
	for told, change := range map[string]map[string]string{
		"2:a 3:c":   {"2": outcomeRight, "3": outcomeRight},
		"2:a,c 4:e": {"2": outcomeMixed, "3": outcomeSilent, "4": outcomeWrong}, // the second need is not plain at the first
		"1:a 2:b":   {"1": outcomeAlarm, "2": outcomeRight},                     // what is told early is not told again
		"2:b 3:a":   {"2": outcomePartly, "3": outcomePartly},
		"2:e 4:a,c": {"2": outcomeWrong, "4": outcomeRight},
		"1:c 2:a,b": {"1": outcomeAlarm, "2": outcomeRight, "3": outcomeSilent},
		"2:a 3:a,d": {"2": outcomeRight, "3": outcomeMixed},
	} {
		want := maps.Clone(outcomes)
		maps.Copy(want, change)
		if diff := cmp.Diff(want, set.dayOutcomes(answers(told))); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", told, diff)
		}
	}
	got, err := set.Compare(answers("2:e 3:e"), answers("2:a 3:c"))
	want := []Change{
		{ID: "2", Text: "as pdf", Before: outcomeWrong, After: outcomeRight, Better: true},
		{ID: "3", Text: "sign it", Before: outcomeWrong, After: outcomeRight, Better: true},
	}
	if err != nil || !cmp.Equal(got.Changes, want) || len(got.Differences) != 2 || got.Differences[1].Name != "topics-found" {
		t.Errorf("got %+v, %v", got, err)
	}
	mute := Rankings{"2": {ID: "2", Active: []string{"a"}}}
	if score, err := set.Score(mute, ""); err != nil || score.Sessions != 1 || len(score.Metrics) != 0 {
		t.Errorf("of what is active alone: got %+v, %v", score, err)
	}
	if _, err := set.Compare(mute, mute); err == nil || !strings.Contains(err.Error(), "days by what is told") {
		t.Errorf("of what is active alone: got %v", err)
	}
}
