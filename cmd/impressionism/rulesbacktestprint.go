package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/index"
)

func (a *app) printBacktest(r shape.RulesBacktest) {
	if r.Interrupted {
		fmt.Fprintf(a.out, "Interrupted after %d of %d sessions; this is what was played until then.\n", r.Past.Played, r.Past.Sessions)
	}
	a.printPast(r)
	fmt.Fprintln(a.out)
	a.printResults(r.Report)
	for _, result := range r.Rulesets {
		a.printItems(result, len(r.Rulesets) > 1)
		a.printBacktestExamples(result)
	}
	if r.Compared != nil {
		a.printComparison(*r.Compared, r.Rulesets[0].Name, r.Rulesets[1].Name)
	}
	for _, note := range r.Notes {
		fmt.Fprintln(a.out, "Note:", plain(note))
	}
}

func (a *app) printPast(r shape.RulesBacktest) {
	tier := "by words alone (--model takes the installed model)"
	if r.Tier == index.TierModel {
		tier = "with the model"
	}
	fmt.Fprintf(a.out, "%s in %s, %s to %s, %s, in %.1f s.\n", count(r.Prompts, "prompt", "prompts"), count(r.Sessions, "session", "sessions"),
		r.From.Format(time.DateOnly), r.To.Format(time.DateOnly), tier, r.Seconds)
	fmt.Fprintf(a.out, "%d of %s in %s", r.Past.Played, count(r.Past.Sessions, "session", "sessions"), plain(a.shortPath(r.Past.Path)))
	if left := skippedLine(r); left != "" {
		fmt.Fprintf(a.out, "; left out: %s", left)
	}
	fmt.Fprintln(a.out, ".")
	fmt.Fprintf(a.out, "Invoked were %d by the model and %d by the user", r.Invoked.ByModel, r.Invoked.ByUser)
	if len(r.Invoked.Unknown) > 0 {
		ids := slices.Sorted(maps.Keys(r.Invoked.Unknown))
		fmt.Fprintf(a.out, "; not in today's catalog: %s", oneLine(strings.Join(ids, ", ")))
	}
	fmt.Fprintln(a.out, ".")
}

// skippedLine names what was left out, most first.
func skippedLine(r shape.RulesBacktest) string {
	var parts []string
	reasons := slices.SortedFunc(maps.Keys(r.Past.Skipped), func(x, y string) int {
		if r.Past.Skipped[x] != r.Past.Skipped[y] {
			return r.Past.Skipped[y] - r.Past.Skipped[x]
		}
		return strings.Compare(x, y)
	})
	if r.Past.Subagents > 0 {
		parts = append(parts, fmt.Sprintf("subagents %d", r.Past.Subagents))
	}
	if r.Past.Unreadable > 0 {
		parts = append(parts, fmt.Sprintf("unreadable %d", r.Past.Unreadable))
	}
	for _, reason := range reasons {
		name := reason
		if reason == transcript.SkipUnknown {
			name = "unknown (lines of types that are no part of the talk)"
		}
		parts = append(parts, fmt.Sprintf("%s %d", name, r.Past.Skipped[reason]))
	}
	return strings.Join(parts, ", ")
}

// printResults shows a column for each ruleset.
func (a *app) printResults(r backtest.Report) {
	header, rows := []string{""}, [][]string{}
	for _, result := range r.Rulesets {
		header = append(header, result.Name)
	}
	add := func(name string, cell func(backtest.Result) string) {
		cells := []string{name}
		for _, result := range r.Rulesets {
			cells = append(cells, cell(result))
		}
		rows = append(rows, cells)
	}
	add("spoke at", func(x backtest.Result) string { return rateWords(x.Spoke) })
	add("suggestions", func(x backtest.Result) string { return fmt.Sprint(x.Suggestions) })
	add("precision", func(x backtest.Result) string { return rateWords(x.Precision) })
	add("used later", func(x backtest.Result) string { return fmt.Sprint(x.Late) })
	add("recall", func(x backtest.Result) string { return rateWords(x.Recall) })
	add("  by the model", func(x backtest.Result) string { return rateWords(x.RecallModel) })
	add("  by the user", func(x backtest.Result) string { return rateWords(x.RecallUser) })
	add("tokens said", func(x backtest.Result) string {
		return fmt.Sprintf("%d, %.2f a prompt", x.Tokens.Said, x.Tokens.PerPrompt)
	})
	add("tokens carried", func(x backtest.Result) string { return fmt.Sprint(x.Tokens.Carried) })
	add("hidden and fitting", func(x backtest.Result) string {
		return fmt.Sprintf("%s, %d told, %d used", count(x.Hidden.Prompts, "prompt", "prompts"), x.Hidden.Told, x.Hidden.Used)
	})
	add("flapping", func(x backtest.Result) string {
		return fmt.Sprintf("%s of %s", count(x.Flapping.Times, "time", "times"), count(x.Flapping.Items, "item", "items"))
	})
	add("failed", func(x backtest.Result) string { return faultWords(x.Faults) })
	a.table(header, rows)
}

func rateWords(r stats.Rate) string {
	if r.Of == 0 {
		return "none of 0"
	}
	return fmt.Sprintf("%d of %d, %.0f %% (%.0f–%.0f)", r.Count, r.Of, 100*r.Share, 100*r.Low, 100*r.High)
}

func faultWords(faults map[string]int) string {
	parts := []string{}
	for _, code := range slices.Sorted(maps.Keys(faults)) {
		parts = append(parts, fmt.Sprintf("%s %d", code, faults[code]))
	}
	if len(parts) == 0 {
		return "never"
	}
	return strings.Join(parts, ", ")
}

// itemsShown is how many items a person is shown; --json has more.
const itemsShown = 8

func (a *app) printItems(result backtest.Result, several bool) {
	if len(result.Items) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	if several {
		fmt.Fprintf(a.out, "%s:\n", plain(result.Name))
	}
	var rows [][]string
	for _, item := range result.Items[:min(len(result.Items), itemsShown)] {
		rows = append(rows, []string{
			item.Ref.ID, fmt.Sprint(item.Told), fmt.Sprint(item.Used), fmt.Sprint(item.Late),
			fmt.Sprint(item.Invoked), fmt.Sprint(item.Found), fmt.Sprint(item.Hidden), fmt.Sprint(item.Flapping),
		})
	}
	a.table([]string{"item", "told", "used", "later", "invoked", "foreseen", "hidden", "flapping"}, rows)
	if more := len(result.Items) - itemsShown; more > 0 {
		fmt.Fprintf(a.out, "… and %d more; see --json\n", more)
	}
}

func (a *app) printBacktestExamples(result backtest.Result) {
	for _, sort := range []struct {
		title    string
		examples []backtest.Example
	}{
		{"Suggested and used", result.Examples.Used},
		{"Suggested in vain", result.Examples.Unused},
		{"Used and not suggested before", result.Examples.Missed},
		{"Suggested though the client had hidden its description", result.Examples.Hidden},
		{"Withdrawn and back", result.Examples.Flaps},
	} {
		if len(sort.examples) == 0 {
			continue
		}
		fmt.Fprintf(a.out, "\n%s:\n", sort.title)
		for _, e := range sort.examples {
			fmt.Fprintf(a.out, "  %s: %s\n", plain(e.Item.ID), momentWords(e.Moment))
		}
	}
}

// promptShown is how much of a prompt one line has.
const promptShown = 90

func momentWords(m backtest.Moment) string {
	return fmt.Sprintf("“%s” (%s, session %.8s, prompt %d)", plain(shorten(m.Prompt, promptShown)), m.At.Format(time.DateOnly), plain(m.Session), m.Number)
}
