package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// rulesCommand holds the commands for rulesets, with those for their authors.
func (a *app) rulesCommand(forAuthors ...*cobra.Command) *cobra.Command {
	command := group("rules", "Add, look at, trust and remove rulesets")
	command.AddCommand(
		a.rulesListCommand(), a.rulesInspectCommand(), a.rulesAddCommand(), a.rulesRemoveCommand(),
		a.rulesPackCommand(), a.rulesUseCommand(), a.rulesTrustCommand(), a.rulesResumeCommand(), a.rulesVetCommand(),
		a.rulesExplainCommand(), a.rulesEjectCommand(),
		a.rulesVerifyCommand(), a.rulesOutdatedCommand(), a.rulesUpdateCommand(),
	)
	command.AddCommand(forAuthors...)
	return command
}

// ruleset opens what a command was given: an id, or a file or folder.
func (a *app) ruleset(set engine.Set, name string) (engine.Ruleset, error) {
	if engine.ValidID(name) && !exists(name) {
		return set.Load(name)
	}
	return openRuleset(set, name)
}

func (a *app) rulesResumeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "resume [ID]", Short: "Let a paused ruleset answer again; the active one where no id is given",
		Example: "  impressionism rules resume custom/mine", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesResume(args) },
	}
}

func (a *app) rulesResume(args []string) error {
	if err := a.ready(); err != nil {
		return err
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	ids := []string(a.loaded.ActiveRuleset)
	if len(args) > 0 {
		ids = args
	}
	for _, id := range ids {
		if _, err := a.engine(a.workspaceOf("")).Set.Load(id); err != nil {
			return failed(err)
		}
		if err := store.SetHealth(session.Health{RulesetID: id}); err != nil {
			return failed(err)
		}
		fmt.Fprintf(a.out, "%s answers again from the next event on.\n", id)
	}
	return nil
}

// engineHealth reads what is stored in the engine's terms.
func engineHealth(h session.Health) engine.Health {
	return engine.Health{Hash: h.Hash, Failures: h.Failures, Events: h.Skipped, Last: h.LastError}
}
