package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// hiddenShown is how many hidden items are named without --all.
const hiddenShown = 20

func (a *app) printBudget(result shape.Budget, o budgetOptions) {
	fmt.Fprintf(a.out, "%s: the client's listing may take %d characters.\n", windowWords(result), result.Chars)
	fmt.Fprintf(a.out, "%s. The client shows %s and hides %d: %d of %d characters, about %d tokens a session.\n",
		count(result.Items, "item", "items"), count(result.Shown, "description", "descriptions"), result.Hidden,
		result.Used, result.Chars, (result.Used+result.CharsPerToken-1)/result.CharsPerToken)
	if result.IDs > result.Chars {
		fmt.Fprintf(a.out, "Ids and bundled skills alone take %d characters, so that no other description is shown.\n", result.IDs)
	}
	if result.Items > 0 {
		fmt.Fprintf(a.out, "Never used: %d of %d.", result.NeverUsed, result.Items)
	}
	fmt.Fprintf(a.out, " Bundled skills: %d.\n", result.Bundled)
	if o.plan {
		a.printPlan(result, o.out)
		return
	}
	a.printBudgetLines(result, o.all)
	for _, line := range rejectionLines(result.Rejected) {
		fmt.Fprintln(a.out, line)
	}
	if result.Hidden > 0 {
		fmt.Fprintln(a.out, "\nWhat can be done about it: impressionism skills budget --plan")
	}
}

// windowWords says whose window it is, and who says so.
func windowWords(result shape.Budget) string {
	tokens := count(result.Window, "token", "tokens")
	switch result.ModelFrom {
	case shape.FromWindow:
		return "A window of " + tokens
	case shape.FromSettings:
		return plain(result.Model) + " (of your settings), " + tokens
	case shape.FromDefault:
		return result.Model + " (the client's choice; yours: --model), " + tokens
	}
	return plain(result.Model) + ", " + tokens
}

// printBudgetLines shows the items, longest description first: all, or those
// that are hidden or cut.
func (a *app) printBudgetLines(result shape.Budget, all bool) {
	var rows [][]string
	left := 0
	for _, line := range result.Lines {
		cut := line.Written > line.Chars
		if !all && (line.Source == sourceBundled || line.Fate != plugins.Hidden && !cut) {
			continue
		}
		if !all && len(rows) == hiddenShown {
			left++
			continue
		}
		rows = append(rows, []string{line.ID, line.Source, fateWords(line), fmt.Sprint(line.Chars), fmt.Sprint(line.Tokens), usesWords(line.Uses), shorten(line.Description, 60)})
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	a.table([]string{"item", "of", "fate", "chars", "tokens", "used", "description"}, rows)
	if left > 0 {
		fmt.Fprintf(a.out, "… and %d more: --all\n", left)
	}
}

func fateWords(line shape.BudgetLine) string {
	if line.Written > line.Chars {
		return fmt.Sprintf("%s, cut from %d", line.Fate, line.Written)
	}
	return line.Fate
}

func usesWords(uses int) string {
	if uses == 0 {
		return "never"
	}
	return strings.TrimSpace(fmt.Sprintf("%d×", uses))
}
