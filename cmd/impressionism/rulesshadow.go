package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/shadow"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) rulesShadowCommand() *cobra.Command {
	command := group("shadow", "Let rulesets look on and compare what they would have decided")
	command.AddCommand(a.rulesShadowRunCommand(), a.rulesShadowReportCommand())
	return command
}

// shadowFlags say which decisions are evaluated.
type shadowFlags struct {
	session string
	again   bool
}

func (a *app) rulesShadowRunCommand() *cobra.Command {
	var flags shadowFlags
	command := &cobra.Command{
		Use: "run [ID|PATH…]", Short: "Ask rulesets now what they would have decided on stored decisions; those of shadow_rulesets where none is named",
		Long: `Ask rulesets what they would have decided on every stored decision that has a
trace (retention.traces), as the end of a turn does for those of shadow_rulesets, but all at once
and without a deadline. Nothing is activated or said. Decisions that this version
was asked about before are passed over.

A ruleset is named by its id, a file or a folder; a module that was not vetted here
is vetted into a folder that is deleted afterwards.`,
		Example: "  impressionism rules shadow run\n  impressionism rules shadow run builtin/conservative ./careful",
		RunE: func(command *cobra.Command, args []string) error {
			return a.rulesShadowRun(command.Context(), args, flags)
		},
	}
	command.Flags().StringVar(&flags.session, "session", "", "decisions of this session only")
	command.Flags().BoolVar(&flags.again, "again", false, "forget earlier evaluations first, say after parameters were changed")
	return a.jsonFlag(command)
}

func (a *app) rulesShadowRun(ctx context.Context, names []string, flags shadowFlags) error {
	if err := a.ready(); err != nil {
		return err
	}
	if len(names) == 0 {
		names = a.loaded.ShadowRulesets
	}
	if len(names) == 0 {
		return errors.New("no ruleset is named, and shadow_rulesets is empty: impressionism rules shadow run ID")
	}
	store, err := a.stored()
	if err != nil {
		return failed(err)
	}
	defer store.Close()
	r := &replayer{app: a}
	defer r.close()
	result := shape.RulesShadowRun{Rulesets: []shape.ShadowRan{}}
	for _, name := range names {
		ruleset, err := a.ruleset(a.engine(a.workspaceOf("")).Set, name)
		if err != nil {
			return couldNot(err)
		}
		ran, err := shadowWith(ctx, r, store, ruleset, flags)
		if err != nil {
			return failed(fmt.Errorf("shadow %s: %w", ruleset.Manifest.ID, err))
		}
		result.Rulesets = append(result.Rulesets, ran)
	}
	if a.json {
		return a.printJSON(result)
	}
	for _, ran := range result.Rulesets {
		a.printShadowRan(ran)
	}
	return nil
}

// shadowWith asks one ruleset, whose module may be vetted for that.
func shadowWith(ctx context.Context, r *replayer, store *session.Store, ruleset engine.Ruleset, flags shadowFlags) (shape.ShadowRan, error) {
	shown := shape.ShadowRan{Ruleset: ruleset.Manifest.ID, Hash: ruleset.Hash, Problems: []string{}}
	e, err := r.runner(ctx, ruleset)
	if err != nil {
		return shown, err
	}
	if flags.again {
		if err := store.ForgetShadows(ruleset.Manifest.ID); err != nil {
			return shown, err
		}
	}
	wired := r.wire(r.workspaceOf(""), store)
	wired.Engine = e
	ran, err := wired.Shadow().Run(shadow.Run{Rulesets: []engine.Ruleset{ruleset}, Session: flags.session, Again: true})
	shown.Verdicts = ran.Verdicts
	for _, n := range ran.Verdicts {
		shown.Evaluated += n
	}
	for _, problem := range ran.Problems {
		shown.Problems = append(shown.Problems, problem.Error())
	}
	return shown, err
}

func (a *app) printShadowRan(ran shape.ShadowRan) {
	var parts []string
	for _, verdict := range slices.Sorted(maps.Keys(ran.Verdicts)) {
		parts = append(parts, fmt.Sprintf("%d %s", ran.Verdicts[verdict], verdictWord(verdict)))
	}
	line := fmt.Sprintf("%s %.12s: %s", plain(ran.Ruleset), ran.Hash, count(ran.Evaluated, "decision", "decisions"))
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	fmt.Fprintln(a.out, line)
	for _, problem := range ran.Problems {
		fmt.Fprintln(a.errOut, "impressionism: warning:", oneLine(problem))
	}
	fmt.Fprintf(a.out, "To compare: impressionism rules shadow report %s\n", plain(ran.Ruleset))
}

func verdictWord(verdict string) string {
	switch verdict {
	case engine.Same:
		return "the same"
	case engine.Other:
		return "other items"
	case engine.Withdrawals:
		return "other withdrawals"
	case session.VerdictUnknown:
		return "not comparable"
	case session.VerdictFault:
		return "failed"
	}
	return verdict
}
