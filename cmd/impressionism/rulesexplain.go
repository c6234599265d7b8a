package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

func (a *app) rulesExplainCommand() *cobra.Command {
	return a.jsonFlag(&cobra.Command{
		Use:   "explain ID|FILE|DIR",
		Short: "Tell what a ruleset is for: its README, its parameters with their values, what it may do",
		Long: `Tell what a ruleset is for: what it may do, whether it may run, its parameters with
the values that count now and where each comes from, and its README. A ruleset of a
project that is not trusted is told of, too. Nothing of it runs.`,
		Example: "  impressionism rules explain builtin/default\n  impressionism rules explain ./careful --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesExplain(args[0]) },
	})
}

func (a *app) rulesExplain(name string) error {
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	set := engine.Find(engine.Places{Builtin: builtin.FS, User: a.paths.Rules, Project: a.projectRules(workspace), Product: version})
	ruleset, err := a.ruleset(set, name)
	if err != nil {
		return failed(err)
	}
	path, isID := name, engine.ValidID(name) && !exists(name)
	if isID {
		path, _ = set.Locate(name)
	}
	paused, err := a.pausedNow(ruleset, workspace)
	if err != nil {
		return err
	}
	result := a.explained(ruleset)
	result.Path, result.Paused = path, paused
	result.Place = a.placeOf(path, workspace, isID)
	result.Active = isID && slices.Contains(a.loaded.ActiveRuleset, ruleset.Manifest.ID)
	if result.Place == placeProject {
		result.Trusted = new(a.trusted != nil)
	}
	if isID {
		result.Changed = a.editedRulesets()(engine.Found{ID: result.ID, Path: path, Files: ruleset.FilesHash()})
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printRulesExplained(result)
	return nil
}

// pausedNow looks into state.db, where there is one; by the way the project's
// choice is put in force if it is trusted.
func (a *app) pausedNow(ruleset engine.Ruleset, workspace string) (bool, error) {
	if !exists(a.paths.StateDB) {
		return false, nil
	}
	store, err := a.open(workspace)
	if err != nil {
		return false, err
	}
	defer store.Close()
	health, err := store.Health(ruleset.Manifest.ID)
	return engineHealth(health).Paused(ruleset.Hash), failed(err)
}

// Places of a ruleset.
const (
	placeBuiltin   = "built in"
	placeUser      = "user"
	placeProject   = "project"
	placeElsewhere = "elsewhere"
)

func (a *app) placeOf(path, workspace string, isID bool) string {
	absolute, err := filepath.Abs(path)
	switch {
	case isID && strings.HasPrefix(path, "builtin/"):
		return placeBuiltin
	case err != nil:
	case isBelow(resolved(a.paths.Rules), resolved(absolute)):
		return placeUser
	case isBelow(resolved(a.projectRules(workspace)), resolved(absolute)):
		return placeProject
	}
	return placeElsewhere
}

func (a *app) explained(ruleset engine.Ruleset) shape.RulesExplain {
	m := ruleset.Manifest
	result := shape.RulesExplain{
		ID: m.ID, Version: m.Version, Summary: m.Summary, Language: ruleset.Language, ABI: m.ABI, Impressionism: m.Impressionism,
		Hash: ruleset.Hash, Bytes: len(ruleset.Program.Code), Events: m.Events, Calls: m.Calls,
		Parameters: a.explainedParameters(m), Readme: string(ruleset.Files()["README.md"]),
	}
	if len(result.Events) == 0 {
		result.Events = []string{abi.EventPrompt}
	}
	if ruleset.Language == languageWASM {
		vetted := a.modules.Vetted(ruleset.Program.Code)
		result.Vetted = &vetted
	}
	return result
}
