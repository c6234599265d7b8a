// Command lab measures and fits what the program is made with, and is never shipped: the
// tables and weights of ranking, the worth of each feature, the wordings of suggestions.
package main

import (
	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// labCommands measure and fit what the program is made with; they are in none.
func labCommands(e *env.Env) []*cobra.Command {
	return []*cobra.Command{tuneCommand(e), ablateCommand(e), activationCommand(e)}
}
