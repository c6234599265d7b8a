package rules

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func trustCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "trust [ID]", Short: "Allow this project's choice of ruleset, or vet a module, as its files are now",
		Long: `Without an id: allow the ruleset that this project's
` + e.ProjectConfig("") + ` asks for, and the code in
` + e.ProjectRules("") + `, as the files are now; its modules
are vetted. After any change of them the user is asked again.

With an id: vet that ruleset's WebAssembly module, as one that was copied into
the rules folder by hand, or a trusted project's. Its imports and exports are checked and it is compiled
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
	store, err := wire.Open(e, e.WorkspaceOf("")) // a trusted project's are there then
	if err != nil {
		return err
	}
	defer store.Close()
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
	vetOthers(ctx, e, engine.Find(engine.Places{Trusted: frozen}))
	if err := store.SetMeta(wire.TrustKey(workspace), hash); err != nil {
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "Trusted in %s: %s, as its files are now (%.12s).\n", workspace, e.Loaded.ProjectRuleset, hash)
	return nil
}

// vetOthers vets the modules that are not chosen: a ruleset may ask them, and the user may
// choose them. One that cannot be vetted does not run, and keeps no other from it.
func vetOthers(ctx context.Context, e *env.Env, set engine.Set) {
	for _, found := range set.List() {
		if found.Language != modules.LanguageWASM || e.Modules.Vetted(found.Code) {
			continue
		}
		ruleset, err := set.Load(found.ID)
		if err == nil {
			err = rulesets.Vet(ctx, e, ruleset)
		}
		if err != nil {
			fmt.Fprintln(e.ErrOut, "impressionism: warning:", err)
		}
	}
}
