package author

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	cmdtrace "github.com/ed-irl/impressionism/cmd/impressionism/internal/trace"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/trace"
)

// replayFlags say what is replayed with what.
type replayFlags struct {
	with string
	all  bool
}

func replayCommand(e *env.Env) *cobra.Command {
	var flags replayFlags
	command := &cobra.Command{
		Use: "replay ID|FILE…", Short: "Take recorded decisions again and compare them byte for byte; ends with 1 on a difference",
		Long: `Take recorded decisions again, with every host call answered from the trace: no
database, skills or model take part. The version that decided is used: the
current one where its hash is the same, the one that was kept, or that in the file.
Everything must be the same then: host calls, log lines, answers, decision. What
failed before another ruleset answered is taken again, too, and must fail alike.

With --with another version is asked instead, and only the decision and the error
must be the same; host calls that the trace has no answer to are named.

` + replay.TraceNames + ` A file's ruleset runs in the sandbox, as any does;
a module in it is vetted into a folder that is deleted afterwards.`,
		Example: "  impressionism rules replay last\n  impressionism rules replay --all --with ./careful\n  impressionism rules replay decision.trace.json",
		RunE: func(command *cobra.Command, args []string) error {
			if flags.all != (len(args) == 0) {
				return errors.New("replay wants decisions, as in: impressionism rules replay last; or --all")
			}
			return runReplay(command.Context(), e, args, flags)
		},
	}
	command.Flags().StringVar(&flags.with, "with", "", "another version of the ruleset: a file, folder or id")
	command.Flags().BoolVar(&flags.all, "all", false, "every stored decision that has a trace")
	return cli.JSONFlag(e, command)
}

func runReplay(ctx context.Context, e *env.Env, names []string, flags replayFlags) error {
	if err := e.Ready(); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	if flags.all {
		var err error
		if names, err = tracedIDs(e); err != nil {
			return replay.CouldNot(err)
		}
	}
	r := &replay.Replayer{Env: e, With: flags.with}
	defer r.Close()
	result := shape.RulesReplay{Replays: []shape.Replayed{}}
	var stopped error
	for _, name := range names {
		replayed, err := r.Replay(ctx, name)
		if err != nil {
			stopped = fmt.Errorf("replay %s: %w", name, err)
			fmt.Fprintln(e.ErrOut, "impressionism:", textline.Plain(stopped.Error()))
		}
		result.Replays = append(result.Replays, replayed...)
	}
	for _, replayed := range result.Replays {
		if replayed.Same {
			result.Same++
		} else {
			result.Differ++
		}
	}
	if e.JSON {
		if err := cli.PrintJSON(e, result); err != nil {
			return err
		}
	} else {
		printReplays(e, result)
	}
	switch {
	case stopped != nil:
		return &env.ExitError{Code: env.ExitUsage}
	case result.Differ > 0:
		return &env.ExitError{Code: env.ExitFailed}
	}
	return nil
}

// tracedIDs names every stored decision that has a trace, oldest first.
func tracedIDs(e *env.Env) ([]string, error) {
	store, err := replay.Stored(e)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	ids, err := store.Traced()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, id := range ids {
		made, there, err := store.DecisionOf(id)
		if err != nil {
			return nil, err
		}
		if !there {
			continue // it was forgotten meanwhile
		}
		f, err := replay.StoredTrace(e, store, made)
		if err != nil {
			return nil, err
		}
		if f.Trace.ABI > 0 || slices.ContainsFunc(f.Failed, func(x trace.Failure) bool { return replay.Repeats(x.Trace.Fault) && !x.Trace.Incomplete }) {
			names = append(names, fmt.Sprint(id))
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no decision has a trace (retention.traces)")
	}
	return names, nil
}

func printReplays(e *env.Env, result shape.RulesReplay) {
	for _, replayed := range result.Replays {
		printReplayed(e, replayed)
	}
	if len(result.Replays) > 1 {
		fmt.Fprintf(e.Out, "%s: %d the same, %d different.\n", textline.Count(len(result.Replays), "decision", "decisions"), result.Same, result.Differ)
	}
}

func printReplayed(e *env.Env, r shape.Replayed) {
	verdict := "the same"
	if !r.Same {
		verdict = "different"
	}
	fmt.Fprintf(e.Out, "%s: %s, %s %.12s (%s), %.1f ms\n", textline.Plain(r.Name), verdict, textline.Plain(r.Ruleset), r.Hash, versionWord(r.From), r.MS)
	for i, d := range r.Differences {
		if i > 0 && r.Hash == r.Recorded {
			fmt.Fprintf(e.Out, "… and %s more; see --json\n", textline.Count(len(r.Differences)-i, "difference", "differences"))
			break
		}
		cmdtrace.PrintDifference(e, d, "recorded", "replayed")
	}
	if r.Opinion != nil {
		fmt.Fprintf(e.Out, "  an opinion came after it, as recorded: %s\n", textline.OneLine(explain.OpinionLine(*r.Opinion)))
	}
	for _, call := range r.Unanswered {
		fmt.Fprintf(e.Out, "  the trace has no answer to %s\n", textline.OneLine(call))
	}
}

func versionWord(from string) string {
	switch from {
	case replay.FromFile:
		return "from the file"
	case replay.FromWith:
		return "given"
	case replay.FromKept:
		return "the version kept with it"
	}
	return "the current version"
}
