package trace

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

func showCommand(e *env.Env) *cobra.Command {
	var full bool
	command := &cobra.Command{
		Use: "show ID|FILE", Short: "Show one decision as a tree: what the ruleset got, asked, was told and answered, and what was said",
		Long: `Show one decision as a tree: the context, each host call with its request, answer
and time, log lines, scores, the decision, what the schema check had against it,
what was said to the model and what the budget dropped. Rulesets that were asked
before and failed come first.

` + replay.TraceNames,
		Example: "  impressionism trace show last\n  impressionism trace show 12 --full", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return show(e, args[0], full) },
	}
	command.Flags().BoolVar(&full, "full", false, "do not shorten requests and answers")
	return cli.JSONFlag(e, command)
}

func show(e *env.Env, name string, full bool) error {
	if err := e.Ready(); err != nil {
		return err
	}
	f, err := replay.Traced(e, name)
	if err != nil {
		return env.Failed(err)
	}
	shown := shape.TraceShow{Made: f.Made}
	for _, failure := range f.Failed {
		shown.Failed = append(shown.Failed, failure.Trace)
	}
	if f.Trace.ABI == 0 {
		shown.Note = replay.WhyNoTrace(f.Made)
	} else {
		shown.Trace = &f.Trace
	}
	if e.JSON {
		return cli.PrintJSON(e, shown)
	}
	tree := &tree{out: e.Out, chars: treeChars}
	if full {
		tree.chars = 0
	}
	tree.print(shown)
	return nil
}

func diffCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "diff A B", Short: "Compare two decisions, causes before effects; ends with 1 where they differ",
		Long: `Compare two decisions: context, parameters, host calls with their answers, log
lines, answers, decision, what was said and dropped. Times are not compared. Ends
with 1 where they differ.

` + replay.TraceNames,
		Example: "  impressionism trace diff 11 12\n  impressionism trace diff 12 mine.trace.json --json", Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return diff(e, args[0], args[1]) },
	}
	return cli.JSONFlag(e, command)
}

func diff(e *env.Env, left, right string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	x, err := replay.Whole(e, left)
	if err != nil {
		return replay.CouldNot(err)
	}
	y, err := replay.Whole(e, right)
	if err != nil {
		return replay.CouldNot(err)
	}
	result := shape.TraceDiff{A: left, B: right, Differences: differences(x, y)}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printParted(e, left, right, result.Differences)
	}
	if err == nil && len(result.Differences) > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

func exportCommand(e *env.Env) *cobra.Command {
	var out string
	command := &cobra.Command{
		Use: "export ID", Short: "Write one decision with its ruleset to a file that replays anywhere, say with a bug report",
		Long: `Write one decision to a file: its trace, the ruleset that decided, its
parameters and budgets. "rules replay FILE" takes the decision again on any
machine, without your skills, database or model.

The file holds what the ruleset saw: the prompt, parts of earlier messages, texts
of your skills, and paths. Read it before you send it.

` + replay.TraceNames,
		Example: "  impressionism trace export last --out decision.trace.json\n  impressionism rules replay decision.trace.json", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return export(e, args[0], out) },
	}
	command.Flags().StringVar(&out, "out", "", "file to write; standard output where absent")
	return command
}

// exported warns whoever is about to send a trace.
func exported(e *env.Env, where string, calls int) {
	fmt.Fprintf(e.ErrOut, "impressionism: %s holds the prompt, messages, skills' texts and paths (%s): read it before you send it\n", where, textline.Count(calls, "host call", "host calls"))
}
