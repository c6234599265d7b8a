package rules

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func listCommand(e *env.Env) *cobra.Command {
	return cli.JSONFlag(e, &cobra.Command{
		Use: "list", Short: "List every ruleset that could be active; none of their code is run",
		Example: "  impressionism rules list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return list(e) },
	})
}

func list(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	edited := rulesets.EditedRulesets(e)
	result := shape.Rules{Active: e.Loaded.ActiveRuleset.First(), Order: e.Loaded.ActiveRuleset, Rulesets: []shape.RulesetLine{}}
	for _, found := range wire.Engine(e, e.WorkspaceOf("")).Set.List() {
		health, err := store.Health(found.ID)
		if err != nil {
			return env.Failed(err)
		}
		line := rulesetLine(e, found)
		line.Changed = edited(found)
		line.Paused = rulesets.EngineHealth(health).Paused(found.Hash)
		result.Rulesets = append(result.Rulesets, line)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		rows = append(rows, []string{
			orderMark(result.Order, r.ID), r.ID, r.Version, r.Language, textline.Size(r.Bytes),
			fmt.Sprintf("%.8s", r.Hash), rulesetState(r), textline.Shorten(r.Summary, 60),
		})
	}
	cli.Table(e, []string{"", "ruleset", "version", "in", "size", "hash", "state", "summary"}, rows)
	return nil
}

func rulesetLine(e *env.Env, found engine.Found) shape.RulesetLine {
	if found.Problem == "" && found.Language != modules.LanguageWASM {
		found.Problem = rulesets.NoRuleset(found.Code)
	}
	return shape.RulesetLine{
		ID: found.ID, Version: found.Version, Summary: found.Summary, Language: found.Language, Bytes: found.Bytes,
		Path: found.Path, Hash: found.Hash, Problem: found.Problem,
		Unvetted: found.Language == modules.LanguageWASM && !e.Modules.Vetted(found.Code),
	}
}

// orderMark is a star, or the place in the order where several decide.
func orderMark(order []string, id string) string {
	if at := slices.Index(order, id); at >= 0 && len(order) > 1 {
		return fmt.Sprint(at + 1)
	}
	return textline.ActiveMark(slices.Contains(order, id))
}

func rulesetState(r shape.RulesetLine) string {
	switch {
	case r.Problem != "":
		return textline.Shorten(r.Problem, 60)
	case r.Unvetted:
		return "not vetted: rules trust " + r.ID
	case r.Paused:
		return "paused"
	case r.Changed:
		return "changed since it was added"
	}
	return "ok"
}
