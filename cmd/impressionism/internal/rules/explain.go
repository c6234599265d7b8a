package rules

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

func explainCommand(e *env.Env) *cobra.Command {
	return cli.JSONFlag(e, &cobra.Command{
		Use:   "explain ID|FILE|DIR",
		Short: "Tell what a ruleset is for: its README, its parameters with their values, what it may do",
		Long: `Tell what a ruleset is for: what it may do, whether it may run, its parameters with
the values that count now and where each comes from, and its README. A ruleset of a
project that is not trusted is told of, too. Nothing of it runs.`,
		Example: "  impressionism rules explain builtin/default\n  impressionism rules explain ./careful --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return explain(e, args[0]) },
	})
}

func explain(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	workspace := e.WorkspaceOf("")
	set := engine.Find(engine.Places{Builtin: builtin.FS, User: e.Paths.Rules, Project: e.ProjectRules(workspace), Product: env.Version})
	ruleset, err := rulesets.Ruleset(e, set, name)
	if err != nil {
		return env.Failed(err)
	}
	path, isID := name, engine.ValidID(name) && !env.Exists(name)
	if isID {
		path, _ = set.Locate(name)
	}
	paused, err := pausedNow(e, ruleset, workspace)
	if err != nil {
		return err
	}
	result := explained(e, ruleset)
	result.Path, result.Paused = path, paused
	result.Place = placeOf(e, path, workspace, isID)
	result.Active = isID && slices.Contains(e.Loaded.ActiveRuleset, ruleset.Manifest.ID)
	if result.Place == placeProject {
		result.Trusted = new(e.Trusted != nil)
	}
	if isID {
		result.Changed = rulesets.EditedRulesets(e)(engine.Found{ID: result.ID, Path: path, Files: ruleset.FilesHash()})
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printRulesExplained(e, result)
	return nil
}

// pausedNow looks into state.db, where there is one; by the way the project's
// choice is put in force if it is trusted.
func pausedNow(e *env.Env, ruleset engine.Ruleset, workspace string) (bool, error) {
	if !env.Exists(e.Paths.StateDB) {
		return false, nil
	}
	store, err := wire.Open(e, workspace)
	if err != nil {
		return false, err
	}
	defer store.Close()
	health, err := store.Health(ruleset.Manifest.ID)
	return rulesets.EngineHealth(health).Paused(ruleset.Hash), env.Failed(err)
}

// Places of a ruleset.
const (
	placeBuiltin   = "built in"
	placeUser      = "user"
	placeProject   = "project"
	placeElsewhere = "elsewhere"
)

func placeOf(e *env.Env, path, workspace string, isID bool) string {
	absolute, err := filepath.Abs(path)
	switch {
	case isID && strings.HasPrefix(path, "builtin/"):
		return placeBuiltin
	case err != nil:
	case env.IsBelow(env.Resolved(e.Paths.Rules), env.Resolved(absolute)):
		return placeUser
	case env.IsBelow(env.Resolved(e.ProjectRules(workspace)), env.Resolved(absolute)):
		return placeProject
	}
	return placeElsewhere
}

func explained(e *env.Env, ruleset engine.Ruleset) shape.RulesExplain {
	m := ruleset.Manifest
	result := shape.RulesExplain{
		ID: m.ID, Version: m.Version, Summary: m.Summary, Language: ruleset.Language, ABI: m.ABI, Impressionism: m.Impressionism,
		Hash: ruleset.Hash, Bytes: len(ruleset.Program.Code), Events: m.Events, Calls: m.Calls, Kinds: m.SeenKinds(),
		Parameters: explainedParameters(e, m), Readme: string(ruleset.Files()["README.md"]),
	}
	if len(result.Events) == 0 {
		result.Events = []string{abi.EventPrompt}
	}
	if ruleset.Language == modules.LanguageWASM {
		vetted := e.Modules.Vetted(ruleset.Program.Code)
		result.Vetted = &vetted
	}
	return result
}

// Where the value of a parameter is from, besides the layers of configuration.
const (
	fromManifest = "manifest"
	fromCode     = "code" // the ruleset names a value where it asks
)

// explainedParameters resolves as the engine does: what is set, for the ruleset
// or for all, then the manifest's default, then the code's.
func explainedParameters(e *env.Env, m abi.Manifest) []shape.ExplainedParameter {
	origins := map[string]config.Origin{}
	for _, origin := range e.Loaded.Origins() {
		origins[origin.Key] = origin
	}
	names := slices.Collect(maps.Keys(m.Parameters))
	for name := range e.Loaded.Rulesets[m.ID] {
		if _, declared := m.Parameters[name]; !declared {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	parameters := []shape.ExplainedParameter{}
	for _, name := range names {
		key := "rulesets." + m.ID + "." + name
		if _, own := e.Loaded.Rulesets[m.ID][name]; !own {
			key = "parameters." + name
		}
		declared, known := m.Parameters[name]
		value, set := wire.Parameter(e, m.ID, name)
		if !set && !known {
			continue // a default of the configuration that this ruleset has no use for
		}
		p := explainedParameter(name, declared)
		p.Undeclared = !known
		if set {
			use(&p, origins[key], value, declared, known)
		}
		parameters = append(parameters, p)
	}
	return parameters
}

// explainedParameter is a parameter that nobody set.
func explainedParameter(name string, declared abi.Parameter) shape.ExplainedParameter {
	p := shape.ExplainedParameter{
		Name: name, Type: declared.Type, Value: declared.Default, From: fromManifest, Default: declared.Default,
		Minimum: declared.Minimum, Maximum: declared.Maximum, Enum: declared.Enum, Description: declared.Description,
	}
	if declared.Default == nil {
		p.From = fromCode
	}
	return p
}

// use takes what is set over, unless the manifest does not allow it.
func use(p *shape.ExplainedParameter, origin config.Origin, value any, declared abi.Parameter, known bool) {
	if known {
		if err := declared.Check(value); err != nil {
			p.Problem = settings.PlaceText(origin) + ": " + err.Error()
			return
		}
	}
	p.Value, p.From, p.File, p.Line = value, origin.Layer, origin.File, origin.Line
}
