// Package cards holds the commands for the user's own cards: what people type when they need
// an item. A model writes them, which the client or a provider of the second opinion runs.
package cards

import (
	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Command returns the command cards, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("cards", "Have a model read each skill once and write down what people type for it")
	command.Long = `Have a model read each skill once and write down what people type for it: a card,
kept on this machine, by which prompts are compared with the skill. Without a
command, list which items have one.`
	group := command.RunE
	command.RunE = func(command *cobra.Command, args []string) error {
		if len(args) > 0 {
			return group(command, args)
		}
		return list(e)
	}
	cli.JSONFlag(e, command)
	command.AddCommand(listCommand(e), nextCommand(e), putCommand(e), makeCommand(e), showCommand(e), editCommand(e), removeCommand(e))
	command.AddCommand(AddCommands(e)...)
	return command
}
