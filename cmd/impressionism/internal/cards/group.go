// Package cards holds the commands for the user's own cards: what people type when they need
// an item.
package cards

import (
	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Command returns the command cards, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("cards", "Change the cards that say what people type for an item")
	command.AddCommand(AddCommands(e)...)
	return command
}
