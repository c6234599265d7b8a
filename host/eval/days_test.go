package eval

import (
	"strings"
	"testing"
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
