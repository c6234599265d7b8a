package author

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/shadow"
	"github.com/ed-irl/impressionism/host/store/session"
)

func shadowCommand(e *env.Env) *cobra.Command {
	command := cli.Group("shadow", "Let rulesets look on and compare what they would have decided")
	command.AddCommand(shadowRunCommand(e), shadowReportCommand(e))
	return command
}

// shadowFlags say which decisions are evaluated.
type shadowFlags struct {
	session string
	again   bool
}

func shadowRunCommand(e *env.Env) *cobra.Command {
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
			return shadowRun(command.Context(), e, args, flags)
		},
	}
	command.Flags().StringVar(&flags.session, "session", "", "decisions of this session only")
	command.Flags().BoolVar(&flags.again, "again", false, "forget earlier evaluations of these decisions first, say after parameters were changed")
	return cli.JSONFlag(e, command)
}

func shadowRun(ctx context.Context, e *env.Env, names []string, flags shadowFlags) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if len(names) == 0 {
		names = e.Loaded.ShadowRulesets
	}
	if len(names) == 0 {
		return errors.New("no ruleset is named, and shadow_rulesets is empty: impressionism rules shadow run ID")
	}
	store, err := replay.Stored(e)
	if err != nil {
		return env.Failed(err)
	}
	defer store.Close()
	r := &replay.Replayer{Env: e}
	defer r.Close()
	result := shape.RulesShadowRun{Rulesets: []shape.ShadowRan{}}
	for _, name := range names {
		ruleset, err := rulesets.Ruleset(e, wire.Engine(e, e.WorkspaceOf("")).Set, name)
		if err != nil {
			return replay.CouldNot(err)
		}
		ran, err := shadowWith(ctx, r, store, ruleset, flags)
		if err != nil {
			return env.Failed(fmt.Errorf("shadow %s: %w", ruleset.Manifest.ID, err))
		}
		result.Rulesets = append(result.Rulesets, ran)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	for _, ran := range result.Rulesets {
		printShadowRan(e, ran)
	}
	return nil
}

// shadowWith asks one ruleset, whose module may be vetted for that.
func shadowWith(ctx context.Context, r *replay.Replayer, store *session.Store, ruleset engine.Ruleset, flags shadowFlags) (shape.ShadowRan, error) {
	shown := shape.ShadowRan{Ruleset: ruleset.Manifest.ID, Hash: ruleset.Hash, Problems: []string{}}
	e, err := r.Runner(ctx, ruleset)
	if err != nil {
		return shown, err
	}
	if flags.again {
		if err := store.ForgetShadows(ruleset.Manifest.ID, flags.session); err != nil {
			return shown, err
		}
	}
	wired := wire.Host(r.Env, r.WorkspaceOf(""), store)
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

func printShadowRan(e *env.Env, ran shape.ShadowRan) {
	var parts []string
	for _, verdict := range slices.Sorted(maps.Keys(ran.Verdicts)) {
		parts = append(parts, fmt.Sprintf("%d %s", ran.Verdicts[verdict], verdictWord(verdict)))
	}
	line := fmt.Sprintf("%s %.12s: %s", textline.Plain(ran.Ruleset), ran.Hash, textline.Count(ran.Evaluated, "decision", "decisions"))
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	fmt.Fprintln(e.Out, line)
	for _, problem := range ran.Problems {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", textline.OneLine(problem))
	}
	fmt.Fprintf(e.Out, "To compare: impressionism rules shadow report %s\n", textline.Plain(ran.Ruleset))
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

// shadowReasonChars is how much of a reason a line shows.
const shadowReasonChars = 110

func printShadowReport(e *env.Env, r shape.ShadowReport) {
	line := func(format string, args ...any) { fmt.Fprintln(e.Out, textline.Plain(fmt.Sprintf(format, args...))) }
	line("%s %.12s: %s compared", r.Ruleset, r.Hash, textline.Count(r.Compared, "decision", "decisions"))
	if r.Note != "" {
		line("  note: %s", r.Note)
	}
	for _, row := range []struct {
		name  string
		count int
	}{
		{"same", r.Same},
		{"more", r.More},
		{"less", r.Less},
		{"other items", r.Other},
		{"other withdrawals", r.Withdrawals},
	} {
		if r.Compared > 0 {
			line("  %-18s %d", row.name, row.count)
		}
	}
	if r.More+r.Less+r.Other > 0 {
		line("  %s", consequencesLine(r.Consequences))
	}
	reasons := func(name string, count int, reasons []shape.ShadowReason) {
		if count == 0 {
			return
		}
		line("  %-18s %d", name, count)
		for _, reason := range reasons {
			line("    %d %s: %s", reason.Count, reason.What, textline.Shorten(reason.Example, shadowReasonChars))
		}
	}
	reasons("not comparable", r.NotComparable, r.Missing)
	reasons("failed", r.Faults, r.Failures)
	if r.Waiting+r.Dropped+r.Earlier > 0 {
		line("  not asked: %d waiting, %d dropped; by earlier versions: %d", r.Waiting, r.Dropped, r.Earlier)
	}
	if r.Fuel.Max > 0 {
		line("  fuel %.0f, at most %.0f; %.1f ms, at most %.1f", r.Fuel.P50, r.Fuel.Max, r.MS.P50, r.MS.Max)
	}
	for _, example := range r.Examples {
		line("decision %d, %s: %s", example.Decision, verdictWord(example.Verdict), cmp.Or(example.Prompt, explain.EventWord(example.Event)))
		line("  decided %s: %s", example.By, itemsText(example.Decided))
		line("  would   %s: %s", r.Ruleset, itemsText(example.Would))
	}
}

// consequencesLine says what would have come of the decisions that differ.
func consequencesLine(c shape.ShadowConsequences) string {
	return fmt.Sprintf("lost: %d used, %d unused; gained: %d used, %d unused; about %+d tokens", c.UsedLost, c.UnusedSpared, c.UsedGained, c.UnusedGained, c.Tokens)
}

// itemsText is a decision in one line.
func itemsText(data json.RawMessage) string {
	answer := replay.AnswerOf(data)
	var parts []string
	for _, entry := range answer.Activate {
		parts = append(parts, entry.Ref.ID+explain.ScoreText(entry))
	}
	if len(answer.Deactivate) > 0 {
		parts = append(parts, "withdraw "+strings.Join(replay.IDsOf(replay.RefsOf(answer.Deactivate)), ", "))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}

func shadowReportCommand(e *env.Env) *cobra.Command {
	examples := 3
	command := &cobra.Command{
		Use: "report [RULESET]", Short: "Compare what rulesets that look on would have decided with what was decided",
		Long: `Compare what rulesets that look on would have decided with what was decided, by
items; reasons and scores do not count. Each decision is compared by itself: what
was active before it is what the active ruleset had made active. Of several active
rulesets, one that looks on stands in its own place; any other is compared as if it
were the only one.

Not comparable are decisions for which the ruleset asked the host what the trace
cannot answer; nothing is guessed. Waiting are those that it was not asked about
yet, dropped those whose trace is no longer kept (retention.traces).`,
		Example: "  impressionism rules shadow report\n  impressionism rules shadow report custom/careful --examples 10", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runShadowReport(e, args, examples) },
	}
	command.Flags().IntVar(&examples, "examples", examples, "how many decisions that differ are shown, newest first")
	return cli.JSONFlag(e, command)
}

func runShadowReport(e *env.Env, names []string, examples int) error {
	if err := e.Ready(); err != nil {
		return err
	}
	store, err := replay.Stored(e)
	if err != nil {
		return env.Failed(err)
	}
	defer store.Close()
	asked, err := store.ShadowRulesets()
	if err != nil {
		return env.Failed(err)
	}
	result := shape.RulesShadowReport{Rulesets: []shape.ShadowReport{}}
	for _, version := range reported(e, asked, names) {
		report, err := shadowReport(e, store, version, examples)
		if err != nil {
			return env.Failed(err)
		}
		result.Rulesets = append(result.Rulesets, report)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	if len(result.Rulesets) == 0 {
		return env.Failed(errors.New("no ruleset looks on: name some in shadow_rulesets, or: impressionism rules shadow run ID"))
	}
	for _, report := range result.Rulesets {
		printShadowReport(e, report)
	}
	return nil
}

// reported are the rulesets to report on: the one named, or all that were asked
// or are to be.
func reported(e *env.Env, asked []session.Version, names []string) []session.Version {
	has := func(id string) func(session.Version) bool {
		return func(v session.Version) bool { return v.ID == id }
	}
	wanted := names
	if len(names) == 0 {
		wanted = e.Loaded.ShadowRulesets
	}
	for _, id := range wanted {
		if !slices.ContainsFunc(asked, has(id)) {
			asked = append(asked, session.Version{ID: id})
		}
	}
	if len(names) > 0 {
		asked = slices.DeleteFunc(asked, func(v session.Version) bool { return !slices.Contains(names, v.ID) })
	}
	return asked
}

func shadowReport(e *env.Env, store *session.Store, version session.Version, examples int) (shape.ShadowReport, error) {
	report := shape.ShadowReport{
		Ruleset: version.ID, Hash: version.Hash, Configured: slices.Contains(e.Loaded.ShadowRulesets, version.ID),
		Missing: []shape.ShadowReason{}, Failures: []shape.ShadowReason{}, Examples: []shape.ShadowExample{},
	}
	rows, err := store.Shadowed(version.ID)
	if err != nil {
		return report, err
	}
	tallyShadows(&report, rows, examples)
	if err := weigh(e, store, &report, rows); err != nil {
		return report, err
	}
	if report.Waiting, report.Dropped, err = store.ShadowsLeft(version); err != nil {
		return report, err
	}
	failures, err := store.ShadowFailures(version, shadow.FailuresMax)
	if err != nil {
		return report, err
	}
	current, loadErr := wire.Engine(e, e.WorkspaceOf("")).Set.Load(version.ID)
	switch {
	case loadErr != nil && (report.Configured || version.Hash == ""):
		report.Note = "it cannot be asked: " + loadErr.Error()
	case version.Hash == "":
		report.Note = "it was not asked yet: the end of a turn asks it, or: impressionism rules shadow run " + version.ID
	case report.Configured && current.Hash == version.Hash && failures == shadow.FailuresMax:
		report.Note = fmt.Sprintf("it failed %d times in a row and is not asked at the end of a turn until it changes; to ask it now: impressionism rules shadow run %s", failures, version.ID)
	case loadErr == nil && current.Hash != version.Hash:
		report.Note = fmt.Sprintf("it is another version now (%.12s), which was not asked yet", current.Hash)
	}
	return report, nil
}

// examplePromptChars is how much of a prompt an example shows.
const examplePromptChars = 100

// tallyShadows counts evaluations of one version, newest first.
func tallyShadows(report *shape.ShadowReport, rows []session.Shadowed, examples int) {
	var fuel, ms []float64
	counts := map[string]int{}
	for _, row := range rows {
		if row.Ruleset.Hash != report.Hash {
			report.Earlier++
			continue
		}
		fuel, ms = append(fuel, float64(row.Fuel)), append(ms, float64(row.Micros)/1000)
		switch row.Verdict {
		case session.VerdictUnknown:
			report.NotComparable++
			report.Missing = because(report.Missing, row.Reason, " ")
			continue
		case session.VerdictFault:
			report.Faults++
			report.Failures = because(report.Failures, row.Reason, ":")
			continue
		}
		report.Compared++
		counts[row.Verdict]++
		if row.Verdict != engine.Same && len(report.Examples) < examples {
			report.Examples = append(report.Examples, shape.ShadowExample{
				Decision: row.DecisionID, Session: row.SessionID, Event: row.Made.Event, Prompt: textline.Shorten(row.Prompt, examplePromptChars),
				Verdict: row.Verdict, By: strings.Join(replay.Deciders(row.Made.Ruleset.ID, row.Made.Answer), ", "), Decided: row.Made.Answer, Would: row.Answer, At: row.At,
				Traced: row.Made.HasTrace, Told: []shape.SuggestionOutcome{}, Lost: []abi.Ref{}, Gained: []shape.ShadowGain{},
			})
		}
	}
	report.Same, report.More, report.Less = counts[engine.Same], counts[engine.More], counts[engine.Less]
	report.Other, report.Withdrawals = counts[engine.Other], counts[engine.Withdrawals]
	report.Fuel, report.MS = spreadOf(fuel), spreadOf(ms)
}

// because counts a reason by what stands before the first separator.
func because(reasons []shape.ShadowReason, reason, separator string) []shape.ShadowReason {
	what, rest, _ := strings.Cut(reason, separator)
	what = strings.TrimSuffix(what, ":")
	for i := range reasons {
		if reasons[i].What == what {
			reasons[i].Count++
			return reasons
		}
	}
	return append(reasons, shape.ShadowReason{What: what, Count: 1, Example: strings.TrimSpace(rest)})
}

func spreadOf(values []float64) shape.Spread {
	if len(values) == 0 {
		return shape.Spread{}
	}
	slices.Sort(values)
	at := func(share int) float64 { return values[(len(values)-1)*share/100] }
	return shape.Spread{P50: at(50), P95: at(95), Max: at(100)}
}
