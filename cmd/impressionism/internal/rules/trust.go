package rules

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

func trustCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "trust [ID]", Short: "Allow this project's choice of ruleset, or vet a module of yours, as its files are now",
		Long: `Without an id: allow the ruleset that this project's
` + e.ProjectConfig("") + ` asks for, and the code in
` + e.ProjectRules("") + `, as the files are now. After any change of them the
user is asked again.

With an id: vet that ruleset's WebAssembly module, as one that was copied into
the rules folder by hand. Its imports and exports are checked and it is compiled
in a process with limits; none of its code runs.`,
		Example: "  impressionism rules trust\n  impressionism rules trust acme/careful", Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			if len(args) > 0 {
				return trustOne(command.Context(), e, args[0])
			}
			return Trust(command.Context(), e)
		},
	}
}

func trustOne(ctx context.Context, e *env.Env, id string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	ruleset, err := wire.Engine(e, e.WorkspaceOf("")).Set.Load(id)
	if err != nil {
		return env.Failed(err)
	}
	if ruleset.Language != modules.LanguageWASM {
		fmt.Fprintf(e.Out, "%s needs no vetting: %s is read anew and checked on every prompt.\n", id, ruleset.Language)
		return nil
	}
	if err := rulesets.Vet(ctx, e, ruleset); err != nil {
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "Vetted %s, as its module is now (%.12s).\n", id, ruleset.Hash)
	return nil
}

// Trust stores that the user trusts the project of the current folder as its files are now.
func Trust(ctx context.Context, e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	workspace := e.WorkspaceOf("")
	if len(e.Loaded.ProjectRuleset) == 0 {
		return env.Failed(fmt.Errorf("this project asks for no ruleset: its %s sets no active_ruleset", e.ProjectConfig("")))
	}
	frozen, hash, err := wire.FreezeProject(e, workspace)
	if err != nil {
		return env.Failed(err)
	}
	store, err := wire.Open(e, workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	e.Trusted = frozen
	for _, id := range e.Loaded.ProjectRuleset {
		ruleset, err := wire.Engine(e, workspace).Set.Load(id)
		if err != nil {
			return env.Failed(err)
		}
		if err := rulesets.Vet(ctx, e, ruleset); err != nil {
			return env.Failed(err)
		}
	}
	if err := store.SetMeta(wire.TrustKey(workspace), hash); err != nil {
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "Trusted in %s: %s, as its files are now (%.12s).\n", workspace, e.Loaded.ProjectRuleset, hash)
	return nil
}
