package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/claude/plugins"
	"github.com/ed-irl/impressionism/host/source"
)

func (a *app) skillsCommand() *cobra.Command {
	command := group("skills", "Look at the catalog as the client and the search see it, and mend it")
	window := 200_000
	budget := &cobra.Command{
		Use: "budget", Short: "Tell how many descriptions the client shows the model, and how many it hides",
		Example: "  impressionism skills budget --window 1000000", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.skillsBudget(window) },
	}
	budget.Flags().IntVar(&window, "window", window, "context window of the model, in tokens")
	command.AddCommand(a.jsonFlag(budget), a.skillsLintCommand(), a.skillsCollideCommand(), a.skillsProbeCommand())
	return command
}

func (a *app) skillsBudget(window int) error {
	if err := a.ready(); err != nil {
		return err
	}
	home, workspace := plugins.Home(a.clientHome()), a.workspaceOf("")
	settings := plugins.LoadSettings(home, workspace)
	listing := a.list(workspace)
	result := shape.Budget{Window: window, Rejected: orEmpty(listing.Rejected)}
	var listed []plugins.Listed
	for _, entry := range listing.Entries {
		item, _, rejection, err := source.Load(entry)
		switch {
		case err != nil:
			rejection = &catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()}
			fallthrough
		case rejection != nil:
			result.Rejected = append(result.Rejected, *rejection)
		case item.Hidden == "":
			listed = append(listed, plugins.Listed{ID: entry.ID, Description: item.ListedDescription, Plugin: entry.Source == catalog.SourcePlugin})
		}
	}
	usage, warnings := plugins.LoadUsage(home)
	for _, warning := range warnings {
		fmt.Fprintln(a.errOut, "impressionism: warning:", warning)
	}
	budget := plugins.ListingBudget(listed, usage, settings, plugins.BudgetChars(window, settings))
	result.Items, result.Chars, result.Used = len(listed), budget.Chars, budget.Used
	result.Shown, result.Hidden, result.Bare = len(budget.Shown), len(budget.Hidden), len(budget.Bare)
	result.HiddenIDs = orEmpty(budget.Hidden)
	if a.json {
		return a.printJSON(result)
	}
	fmt.Fprintf(a.out, "%s. The client shows %s and hides %d: %d of %d characters.\n",
		count(result.Items, "item", "items"), count(result.Shown, "description", "descriptions"), result.Hidden, result.Used, result.Chars)
	for _, line := range rejectionLines(result.Rejected) {
		fmt.Fprintln(a.out, line)
	}
	return nil
}
