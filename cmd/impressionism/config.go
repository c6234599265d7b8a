package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/config"
)

func (a *app) configCommand() *cobra.Command {
	command := group("config", "Look at the configuration")
	var template bool
	show := &cobra.Command{
		Use:     "show",
		Short:   "Show every value and the layer it comes from",
		Example: "  impressionism config show\n  impressionism config show --default > config.yaml",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.configShow(template) },
	}
	show.Flags().BoolVar(&template, "default", false, "print the commented template instead")
	command.AddCommand(a.jsonFlag(show))
	return command
}

func (a *app) configShow(template bool) error {
	if template {
		_, err := a.exact().Write(config.Default())
		return err
	}
	if err := a.configure(a.workspaceOf("")); err != nil {
		return err
	}
	if len(a.loaded.ProjectRuleset) > 0 && exists(a.paths.StateDB) {
		store, err := a.open(a.workspaceOf(""))
		if err != nil {
			return err
		}
		store.Close()
	}
	a.checkSettings(a.workspaceOf(""))
	result := shape.Config{Values: a.loaded.Origins(), Problems: []string{}}
	for _, problem := range append(a.loaded.Errors, a.loaded.Warnings...) {
		result.Problems = append(result.Problems, problem.Error())
	}
	result.Problems = append(result.Problems, a.unknownWishes(a.workspaceOf(""))...)
	if a.json {
		return a.printJSON(result)
	}
	rows := make([][]string, 0, len(result.Values))
	for _, origin := range result.Values {
		rows = append(rows, []string{origin.Key, valueText(origin.Value), placeText(origin)})
	}
	a.table([]string{"key", "value", "from"}, rows)
	for _, problem := range result.Problems {
		fmt.Fprintln(a.errOut, "impressionism: warning:", plain(problem))
	}
	return nil
}

// checkSettings holds the settings against the rulesets that are there. Reading
// their manifests takes longer than a prompt should wait for.
func (a *app) checkSettings(workspace string) {
	known := map[string]config.Parameters{}
	for _, found := range a.engine(workspace).Set.List() {
		if _, first := known[found.ID]; first {
			continue
		}
		known[found.ID] = nil
		for name, parameter := range found.Parameters {
			if known[found.ID] == nil {
				known[found.ID] = config.Parameters{}
			}
			known[found.ID][name] = parameter.Check
		}
	}
	a.loaded.CheckRulesets(known)
}

type originOf = config.Origin

func placeText(o config.Origin) string {
	switch {
	case o.File == "":
		return o.Layer
	case o.Line > 0:
		return fmt.Sprintf("%s (%s:%d)", o.Layer, filepath.Base(o.File), o.Line)
	}
	return fmt.Sprintf("%s (%s)", o.Layer, o.File)
}

func valueText(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}
