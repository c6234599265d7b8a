package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) rulesTrustCommand() *cobra.Command {
	return &cobra.Command{
		Use: "trust [ID]", Short: "Allow this project's choice of ruleset, or vet a module of yours, as its files are now",
		Long: `Without an id: allow the ruleset that this project's
` + a.projectConfig("") + ` asks for, and the code in
` + a.projectRules("") + `, as the files are now. After any change of them the
user is asked again.

With an id: vet that ruleset's WebAssembly module, as one that was copied into
the rules folder by hand. Its imports and exports are checked and it is compiled
in a process with limits; none of its code runs.`,
		Example: "  impressionism rules trust\n  impressionism rules trust acme/careful", Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			if len(args) > 0 {
				return a.rulesTrustOne(command.Context(), args[0])
			}
			return a.rulesTrust(command.Context())
		},
	}
}

func (a *app) rulesTrustOne(ctx context.Context, id string) error {
	if err := a.ready(); err != nil {
		return err
	}
	ruleset, err := a.engine(a.workspaceOf("")).Set.Load(id)
	if err != nil {
		return failed(err)
	}
	if ruleset.Language != languageWASM {
		fmt.Fprintf(a.out, "%s needs no vetting: %s is read anew and checked on every prompt.\n", id, ruleset.Language)
		return nil
	}
	if err := a.vet(ctx, ruleset); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Vetted %s, as its module is now (%.12s).\n", id, ruleset.Hash)
	return nil
}

func (a *app) rulesTrust(ctx context.Context) error {
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	if len(a.loaded.ProjectRuleset) == 0 {
		return failed(fmt.Errorf("this project asks for no ruleset: its %s sets no active_ruleset", a.projectConfig("")))
	}
	frozen, hash, err := a.freezeProject(workspace)
	if err != nil {
		return failed(err)
	}
	store, err := a.open(workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	a.trusted = frozen
	for _, id := range a.loaded.ProjectRuleset {
		ruleset, err := a.engine(workspace).Set.Load(id)
		if err != nil {
			return failed(err)
		}
		if err := a.vet(ctx, ruleset); err != nil {
			return failed(err)
		}
	}
	if err := store.SetMeta(trustKey(workspace), hash); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Trusted in %s: %s, as its files are now (%.12s).\n", workspace, a.loaded.ProjectRuleset, hash)
	return nil
}
