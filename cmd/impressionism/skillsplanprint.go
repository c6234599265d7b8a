package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// printPlan prints a plan; out is the file that has its block, or empty.
func (a *app) printPlan(result shape.Budget, out string) {
	p := result.Plan
	for _, note := range p.Notes {
		fmt.Fprintln(a.errOut, "impressionism: note:", plain(note))
	}
	fmt.Fprintf(a.out, "\nNeither described nor among the first %d of a search for their own description (%s): %s.\n",
		reachedWithin, tierWord(p.Tier), someIDs(p.Unreached))
	switch {
	case len(p.Choices) == 0 && result.Hidden == 0:
		fmt.Fprintln(a.out, "Every description is shown: there is nothing to plan.")
	case len(p.Choices) == 0:
		fmt.Fprintln(a.out, "No override would bring more to the model: there is nothing to spare in what it is shown.")
	default:
		a.printBeforeAfter(result)
		a.printChoices(*p)
		a.printSnippet(p.Overrides, out)
	}
	a.printBeyond(result)
}

func (a *app) printChoices(p shape.BudgetPlan) {
	fmt.Fprintln(a.out)
	var rows [][]string
	for _, c := range p.Choices {
		rows = append(rows, []string{c.ID, c.Override, c.Reason})
	}
	a.table([]string{"item", "override", "why"}, rows)
}

// snippet is what is to be pasted.
func snippet(overrides map[string]string) []byte {
	encoded, err := json.MarshalIndent(map[string]any{"skillOverrides": overrides}, "", "  ")
	if err != nil {
		panic(err) // strings are always valid
	}
	return append(encoded, '\n')
}

// printSnippet prints what is to be pasted, or where it is. The settings themselves
// are the client's and the user's.
func (a *app) printSnippet(overrides map[string]string, out string) {
	settings := a.shortPath(a.clientHome() + "/settings.json")
	if out != "" {
		fmt.Fprintf(a.out, "\nAdd what %s holds to skillOverrides in %s.\n", out, settings)
		return
	}
	fmt.Fprintf(a.out, "\nAdd this to skillOverrides in %s:\n\n", settings)
	fmt.Fprintf(a.exact(), "%s", snippet(overrides))
}

func (a *app) printBeforeAfter(result shape.Budget) {
	p := result.Plan
	before := count(len(p.Unreached), "item", "items")
	fmt.Fprintln(a.out)
	a.table([]string{"", "described", "hidden", "characters", "neither described nor found"}, [][]string{
		{"now", fmt.Sprint(result.Shown), fmt.Sprint(result.Hidden), fmt.Sprint(result.Used), before},
		{"then", fmt.Sprint(p.Shown), fmt.Sprint(p.Hidden), fmt.Sprint(p.Used), count(len(p.Lost), "item", "items")},
	})
	if len(p.Lost) > 0 {
		fmt.Fprintf(a.out, "\nStill neither: %s.\nCall one once, and the client shows it before those that were never used; or describe it in words that others do not use: impressionism skills collide %s\n",
			someIDs(p.Lost), plain(p.Lost[0]))
	}
}

// printBeyond says what no override can do, and what can.
func (a *app) printBeyond(result shape.Budget) {
	p := result.Plan
	var lines []string
	if result.ForAll > result.Chars {
		setting := fmt.Sprintf(`"skillListingBudgetFraction": %g`, p.Fraction)
		if p.Fraction == 0 {
			setting = fmt.Sprintf(`"SLASH_COMMAND_TOOL_CHAR_BUDGET": "%d" in "env"`, result.ForAll)
		}
		lines = append(lines, fmt.Sprintf(`%s shows every description, for about %d tokens more in each session`,
			setting, (result.ForAll-result.Used)/result.CharsPerToken))
	}
	for _, plugin := range p.Plugins {
		lines = append(lines, fmt.Sprintf("%s: no override reaches %s of a plugin (%d characters shown, %s); to be rid of them, disable it",
			plain(plugin.Key), count(plugin.Items, "item", "items"), plugin.Chars, usedWords(plugin.Uses)))
	}
	if bundled := bundledChars(result); bundled > 0 {
		lines = append(lines, fmt.Sprintf(`"disableBundledSkills": true frees up to %d characters; an override takes them singly, but search does not know them`, bundled))
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nWhat the plan leaves to you:")
	for _, line := range lines {
		a.printProse("  * ", "    ", line)
	}
}

func usedWords(uses int) string {
	if uses == 0 {
		return "never used"
	}
	return "used " + count(uses, "time", "times")
}

func bundledChars(result shape.Budget) int {
	chars := 0
	for _, line := range result.Lines {
		if line.Source == sourceBundled && line.Fate == plugins.Described {
			chars += line.Chars
		}
	}
	return chars
}

// someIDs names a few items and counts the rest.
func someIDs(ids []string) string {
	const named = 5
	if len(ids) == 0 {
		return "none"
	}
	words := plain(strings.Join(ids[:min(len(ids), named)], ", "))
	if len(ids) > named {
		words += fmt.Sprintf(" and %d more", len(ids)-named)
	}
	return words
}
