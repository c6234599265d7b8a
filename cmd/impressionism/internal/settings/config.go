// Package settings holds the command config, and what other commands show of settings.
package settings

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/config"
)

// ConfigCommand returns the command config, with those below it.
func ConfigCommand(e *env.Env) *cobra.Command {
	command := cli.Group("config", "Look at the configuration")
	var template bool
	show := &cobra.Command{
		Use:     "show",
		Short:   "Show every value and the layer it comes from",
		Example: "  impressionism config show\n  impressionism config show --default > config.yaml",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return configShow(e, template) },
	}
	show.Flags().BoolVar(&template, "default", false, "print the commented template instead")
	command.AddCommand(cli.JSONFlag(e, show))
	return command
}

func configShow(e *env.Env, template bool) error {
	if template {
		_, err := cli.Exact(e).Write(config.Default(e.Folders()))
		return err
	}
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return err
	}
	if len(e.Loaded.ProjectRuleset) > 0 && env.Exists(e.Paths.StateDB) {
		store, err := wire.Open(e, e.WorkspaceOf(""))
		if err != nil {
			return err
		}
		store.Close()
	}
	rulesets.CheckSettings(e, e.WorkspaceOf(""))
	result := shape.Config{Values: e.Loaded.Origins(), Problems: []string{}}
	for _, problem := range append(e.Loaded.Errors, e.Loaded.Warnings...) {
		result.Problems = append(result.Problems, problem.Error())
	}
	result.Problems = append(result.Problems, UnknownWishes(e, e.WorkspaceOf(""))...)
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	rows := make([][]string, 0, len(result.Values))
	for _, origin := range result.Values {
		rows = append(rows, []string{origin.Key, ValueText(origin.Value), PlaceText(origin)})
	}
	cli.Table(e, []string{"key", "value", "from"}, rows)
	for _, problem := range result.Problems {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", textline.Plain(problem))
	}
	return nil
}

type originOf = config.Origin

// PlaceText returns where a value of the configuration comes from.
func PlaceText(o config.Origin) string {
	switch {
	case o.File == "":
		return o.Layer
	case o.Line > 0:
		return fmt.Sprintf("%s (%s:%d)", o.Layer, filepath.Base(o.File), o.Line)
	}
	return fmt.Sprintf("%s (%s)", o.Layer, o.File)
}

// ValueText returns a value of the configuration as JSON.
func ValueText(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}

// LayerOf returns the layer that a key comes from.
func LayerOf(e *env.Env, key string) string {
	origins := e.Loaded.Origins()
	at := slices.IndexFunc(origins, func(o originOf) bool { return o.Key == key })
	if at < 0 {
		return ""
	}
	return origins[at].Layer
}
