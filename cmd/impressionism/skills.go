package main

import "github.com/spf13/cobra"

func (a *app) skillsCommand() *cobra.Command {
	command := group("skills", "Look at the catalog as the client and the search see it, and mend it")
	command.AddCommand(a.skillsBudgetCommand(), a.skillsLintCommand(), a.skillsCollideCommand(), a.skillsProbeCommand())
	return command
}
