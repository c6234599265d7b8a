package main

import (
	"fmt"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/lab/activation"
)

func (m *activationPlan) shape(outcomes []activation.Outcome, model string) shape.EvalActivation {
	s := shape.EvalActivation{
		Model: model, Prompts: len(m.prompts), Repeats: m.options.repeats, Planned: len(m.trials), Trials: len(outcomes),
		USD: activation.USD(outcomes), Wordings: []shape.ActivationWording{}, Pairs: []shape.ActivationPair{}, Failures: []string{},
	}
	for _, row := range activation.Table(m.names, outcomes) {
		s.Wordings = append(s.Wordings, shape.ActivationWording{
			Name: row.Wording, Trials: row.Trials, Failed: row.Failed, Untold: row.Untold, Loaded: row.Loaded, Other: row.Other, USD: row.USD,
		})
	}
	for _, pair := range activation.Pairs(m.names, outcomes) {
		s.Pairs = append(s.Pairs, shape.ActivationPair(pair))
	}
	seen := map[string]bool{}
	for _, o := range outcomes {
		s.Requests += o.Answers
		if o.Failure != "" && !seen[o.Failure] {
			seen[o.Failure] = true
			s.Failures = append(s.Failures, o.Failure)
		}
	}
	return s
}

func (a *app) printActivation(s shape.EvalActivation) {
	fmt.Fprintf(a.out, "%d of %s with %s: %s, %.4f USD by the client's account\n\n",
		s.Trials, count(s.Planned, "trial", "trials"), plain(modelWords(s.Model)), count(s.Requests, "answer", "answers"), s.USD)
	var rows [][]string
	for _, w := range s.Wordings {
		share, interval := "–", ""
		if w.Loaded.Of > 0 {
			share, interval = decimal(w.Loaded.Share), span(w.Loaded.Low, w.Loaded.High)
		}
		rows = append(rows, []string{
			w.Name, fmt.Sprintf("%d of %d", w.Loaded.Count, w.Loaded.Of), share, interval,
			fmt.Sprint(w.Other), fmt.Sprint(w.Untold), fmt.Sprint(w.Failed),
		})
	}
	a.table([]string{"wording", "loaded", "share", "95 % interval", "another", "not suggested", "failed"}, rows)
	rows = nil
	for _, p := range s.Pairs {
		rows = append(rows, []string{
			p.B, p.A, signed(p.Difference), fmt.Sprint(p.Better), fmt.Sprint(p.Worse), fmt.Sprint(p.Even), decimal(p.Chance),
		})
	}
	fmt.Fprintln(a.out)
	a.table([]string{"wording", "against", "difference", "better", "worse", "even", "chance"}, rows)
	fmt.Fprintln(a.out, "\nBetter, worse and even count prompts; chance is how likely so uneven a division is\nwhere both are as good (sign test, two-sided).")
	for _, failure := range s.Failures {
		fmt.Fprintln(a.out, "\nFailed:", oneLine(failure))
	}
}
