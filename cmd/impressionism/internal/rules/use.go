package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func useCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "use ID…", Short: "Let rulesets decide: writes active_ruleset into your config.yaml",
		Long: `Let a ruleset decide, or several: writes active_ruleset into your config.yaml. Of
several the first that decides about an item has the say about it; a later one can
only add what it decides about others.`,
		Example: "  impressionism rules use acme/careful\n  impressionism rules use acme/guard-auth acme/quiet-plugin builtin/default",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return useRuleset(e, strings.FieldsFunc(strings.Join(args, ","), func(r rune) bool { return r == ',' || r == ' ' }))
		},
	}
}

func useRuleset(e *env.Env, ids config.Rulesets) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if len(ids) == 0 || len(ids) > engine.RulesetsMax {
		return fmt.Errorf("use wants 1 to %d rulesets, got %d", engine.RulesetsMax, len(ids))
	}
	rulesets, err := usable(e, ids)
	if err != nil {
		return env.Failed(err)
	}
	former := e.Loaded.ActiveRuleset
	if err := setActive(e, ids); err != nil {
		return env.Failed(err)
	}
	for _, id := range ids {
		e.Did("chosen", "ruleset", id, e.Paths.Config)
	}
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	if !slices.Equal(e.Loaded.ActiveRuleset, ids) {
		return env.Failed(fmt.Errorf("active_ruleset: %s is written to %s, but %s still decides here: something before that file chooses it; see: impressionism config show", ids.YAML(), e.Paths.Config, e.Loaded.ActiveRuleset))
	}
	if len(ids) == 1 {
		fmt.Fprintf(e.Out, "%s decides from the next prompt on (%s).\n", ids[0], e.Paths.Config)
	} else {
		fmt.Fprintf(e.Out, "%s decide from the next prompt on, in this order (%s).\n", ids, e.Paths.Config)
	}
	for _, ruleset := range rulesets {
		TellPlaces(e, ruleset.Manifest)
	}
	tellIdle(e, former, rulesets)
	return nil
}

// usable loads rulesets that may decide.
func usable(e *env.Env, ids []string) ([]engine.Ruleset, error) {
	var rulesets []engine.Ruleset
	for i, id := range ids {
		ruleset, err := wire.Engine(e, "").Set.Load(id)
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids[:i], id) {
			return nil, fmt.Errorf("%s comes twice", id)
		}
		if err := checkLoads(ruleset); err != nil {
			return nil, err
		}
		if ruleset.Language == modules.LanguageWASM && !e.Modules.Vetted(ruleset.Program.Code) {
			return nil, fmt.Errorf("%s was not vetted yet; run: impressionism rules trust %s", id, id)
		}
		rulesets = append(rulesets, ruleset)
	}
	return rulesets, nil
}

// setActive writes active_ruleset.
func setActive(e *env.Env, ids config.Rulesets) error {
	if _, err := env.CreateFile(e.Paths.Config, config.Default(e.Folders())); err != nil {
		return err
	}
	data, err := foreign.Read(e.Paths.Config, config.FileBytesMax)
	if err != nil {
		return err
	}
	changed, err := config.Replace(data, "active_ruleset", ids.YAML())
	if err != nil {
		return fmt.Errorf("%s: %w", e.Paths.Config, err)
	}
	return env.WriteConfig(e.Paths.Config, changed)
}

// tellIdle names the parameters that somebody set for a ruleset which decides no more.
func tellIdle(e *env.Env, former []string, now []engine.Ruleset) {
	var ids []string
	asks := ""
	for _, ruleset := range now {
		ids = append(ids, ruleset.Manifest.ID)
		if calls := ruleset.Manifest.Calls; calls == nil || slices.Contains(calls, "evaluate") {
			asks = ruleset.Manifest.ID
		}
	}
	for _, id := range former {
		if slices.Contains(ids, id) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(e.Loaded.Rulesets[id])) {
			value, layer, _ := e.Loaded.Parameter(id, name)
			if layer == config.LayerDefault || value == config.Defaults(e.Folders()).Rulesets[id][name] {
				continue
			}
			effect := "no longer counts"
			if asks != "" {
				effect = fmt.Sprintf("counts only where %s asks %s", asks, id)
			}
			fmt.Fprintf(e.Out, "rulesets.%s.%s, which is %v, %s.\n", id, name, value, effect)
		}
	}
}
