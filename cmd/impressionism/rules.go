package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/session"
)

func (a *app) rulesCommand() *cobra.Command {
	command := group("rules", "Look at rulesets, resume and trust them")
	list := &cobra.Command{
		Use: "list", Short: "List every ruleset that could be active; none of their code is run",
		Example: "  impressionism rules list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.rulesList() },
	}
	resume := &cobra.Command{
		Use: "resume [ID]", Short: "Let a paused ruleset answer again; the active one where no id is given",
		Example: "  impressionism rules resume custom/mine", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesResume(args) },
	}
	trust := &cobra.Command{
		Use: "trust", Short: "Allow this project's choice of ruleset, as its files are now",
		Long: `Allow the ruleset that this project's .claude/impressionism/config.yaml asks
for, and the code in .claude/impressionism/rules, as the files are now. After
any change of them the user is asked again.`,
		Example: "  impressionism rules trust", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.rulesTrust() },
	}
	command.AddCommand(a.jsonFlag(list), resume, trust)
	return command
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
	result := shape.Rules{Active: a.loaded.ActiveRuleset, Rulesets: []shape.RulesetLine{}}
	for _, found := range a.engine(a.workspaceOf("")).Set.List() {
		health, err := store.Health(found.ID)
		if err != nil {
			return failed(err)
		}
		line := shape.RulesetLine{
			ID: found.ID, Version: found.Version, Summary: found.Summary, Language: found.Language,
			Path: found.Path, Hash: found.Hash, Paused: engineHealth(health).Paused(found.Hash), Problem: found.Problem,
		}
		result.Rulesets = append(result.Rulesets, line)
	}
	if a.json {
		return a.printJSON(result)
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		rows = append(rows, []string{activeMark(r.ID == result.Active), r.ID, r.Language, rulesetState(r), shorten(r.Summary, 70)})
	}
	a.table([]string{"", "ruleset", "in", "state", "summary"}, rows)
	return nil
}

func activeMark(active bool) string {
	if active {
		return "*"
	}
	return ""
}

func rulesetState(r shape.RulesetLine) string {
	switch {
	case r.Problem != "":
		return shorten(r.Problem, 60)
	case r.Paused:
		return "paused"
	}
	return "ok"
}

// engineHealth reads what is stored in the engine's terms.
func engineHealth(h session.Health) engine.Health {
	return engine.Health{Hash: h.Hash, Failures: h.Failures, Events: h.Skipped, Last: h.LastError}
}

func (a *app) rulesResume(args []string) error {
	if err := a.ready(); err != nil {
		return err
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	id := a.loaded.ActiveRuleset
	if len(args) > 0 {
		id = args[0]
	}
	if _, err := a.engine(a.workspaceOf("")).Set.Load(id); err != nil {
		return failed(err)
	}
	if err := store.SetHealth(session.Health{RulesetID: id}); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "%s answers again from the next event on.\n", id)
	return nil
}

func (a *app) rulesTrust() error {
	if err := a.ready(); err != nil {
		return err
	}
	workspace := a.workspaceOf("")
	if a.loaded.ProjectRuleset == "" {
		return failed(errors.New("this project asks for no ruleset: its .claude/impressionism/config.yaml sets no active_ruleset"))
	}
	hash, err := a.projectHash(workspace)
	if err != nil {
		return failed(err)
	}
	store, err := a.open(workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	a.projectTrusted = true
	if _, err := a.engine(workspace).Set.Load(a.loaded.ProjectRuleset); err != nil {
		return failed(err)
	}
	if err := store.SetMeta(trustKey(workspace), hash); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Trusted in %s: %s, as its files are now (%.12s).\n", workspace, a.loaded.ProjectRuleset, hash)
	return nil
}
