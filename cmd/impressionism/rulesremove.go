package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

func (a *app) rulesRemoveCommand() *cobra.Command {
	var project bool
	command := &cobra.Command{
		Use: "remove ID", Short: "Delete a ruleset from your rules folder and its lock file",
		Example: "  impressionism rules remove acme/careful", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesRemove(args[0], project) },
	}
	projectFlag(command, &project)
	return command
}

func (a *app) rulesRemove(id string, project bool) error {
	folder, err := a.rulesFolderToChange(project)
	if err != nil {
		return err
	}
	ruleset, loadErr := folder.own.Load(id)
	removed, err := install.Remove(folder.path, id)
	_, locked := folder.lock.Find(id)
	if !locked && (errors.Is(err, os.ErrNotExist) || !engine.ValidID(id)) {
		return failed(fmt.Errorf("there is no ruleset %.100q in %s%s", id, folder.path, seeList(folder.own.Meant(id))))
	}
	if errors.Is(err, os.ErrNotExist) {
		removed, err = []string{id + " from " + filepath.Join(folder.path, lock.Name)}, nil
	}
	if err != nil {
		return failed(err)
	}
	for _, name := range removed {
		a.did("removed", "ruleset", id, name)
		fmt.Fprintln(a.out, "Removed", name)
	}
	if err := folder.drop(id); err != nil {
		return failed(err)
	}
	if loadErr == nil && ruleset.Language == languageWASM {
		if err := a.modules.forget(ruleset.Program.Code); err != nil {
			return failed(err)
		}
	}
	if slices.Contains(a.loaded.ActiveRuleset, id) {
		fmt.Fprintf(a.out, "%s is still chosen, so builtin/default answers in its place; choose it: impressionism rules use builtin/default\n", id)
	}
	return nil
}
