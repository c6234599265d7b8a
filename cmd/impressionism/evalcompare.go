package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/eval"
)

func (a *app) evalCompareCommand() *cobra.Command {
	var set string
	var changes bool
	command := &cobra.Command{
		Use:   "compare A B --set DIR",
		Short: "Tell how answers B to a data set differ from answers A, and which differences chance explains",
		Example: `  impressionism eval compare before.jsonl after.jsonl \
    --set ../shared/eval/dev/skills-real
  impressionism eval compare before.jsonl after.jsonl --set my-set --changes`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return a.evalCompare(args[0], args[1], set, changes) },
	}
	command.Flags().StringVar(&set, "set", "", "folder of the data set")
	command.Flags().BoolVar(&changes, "changes", false, "list the prompts that are answered differently")
	cobra.CheckErr(command.MarkFlagRequired("set"))
	return a.jsonFlag(command)
}

func (a *app) evalCompare(pathA, pathB, dir string, changes bool) error {
	if err := a.ready(); err != nil {
		return err
	}
	set, err := eval.OpenSet(dir)
	if err != nil {
		return err
	}
	before, err := readRankings(pathA)
	if err != nil {
		return err
	}
	after, err := readRankings(pathB)
	if err != nil {
		return err
	}
	comparison, err := set.Compare(before, after)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(comparisonShape(dir, comparison))
	}
	fmt.Fprintf(a.out, "%s, answered by A (%s) and B (%s)\n\n", count(comparison.Prompts, "prompt", "prompts"), pathA, pathB)
	a.printDifferences(comparison.Differences)
	fmt.Fprintln(a.out)
	a.printChanges(comparison.Changes, changes)
	return nil
}

func (a *app) printDifferences(differences []eval.Difference) {
	var rows [][]string
	for _, d := range differences {
		verdict := map[string]string{eval.Better: "B is better", eval.Worse: "B is worse", eval.Chance: "may be chance"}[d.Verdict()]
		rows = append(rows, []string{d.Name, decimal(d.A), decimal(d.B), signed(d.Value), signed(d.Low) + " to " + signed(d.High), verdict})
	}
	a.table([]string{"metric", "A", "B", "B − A", "95 % interval", ""}, rows)
}

// signed writes a difference.
func signed(x float64) string {
	if x > 0 && decimal(x) != decimal(0) {
		return "+" + decimal(x)
	}
	return decimal(x)
}

// changedChars is how much of a changed prompt is shown.
const changedChars = 70

func (a *app) printChanges(changes []eval.Change, list bool) {
	better, worse := 0, 0
	var rows [][]string
	for _, c := range changes {
		switch {
		case c.Better:
			better++
		case c.Worse:
			worse++
		}
		rows = append(rows, []string{c.ID, c.Before, "→", c.After, shorten(c.Text, changedChars)})
	}
	fmt.Fprintf(a.out, "%s answered differently: %d better, %d worse.", count(len(changes), "prompt is", "prompts are"), better, worse)
	if !list || len(changes) == 0 {
		fmt.Fprintln(a.out, map[bool]string{true: " List them: --changes"}[len(changes) > 0])
		return
	}
	fmt.Fprint(a.out, "\n\n")
	a.table([]string{"id", "A", "", "B", "prompt"}, rows)
}

func comparisonShape(dir string, comparison eval.Comparison) shape.EvalComparison {
	s := shape.EvalComparison{
		Set: dir, Prompts: comparison.Prompts, Sessions: comparison.Sessions,
		Differences: []shape.EvalDifference{}, Changes: []shape.EvalChange{},
	}
	for _, d := range comparison.Differences {
		s.Differences = append(s.Differences, shape.EvalDifference{
			Name: d.Name, A: orAbsent(d.A), B: orAbsent(d.B), Value: orAbsent(d.Value), Low: orAbsent(d.Low), High: orAbsent(d.High), Verdict: d.Verdict(),
		})
	}
	for _, c := range comparison.Changes {
		s.Changes = append(s.Changes, shape.EvalChange{ID: c.ID, Text: c.Text, Before: c.Before, After: c.After, Verdict: c.Verdict()})
	}
	return s
}
