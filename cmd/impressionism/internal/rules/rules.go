// Package rules holds the commands for users of rulesets: list, inspect, add, lock,
// update, use, trust, explain and remove.
package rules

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Command holds the commands for rulesets, with those for their authors.
func Command(e *env.Env, forAuthors ...*cobra.Command) *cobra.Command {
	command := cli.Group("rules", "Add, look at, trust and remove rulesets")
	command.AddCommand(
		listCommand(e), inspectCommand(e), addCommand(e), removeCommand(e),
		packCommand(e), useCommand(e), trustCommand(e), resumeCommand(e), vetCommand(e),
		explainCommand(e), ejectCommand(e),
		verifyCommand(e), outdatedCommand(e), updateCommand(e),
	)
	command.AddCommand(forAuthors...)
	return command
}

func resumeCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "resume [ID]", Short: "Let a paused ruleset answer again; the active one where no id is given",
		Example: "  impressionism rules resume custom/mine", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return resume(e, args) },
	}
}

func resume(e *env.Env, args []string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	ids := []string(e.Loaded.ActiveRuleset)
	if len(args) > 0 {
		ids = args
	}
	for _, id := range ids {
		if _, err := wire.Engine(e, e.WorkspaceOf("")).Set.Load(id); err != nil {
			return env.Failed(err)
		}
		if err := store.SetHealth(session.Health{RulesetID: id}); err != nil {
			return env.Failed(err)
		}
		fmt.Fprintf(e.Out, "%s answers again from the next event on.\n", id)
	}
	return nil
}

// vetCommand is for the program itself: it reads a module and writes the
// form of it that may run.
func vetCommand(e *env.Env) *cobra.Command {
	var cache string
	command := &cobra.Command{
		Use: modules.VetCommand, Hidden: true, Args: cobra.NoArgs,
		Short:   "Check and compile the module on stdin within limits, and write what may run",
		Example: "  impressionism rules vet-module < careful.wasm > /dev/null",
		RunE: func(*cobra.Command, []string) error {
			return env.Failed(wasm.VetChild(e.In, e.RawOut, cache))
		},
	}
	command.Flags().StringVar(&cache, "cache", "", "folder of compiled code")
	return command
}
