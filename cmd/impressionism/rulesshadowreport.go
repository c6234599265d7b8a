package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/shadow"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) rulesShadowReportCommand() *cobra.Command {
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
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesShadowReport(args, examples) },
	}
	command.Flags().IntVar(&examples, "examples", examples, "how many decisions that differ are shown, newest first")
	return a.jsonFlag(command)
}

func (a *app) rulesShadowReport(names []string, examples int) error {
	if err := a.ready(); err != nil {
		return err
	}
	store, err := a.stored()
	if err != nil {
		return failed(err)
	}
	defer store.Close()
	asked, err := store.ShadowRulesets()
	if err != nil {
		return failed(err)
	}
	result := shape.RulesShadowReport{Rulesets: []shape.ShadowReport{}}
	for _, version := range a.reported(asked, names) {
		report, err := a.shadowReport(store, version, examples)
		if err != nil {
			return failed(err)
		}
		result.Rulesets = append(result.Rulesets, report)
	}
	if a.json {
		return a.printJSON(result)
	}
	if len(result.Rulesets) == 0 {
		return failed(errors.New("no ruleset looks on: name some in shadow_rulesets, or: impressionism rules shadow run ID"))
	}
	for _, report := range result.Rulesets {
		a.printShadowReport(report)
	}
	return nil
}

// reported are the rulesets to report on: the one named, or all that were asked
// or are to be.
func (a *app) reported(asked []session.Version, names []string) []session.Version {
	has := func(id string) func(session.Version) bool {
		return func(v session.Version) bool { return v.ID == id }
	}
	wanted := names
	if len(names) == 0 {
		wanted = a.loaded.ShadowRulesets
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

func (a *app) shadowReport(store *session.Store, version session.Version, examples int) (shape.ShadowReport, error) {
	report := shape.ShadowReport{
		Ruleset: version.ID, Hash: version.Hash, Configured: slices.Contains(a.loaded.ShadowRulesets, version.ID),
		Missing: []shape.ShadowReason{}, Failures: []shape.ShadowReason{}, Examples: []shape.ShadowExample{},
	}
	rows, err := store.Shadowed(version.ID)
	if err != nil {
		return report, err
	}
	tallyShadows(&report, rows, examples)
	if report.Waiting, report.Dropped, err = store.ShadowsLeft(version); err != nil {
		return report, err
	}
	failures, err := store.ShadowFailures(version, shadow.FailuresMax)
	if err != nil {
		return report, err
	}
	current, loadErr := a.engine(a.workspaceOf("")).Set.Load(version.ID)
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
				Decision: row.DecisionID, Session: row.SessionID, Event: row.Made.Event, Prompt: shorten(row.Prompt, examplePromptChars),
				Verdict: row.Verdict, By: strings.Join(deciders(row.Made.Ruleset.ID, row.Made.Answer), ", "), Decided: row.Made.Answer, Would: row.Answer, At: row.At,
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
