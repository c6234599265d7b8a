package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
)

func (a *app) rulesUseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "use ID", Short: "Let a ruleset decide: writes active_ruleset into your config.yaml",
		Example: "  impressionism rules use acme/careful", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesUse(args[0]) },
	}
}

func (a *app) rulesUse(id string) error {
	if err := a.ready(); err != nil {
		return err
	}
	ruleset, err := a.engine("").Set.Load(id)
	if err != nil {
		return failed(err)
	}
	if err := checkLoads(ruleset); err != nil {
		return failed(err)
	}
	if ruleset.Language == languageWASM && !a.modules.Vetted(ruleset.Program.Code) {
		return failed(fmt.Errorf("%s was not vetted yet; run: impressionism rules trust %s", id, id))
	}
	if _, err := createFile(a.paths.Config, config.Default()); err != nil {
		return failed(err)
	}
	data, err := foreign.Read(a.paths.Config, config.FileBytesMax)
	if err != nil {
		return failed(err)
	}
	changed, err := config.Replace(data, "active_ruleset", id)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", a.paths.Config, err))
	}
	if err := replaceFile(a.paths.Config, changed); err != nil {
		return failed(err)
	}
	if err := a.configure(a.workspaceOf("")); err != nil {
		return err
	}
	if a.loaded.ActiveRuleset != id {
		return failed(errors.New(a.loaded.ActiveRuleset + " still decides here: something before config.yaml chooses it; see: impressionism config show"))
	}
	a.did("chosen", "ruleset", id, a.paths.Config)
	fmt.Fprintf(a.out, "%s decides from the next prompt on (%s).\n", id, a.paths.Config)
	return nil
}
