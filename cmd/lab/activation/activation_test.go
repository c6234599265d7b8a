package activation

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure the table and the pairs tell what was laid in: of ten prompts, "good" gets
// eight loaded that "bad" does not, and what tells nothing is left out of both.
func TestTable(t *testing.T) {
	wordings := []string{"bad", "good"}
	var outcomes []Outcome
	for _, trial := range Trials(10, wordings, 2) {
		o := Outcome{Trial: trial, Told: trial.Wording != Control, USD: .5}
		o.Loaded = trial.Wording == "good" && trial.Prompt < 8
		o.Other = trial.Wording == "bad" && trial.Prompt == 9 || trial.Wording == "good" && trial.Prompt == 0 // where the expected one is loaded, too
		switch {
		case trial.Wording == "good" && trial.Prompt == 9:
			o.Told = false
		case trial.Wording == "bad" && trial.Prompt == 8:
			o.Failure = "refused"
		}
		outcomes = append(outcomes, o)
	}
	var got [][]any
	for _, row := range Table(wordings, outcomes) {
		got = append(got, []any{row.Wording, row.Trials, row.Failed, row.Untold, row.Loaded.Count, row.Loaded.Of, row.Other})
	}
	want := [][]any{{Control, 20, 0, 0, 0, 20, 0}, {"bad", 20, 2, 0, 0, 18, 2}, {"good", 20, 0, 2, 16, 18, 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows: want (-), got (+):\n%s", diff)
	}
	wantPairs := []Pair{
		{A: Control, B: "bad", Even: 9, Chance: 1},
		{A: Control, B: "good", Better: 8, Even: 1, Difference: .8889, Chance: .0078},
		{A: "bad", B: "good", Better: 8, Difference: 1, Chance: .0078}, // 2 · ½⁸
	}
	if diff := cmp.Diff(wantPairs, Pairs(wordings, outcomes)); diff != "" {
		t.Errorf("pairs: want (-), got (+):\n%s", diff)
	}
	if got := USD(outcomes); got != 30 {
		t.Errorf("got %v USD, want 30", got)
	}
}

// Ensure the sign test is the binomial one.
func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		better, worse int
		want          float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {9, 1, .021484375}, {1, 9, .021484375}, {20, 0, 1.9073486328125e-06}} {
		if got := signTest(c.better, c.worse); got-c.want > 1e-9 || c.want-got > 1e-9 {
			t.Errorf("%d and %d: got %v, want %v", c.better, c.worse, got, c.want)
		}
	}
}

// Ensure a measurement never begins a trial that could go over its limits, ends
// when everything fails, and gives back what it has.
func TestMeasureKeepsLimits(t *testing.T) {
	trials := Trials(10, []string{"a"}, 1)
	fine := func(context.Context, Trial, float64) (Outcome, error) { return Outcome{Answers: 2, USD: .25}, nil }
	refused := func(context.Context, Trial, float64) (Outcome, error) { return Outcome{Failure: "refused"}, nil }
	broken := func(context.Context, Trial, float64) (Outcome, error) { return Outcome{}, errors.New("broken") }
	for name, c := range map[string]struct {
		limits Limits
		run    func(context.Context, Trial, float64) (Outcome, error)
		trials int
		why    string
	}{
		"all":      {Limits{Answers: 2, Requests: 40, USD: 5.1}, fine, 20, ""},
		"requests": {Limits{Answers: 2, Requests: 39, USD: 5.1}, fine, 19, "another could go over 39 requests"},
		"money":    {Limits{Answers: 2, Requests: 40, USD: 1}, fine, 4, "the client's account is at 1.00 USD"},
		"refused":  {Limits{Answers: 2, Requests: 40, USD: 1}, refused, 3, "the last 3 failed, at last with: refused"},
		"broken":   {Limits{Answers: 2, Requests: 40, USD: 1}, broken, 0, "broken"},
	} {
		outcomes, err := Measure(context.Background(), trials, c.limits, c.run)
		if len(outcomes) != c.trials || (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got %d trials and %v, want %d and %q", name, len(outcomes), err, c.trials, c.why)
		}
	}
}

// Ensure a file of prompts says what is wrong with it, and where.
func TestReadPrompts(t *testing.T) {
	const fine = `{"prompt": "fill the form", "skill": "pdf-forms"}`
	if got, err := ReadPrompts(strings.NewReader(fine + "\n\n" + fine)); err != nil || len(got) != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	for given, want := range map[string]string{
		"": "there is no prompt", fine + "\nfill": "line 2: want {", `{"prompt": " ", "skill": "x"}`: "line 1: prompt is missing",
		`{"prompt": "x"}`: "skill is missing", `{"prompt": "/x y", "skill": "x"}`: "call of a command",
		strings.Repeat(fine+"\n", promptsMax+1): "more than 1000 prompts",
	} {
		if _, err := ReadPrompts(strings.NewReader(given)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", given, err, want)
		}
	}
}

// Ensure no file crashes the reader, and what it gives can be asked.
func FuzzReadPrompts(f *testing.F) {
	f.Add(`{"prompt": "fill the form", "skill": "pdf-forms"}`)
	f.Add("\xff\n[]\n{}")
	f.Fuzz(func(t *testing.T, data string) {
		prompts, err := ReadPrompts(strings.NewReader(data))
		for _, p := range prompts {
			if err != nil || p.check() != nil {
				t.Errorf("got %+v with %v", p, err)
			}
		}
	})
}
