package backtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/index"
)

func printComparison(e *env.Env, c backtest.Comparison, nameA, nameB string) {
	nameA, nameB = textline.Plain(nameA), textline.Plain(nameB)
	fmt.Fprintf(e.Out, "\nThe same on %d of %s. Only %s spoke: %d; only %s: %d; both, not of the same items: %d; other decisions unheard: %d.\n",
		c.Same, textline.Count(c.Prompts, "prompt", "prompts"), nameA, c.OnlyA, nameB, c.OnlyB, c.Otherwise, c.Unheard)
	fmt.Fprintf(e.Out, "What only one told was used after: %s %d, %s %d.\n", nameA, c.UsedA, nameB, c.UsedB)
	for _, d := range c.Examples {
		fmt.Fprintf(e.Out, "\n  %s\n", momentWords(d.Moment))
		fmt.Fprintf(e.Out, "    %s: %s\n", nameA, sideWords(d.ToldA, d.Decision.Activated.OnlyA, d.Decision.Deactivated.OnlyA))
		fmt.Fprintf(e.Out, "    %s: %s\n", nameB, sideWords(d.ToldB, d.Decision.Activated.OnlyB, d.Decision.Deactivated.OnlyB))
		if len(d.Used) > 0 {
			fmt.Fprintf(e.Out, "    used: %s\n", keyWords(d.Used))
		}
	}
	if rest := c.Prompts - c.Same - len(c.Examples); rest > 0 && len(c.Examples) > 0 {
		fmt.Fprintf(e.Out, "\n… and %s more; see --examples\n", textline.Count(rest, "prompt", "prompts"))
	}
}

// sideWords returns what one of two made of a prompt.
func sideWords(told, activated, withdrawn []abi.Ref) string {
	parts := []string{"silent"}
	if len(told) > 0 {
		parts[0] = "told " + keyWords(told)
	}
	if unheard := backtest.Part(activated, told).OnlyA; len(unheard) > 0 {
		parts = append(parts, "alone activated "+keyWords(unheard))
	}
	if len(withdrawn) > 0 {
		parts = append(parts, "alone withdrew "+keyWords(withdrawn))
	}
	return strings.Join(parts, "; ")
}

func keyWords(keys []abi.Ref) string {
	ids := make([]string, len(keys))
	for i, key := range keys {
		ids[i] = textline.Plain(key.ID)
	}
	return strings.Join(ids, ", ")
}

func printBacktest(e *env.Env, r shape.RulesBacktest) {
	if r.Interrupted {
		fmt.Fprintf(e.Out, "Interrupted after %d of %d sessions; this is what was played until then.\n", r.Past.Played, r.Past.Sessions)
	}
	printPast(e, r)
	fmt.Fprintln(e.Out)
	printResults(e, r.Report)
	for _, result := range r.Rulesets {
		printItems(e, result, len(r.Rulesets) > 1)
		printBacktestExamples(e, result)
	}
	if r.Compared != nil {
		printComparison(e, *r.Compared, r.Rulesets[0].Name, r.Rulesets[1].Name)
	}
	for _, note := range r.Notes {
		fmt.Fprintln(e.Out, "Note:", textline.Plain(note))
	}
}

func printPast(e *env.Env, r shape.RulesBacktest) {
	tier := "by words alone (--model takes the installed model)"
	if r.Tier == index.TierModel {
		tier = "with the model"
	}
	fmt.Fprintf(e.Out, "%s in %s, %s to %s, %s, in %.1f s.\n", textline.Count(r.Prompts, "prompt", "prompts"), textline.Count(r.Sessions, "session", "sessions"),
		r.From.Format(time.DateOnly), r.To.Format(time.DateOnly), tier, r.Seconds)
	fmt.Fprintf(e.Out, "%d of %s in %s", r.Past.Played, textline.Count(r.Past.Sessions, "session", "sessions"), textline.Plain(cli.ShortPath(e, r.Past.Path)))
	if left := skippedLine(r); left != "" {
		fmt.Fprintf(e.Out, "; left out: %s", left)
	}
	fmt.Fprintln(e.Out, ".")
	fmt.Fprintf(e.Out, "Invoked were %d by the model and %d by the user", r.Invoked.ByModel, r.Invoked.ByUser)
	if len(r.Invoked.Unknown) > 0 {
		ids := slices.Sorted(maps.Keys(r.Invoked.Unknown))
		fmt.Fprintf(e.Out, "; not in today's catalog: %s", textline.OneLine(strings.Join(ids, ", ")))
	}
	fmt.Fprintln(e.Out, ".")
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
func printResults(e *env.Env, r backtest.Report) {
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
	add("spoke at", func(x backtest.Result) string { return textline.RateWords(x.Spoke) })
	add("suggestions", func(x backtest.Result) string { return fmt.Sprint(x.Suggestions) })
	add("precision", func(x backtest.Result) string { return textline.RateWords(x.Precision) })
	add("used later", func(x backtest.Result) string { return fmt.Sprint(x.Late) })
	add("recall", func(x backtest.Result) string { return textline.RateWords(x.Recall) })
	add("  by the model", func(x backtest.Result) string { return textline.RateWords(x.RecallModel) })
	add("  by the user", func(x backtest.Result) string { return textline.RateWords(x.RecallUser) })
	add("tokens said", func(x backtest.Result) string {
		return fmt.Sprintf("%d, %.2f a prompt", x.Tokens.Said, x.Tokens.PerPrompt)
	})
	add("tokens carried", func(x backtest.Result) string { return fmt.Sprint(x.Tokens.Carried) })
	add("hidden and fitting", func(x backtest.Result) string {
		return fmt.Sprintf("%s, %d told, %d used", textline.Count(x.Hidden.Prompts, "prompt", "prompts"), x.Hidden.Told, x.Hidden.Used)
	})
	add("flapping", func(x backtest.Result) string {
		return fmt.Sprintf("%s of %s", textline.Count(x.Flapping.Times, "time", "times"), textline.Count(x.Flapping.Items, "item", "items"))
	})
	add("failed", func(x backtest.Result) string { return faultWords(x.Faults) })
	cli.Table(e, header, rows)
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

func printItems(e *env.Env, result backtest.Result, several bool) {
	if len(result.Items) == 0 {
		return
	}
	fmt.Fprintln(e.Out)
	if several {
		fmt.Fprintf(e.Out, "%s:\n", textline.Plain(result.Name))
	}
	var rows [][]string
	for _, item := range result.Items[:min(len(result.Items), itemsShown)] {
		rows = append(rows, []string{
			item.Ref.ID, fmt.Sprint(item.Told), fmt.Sprint(item.Used), fmt.Sprint(item.Late),
			fmt.Sprint(item.Invoked), fmt.Sprint(item.Found), fmt.Sprint(item.Hidden), fmt.Sprint(item.Flapping),
		})
	}
	cli.Table(e, []string{"item", "told", "used", "later", "invoked", "foreseen", "hidden", "flapping"}, rows)
	if more := len(result.Items) - itemsShown; more > 0 {
		fmt.Fprintf(e.Out, "… and %d more; see --json\n", more)
	}
}

func printBacktestExamples(a *env.Env, result backtest.Result) {
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
		fmt.Fprintf(a.Out, "\n%s:\n", sort.title)
		for _, e := range sort.examples {
			fmt.Fprintf(a.Out, "  %s: %s\n", textline.Plain(e.Item.ID), momentWords(e.Moment))
		}
	}
}

// promptShown is how much of a prompt one line has.
const promptShown = 90

func momentWords(m backtest.Moment) string {
	return fmt.Sprintf("“%s” (%s, session %.8s, prompt %d)", textline.Plain(textline.Shorten(m.Prompt, promptShown)), m.At.Format(time.DateOnly), textline.Plain(m.Session), m.Number)
}
