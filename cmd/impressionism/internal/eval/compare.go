package eval

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/eval"
)

func compareCommand(e *env.Env) *cobra.Command {
	var set string
	var changes bool
	command := &cobra.Command{
		Use:   "compare A B --set DIR",
		Short: "Tell how answers B to a data set differ from answers A, and which differences chance explains",
		Example: `  impressionism eval compare before.jsonl after.jsonl \
    --set ../shared/eval/dev/skills-real
  impressionism eval compare before.jsonl after.jsonl --set my-set --changes`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return compare(e, args[0], args[1], set, changes) },
	}
	command.Flags().StringVar(&set, "set", "", "folder of the data set")
	command.Flags().BoolVar(&changes, "changes", false, "list the prompts that are answered differently")
	cobra.CheckErr(command.MarkFlagRequired("set"))
	return cli.JSONFlag(e, command)
}

func compare(e *env.Env, pathA, pathB, dir string, changes bool) error {
	if err := e.Ready(); err != nil {
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
	if e.JSON {
		return cli.PrintJSON(e, comparisonShape(dir, comparison))
	}
	fmt.Fprintf(e.Out, "%s, answered by A (%s) and B (%s)\n\n", textline.Count(comparison.Prompts, "prompt", "prompts"), pathA, pathB)
	printDifferences(e, comparison.Differences)
	fmt.Fprintln(e.Out)
	printChanges(e, comparison.Changes, changes)
	return nil
}

func printDifferences(e *env.Env, differences []eval.Difference) {
	var rows [][]string
	for _, d := range differences {
		verdict := map[string]string{eval.Better: "B is better", eval.Worse: "B is worse", eval.Chance: "may be chance"}[d.Verdict()]
		rows = append(rows, []string{d.Name, textline.Decimal(d.A), textline.Decimal(d.B), textline.Signed(d.Value), textline.Signed(d.Low) + " to " + textline.Signed(d.High), verdict})
	}
	cli.Table(e, []string{"metric", "A", "B", "B − A", "95 % interval", ""}, rows)
}

// changedChars is how much of a changed prompt is shown.
const changedChars = 70

func printChanges(e *env.Env, changes []eval.Change, list bool) {
	better, worse := 0, 0
	var rows [][]string
	for _, c := range changes {
		switch {
		case c.Better:
			better++
		case c.Worse:
			worse++
		}
		rows = append(rows, []string{c.ID, c.Before, "→", c.After, textline.Shorten(c.Text, changedChars)})
	}
	fmt.Fprintf(e.Out, "%s answered differently: %d better, %d worse.", textline.Count(len(changes), "prompt is", "prompts are"), better, worse)
	if !list || len(changes) == 0 {
		fmt.Fprintln(e.Out, map[bool]string{true: " List them: --changes"}[len(changes) > 0])
		return
	}
	fmt.Fprint(e.Out, "\n\n")
	cli.Table(e, []string{"id", "A", "", "B", "prompt"}, rows)
}

func comparisonShape(dir string, comparison eval.Comparison) shape.EvalComparison {
	s := shape.EvalComparison{
		Set: dir, Prompts: comparison.Prompts, Sessions: comparison.Sessions,
		Differences: []shape.EvalDifference{}, Changes: []shape.EvalChange{},
	}
	for _, d := range comparison.Differences {
		s.Differences = append(s.Differences, shape.EvalDifference{
			Name: d.Name, A: textline.OrAbsent(d.A), B: textline.OrAbsent(d.B), Value: textline.OrAbsent(d.Value), Low: textline.OrAbsent(d.Low), High: textline.OrAbsent(d.High), Verdict: d.Verdict(),
		})
	}
	for _, c := range comparison.Changes {
		s.Changes = append(s.Changes, shape.EvalChange{ID: c.ID, Text: c.Text, Before: c.Before, After: c.After, Verdict: c.Verdict()})
	}
	return s
}
