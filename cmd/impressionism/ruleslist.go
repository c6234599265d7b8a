package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func (a *app) rulesListCommand() *cobra.Command {
	return a.jsonFlag(&cobra.Command{
		Use: "list", Short: "List every ruleset that could be active; none of their code is run",
		Example: "  impressionism rules list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.rulesList() },
	})
}

func (a *app) rulesList() error {
	if err := a.ready(); err != nil {
		return err
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	edited := a.editedRulesets()
	result := shape.Rules{Active: a.loaded.ActiveRuleset.First(), Order: a.loaded.ActiveRuleset, Rulesets: []shape.RulesetLine{}}
	for _, found := range a.engine(a.workspaceOf("")).Set.List() {
		health, err := store.Health(found.ID)
		if err != nil {
			return failed(err)
		}
		line := a.rulesetLine(found)
		line.Changed = edited(found)
		line.Paused = engineHealth(health).Paused(found.Hash)
		result.Rulesets = append(result.Rulesets, line)
	}
	if a.json {
		return a.printJSON(result)
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		rows = append(rows, []string{
			orderMark(result.Order, r.ID), r.ID, r.Version, r.Language, size(r.Bytes),
			fmt.Sprintf("%.8s", r.Hash), rulesetState(r), shorten(r.Summary, 60),
		})
	}
	a.table([]string{"", "ruleset", "version", "in", "size", "hash", "state", "summary"}, rows)
	return nil
}

func (a *app) rulesetLine(found engine.Found) shape.RulesetLine {
	if found.Problem == "" && found.Language != languageWASM {
		found.Problem = noRuleset(found.Code)
	}
	return shape.RulesetLine{
		ID: found.ID, Version: found.Version, Summary: found.Summary, Language: found.Language, Bytes: found.Bytes,
		Path: found.Path, Hash: found.Hash, Problem: found.Problem,
		Unvetted: found.Language == languageWASM && !a.modules.Vetted(found.Code),
	}
}

// editedRulesets tells which rulesets of the user and the project are not as
// they were added; of a lock file that cannot be read it says so.
func (a *app) editedRulesets() func(engine.Found) bool {
	var changed []func(engine.Found) bool
	for _, folder := range []string{a.paths.Rules, a.projectRules(a.workspaceOf(""))} {
		told, err := changedSince(folder)
		if err != nil {
			fmt.Fprintln(a.errOut, "impressionism: warning:", err)
		}
		changed = append(changed, told)
	}
	return func(found engine.Found) bool {
		return slices.ContainsFunc(changed, func(told func(engine.Found) bool) bool { return told(found) })
	}
}

// size is a number of bytes for people.
func size(bytes int) string {
	switch {
	case bytes == 0:
		return ""
	case bytes < 1<<20:
		return fmt.Sprintf("%d KB", (bytes+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}

func activeMark(active bool) string {
	if active {
		return "*"
	}
	return ""
}

// orderMark is a star, or the place in the order where several decide.
func orderMark(order []string, id string) string {
	if at := slices.Index(order, id); at >= 0 && len(order) > 1 {
		return fmt.Sprint(at + 1)
	}
	return activeMark(slices.Contains(order, id))
}

func rulesetState(r shape.RulesetLine) string {
	switch {
	case r.Problem != "":
		return shorten(r.Problem, 60)
	case r.Unvetted:
		return "not vetted: rules trust " + r.ID
	case r.Paused:
		return "paused"
	case r.Changed:
		return "changed since it was added"
	}
	return "ok"
}
