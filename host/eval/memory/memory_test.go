package memory

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/lesson/near"
)

// Ensure a call of the tool is told from an answer that speaks of one, and that what is no
// data set is refused with its line.
func TestReadExchanges(t *testing.T) {
	read, err := ReadExchanges(strings.NewReader(`
{"id":"a","messages":[{"role":"assistant","text":"remember({\"title\":\"t\"})"}]}
{"id":"b","messages":[{"role":"assistant","text":"I call remember({\"title\":\"t\"})"},{"role":"user","text":"remember({})"}]}
`))
	if err != nil || len(read) != 2 || read[0].Messages[0].Role != capture.RoleRemember || read[1].Messages[0].Role != capture.RoleAssistant || read[1].Messages[1].Role != capture.RoleUser {
		t.Errorf("got %v, %v", read, err)
	}
	for text, reason := range map[string]string{
		`{"id":"a"`:                           "line 1",
		`{"messages":[]}`:                     "line 1: id is missing",
		"{\"id\":\"a\"}\n\n{\"id\":\"a\"}":    `line 3: id "a" occurs twice`,
		`{"id":"a","messages":[{"role":""}]}`: `no role ""`,
		strings.Repeat(" ", lineBytesMax+1):   "longer than 4 MiB",
	} {
		if _, err := ReadExchanges(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%.40q: got %v, want %q", text, err, reason)
		}
	}
}

// Ensure scores count as the data set's own scorer does: what is not answered left nothing,
// and a gist counts only with the right outcome.
func TestScoreCapture(t *testing.T) {
	labels, err := ReadLabels(strings.NewReader(`
{"id":"a","expected":"lesson","gist":["pnpm",["npm","yarn"]]}
{"id":"b","expected":"proposal","gist":["x"]}
{"id":"c","expected":"none"}
{"id":"d","expected":"none"}`))
	if err != nil {
		t.Fatal(err)
	}
	s := ScoreCapture(labels, []CaptureAnswer{
		{ID: "a", Outcome: capture.Lesson, Text: "Use PNPM, not yarn"},
		{ID: "b", Outcome: capture.Lesson, Text: "x"},
		{ID: "c", Outcome: capture.Proposal, Text: "y"},
	})
	if s.Right != 2 || s.Of != 4 || s.Gist != 1 || s.Kept != 2 || s.Taken != 1 || s.None != 2 || s.Unasked != 1 {
		t.Errorf("got %+v", s)
	}
}

// Ensure a pair that is not answered is not shown, and "near" shows without claiming.
func TestScorePairs(t *testing.T) {
	pairs := []Pair{{ID: "a", Relation: RelationSame}, {ID: "b", Relation: RelationContradicts}, {ID: "c", Relation: RelationDifferent}, {ID: "d", Relation: RelationDifferent}}
	s := ScorePairs(pairs, []PairAnswer{{ID: "b", Relation: near.Same}, {ID: "c", Relation: near.Near}, {ID: "d", Relation: near.Against}})
	if s.Shown.Count != 1 || s.Reversals.Count != 1 || s.Named.Count != 0 || s.Mistaken.Count != 1 || s.Disturbing.Count != 2 {
		t.Errorf("got %+v", s)
	}
}

// Fuzz ensures that whatever a file holds is read or refused.
func FuzzReaders(f *testing.F) {
	f.Add([]byte(`{"id":"a","messages":[{"role":"user","text":"x"}],"expected":"none","gist":["a",["b"]],"relation":"same"}`))
	f.Add([]byte("{\"id\":\"\xff\",\"gist\":[1]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func() error{
			func() error { _, err := ReadExchanges(strings.NewReader(string(data))); return err },
			func() error { _, err := ReadLabels(strings.NewReader(string(data))); return err },
			func() error { _, err := ReadPairs(strings.NewReader(string(data))); return err },
		} {
			if err := read(); err != nil && err.Error() == "" {
				t.Error("an error without words")
			}
		}
	})
}
