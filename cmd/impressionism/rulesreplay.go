package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// replayFlags say what is replayed with what.
type replayFlags struct {
	with string
	all  bool
}

func (a *app) rulesReplayCommand() *cobra.Command {
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

` + traceNames + ` A file's ruleset runs in the sandbox, as any does;
a module in it is vetted into a folder that is deleted afterwards.`,
		Example: "  impressionism rules replay last\n  impressionism rules replay --all --with ./careful\n  impressionism rules replay decision.trace.json",
		RunE: func(command *cobra.Command, args []string) error {
			if flags.all != (len(args) == 0) {
				return errors.New("replay wants decisions, as in: impressionism rules replay last; or --all")
			}
			return a.rulesReplay(command.Context(), args, flags)
		},
	}
	command.Flags().StringVar(&flags.with, "with", "", "another version of the ruleset: a file, folder or id")
	command.Flags().BoolVar(&flags.all, "all", false, "every stored decision that has a trace")
	return a.jsonFlag(command)
}

func (a *app) rulesReplay(ctx context.Context, names []string, flags replayFlags) error {
	if err := a.ready(); err != nil {
		return err
	}
	if flags.all {
		var err error
		if names, err = a.tracedIDs(); err != nil {
			return couldNot(err)
		}
	}
	r := &replayer{app: a, with: flags.with}
	defer r.close()
	result := shape.RulesReplay{Replays: []shape.Replayed{}}
	var stopped error
	for _, name := range names {
		replayed, err := r.replay(ctx, name)
		if err != nil {
			stopped = fmt.Errorf("replay %s: %w", name, err)
			fmt.Fprintln(a.errOut, "impressionism:", plain(stopped.Error()))
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
	if a.json {
		if err := a.printJSON(result); err != nil {
			return err
		}
	} else {
		a.printReplays(result)
	}
	switch {
	case stopped != nil:
		return &exitError{code: exitUsage}
	case result.Differ > 0:
		return &exitError{code: exitFailed}
	}
	return nil
}

// tracedIDs names every stored decision that has a trace, oldest first.
func (a *app) tracedIDs() ([]string, error) {
	store, err := a.stored()
	if err != nil {
		return nil, err
	}
	defer store.Close()
	made, err := store.Decisions("", session.RowsMax)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := len(made) - 1; i >= 0; i-- {
		if !made[i].HasTrace {
			continue
		}
		f, err := a.storedTrace(store, made[i])
		if err != nil {
			return nil, err
		}
		if f.Trace.ABI > 0 || slices.ContainsFunc(f.Failed, func(x trace.Failure) bool { return repeats(x.Trace.Fault) }) {
			names = append(names, fmt.Sprint(made[i].ID))
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no decision has a trace (retention.traces)")
	}
	return names, nil
}

func (a *app) printReplays(result shape.RulesReplay) {
	for _, replayed := range result.Replays {
		a.printReplayed(replayed)
	}
	if len(result.Replays) > 1 {
		fmt.Fprintf(a.out, "%s: %d the same, %d different.\n", count(len(result.Replays), "decision", "decisions"), result.Same, result.Differ)
	}
}

func (a *app) printReplayed(r shape.Replayed) {
	verdict := "the same"
	if !r.Same {
		verdict = "different"
	}
	fmt.Fprintf(a.out, "%s: %s, %s %.12s (%s), %.1f ms\n", plain(r.Name), verdict, plain(r.Ruleset), r.Hash, versionWord(r.From), r.MS)
	for i, d := range r.Differences {
		if i > 0 && r.Hash == r.Recorded {
			fmt.Fprintf(a.out, "… and %s more; see --json\n", count(len(r.Differences)-i, "difference", "differences"))
			break
		}
		a.printDifference(d, "recorded", "replayed")
	}
	for _, call := range r.Unanswered {
		fmt.Fprintf(a.out, "  the trace has no answer to %s\n", oneLine(call))
	}
}

// Where the ruleset of a replay came from.
const (
	fromCurrent = "current"
	fromKept    = "kept"
	fromFile    = "file"
	fromWith    = "with"
)

func versionWord(from string) string {
	switch from {
	case fromFile:
		return "from the file"
	case fromWith:
		return "given"
	case fromKept:
		return "the version kept with it"
	}
	return "the current version"
}
