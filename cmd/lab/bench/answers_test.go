package bench

import (
	"errors"
	"testing"
)

func said(out, errOut string) outcome { return outcome{out: []byte(out), errOut: []byte(errOut)} }

const suggestion = `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"The skill pdf-forms may help."}}`

// Ensure that only the expected answer counts, and that a missed deadline is
// told apart from a wrong answer.
func TestAnswers(t *testing.T) {
	type verdict string
	const right, tooLate, wrong = verdict("right"), verdict("late"), verdict("wrong")
	report := indexed(2, 0, true)
	for _, test := range []struct {
		name  string
		check func(outcome) error
		got   outcome
		want  verdict
	}{
		{"silence", nothing, said("", ""), right},
		{"silence expected", nothing, said(suggestion, ""), wrong},
		{"complaint", nothing, said("", "impressionism: index: disk full\n"), wrong},
		{"exit code", nothing, outcome{reading: reading{Exit: 1}}, wrong},
		{"never ended", nothing, outcome{reading: reading{TimedOut: true}}, wrong},
		{"deadline", nothing, said("", "impressionism: deadline: no answer after 150ms\n"), tooLate},
		{"suggestion", suggests("pdf-forms"), said(suggestion, ""), right},
		{"another suggestion", suggests("css-layout"), said(suggestion, ""), wrong},
		{"no suggestion", suggests("pdf-forms"), said("", ""), wrong},
		{"no JSON", suggests("pdf-forms"), said("pdf-forms", ""), wrong},
		{"right without the model it waited for", suggests("pdf-forms"), said(suggestion, "impressionism: model-late: the model was not ready in time\n"), tooLate},
		{"ruleset stopped", suggests("pdf-forms"), said("", "impressionism: ruleset: builtin/default: limit: time: stopped by the host at default.lua\n"), tooLate},
		{"ruleset out of fuel", suggests("pdf-forms"), said("", "impressionism: ruleset: builtin/default: limit: fuel: spent\n"), wrong},
		{"indexed", report, said(`{"new":2,"unchanged":0,"embedded":5}`, ""), right},
		{"indexed half", report, said(`{"new":1,"unchanged":0,"embedded":5}`, ""), wrong},
		{"not embedded", report, said(`{"new":2,"unchanged":0,"embedded":0}`, ""), wrong},
		{"texts left", report, said(`{"new":2,"unchanged":0,"embedded":5,"pending":1}`, ""), wrong},
		{"files left", report, said(`{"new":2,"unchanged":0,"embedded":5,"waiting":1}`, ""), wrong},
	} {
		got := right
		if err := test.check(test.got); errors.Is(err, errLate) {
			got = tooLate
		} else if err != nil {
			got = wrong
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
