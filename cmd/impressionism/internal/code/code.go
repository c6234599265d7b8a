// Package code holds the commands for the index of a project's sources: nothing of a project
// is indexed before a person asks for it.
package code

import (
	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Command returns the command code, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("code", "Index a project's sources, and find where something is done in them")
	command.AddCommand(indexCommand(e), searchCommand(e), statusCommand(e), forgetCommand(e), restoreCommand(e), dropCommand(e))
	return command
}
