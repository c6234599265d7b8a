package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/engine/install"
)

func (a *app) rulesRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "remove ID", Short: "Delete a ruleset from your rules folder",
		Example: "  impressionism rules remove acme/careful", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesRemove(args[0]) },
	}
}

func (a *app) rulesRemove(id string) error {
	if err := a.ready(); err != nil {
		return err
	}
	ruleset, loadErr := a.engine("").Set.Load(id)
	removed, err := install.Remove(a.paths.Rules, id)
	if errors.Is(err, os.ErrNotExist) {
		return failed(fmt.Errorf("there is no ruleset %.100q in %s; see: impressionism rules list", id, a.paths.Rules))
	}
	if err != nil {
		return failed(err)
	}
	for _, name := range removed {
		fmt.Fprintln(a.out, "Removed", name)
	}
	if loadErr == nil && ruleset.Language == languageWASM {
		if err := a.modules.forget(ruleset.Program.Code); err != nil {
			return failed(err)
		}
	}
	if id == a.loaded.ActiveRuleset {
		fmt.Fprintf(a.out, "%s is still chosen, so builtin/default answers in its place; choose it: impressionism rules use builtin/default\n", id)
	}
	return nil
}
