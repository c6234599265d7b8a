package setup

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client"
)

// PluginsCommand returns the command plugins, with those below it.
func PluginsCommand(e *env.Env) *cobra.Command {
	command := cli.Group("plugins", "Look at the client's plugins")
	list := &cobra.Command{
		Use: "list", Short: "List installed plugins, whether this workspace runs them, and why",
		Example: "  impressionism plugins list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return pluginsList(e) },
	}
	command.AddCommand(cli.JSONFlag(e, list))
	return command
}

func pluginsList(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	found, warnings := findPlugins(e)
	if e.JSON {
		return cli.PrintJSON(e, shape.Plugins{Plugins: textline.OrEmpty(found), Warnings: textline.OrEmpty(warnings)})
	}
	for _, warning := range warnings {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", warning)
	}
	if len(found) == 0 {
		fmt.Fprintln(e.Out, "No plugin is installed.")
		return nil
	}
	var rows [][]string
	for _, p := range found {
		state := "off"
		if p.Enabled {
			state = "on"
		}
		rows = append(rows, []string{p.Key(), p.Version, state, p.Why})
	}
	cli.Table(e, []string{"plugin", "version", "state", "why"}, rows)
	return nil
}

// findPlugins are those that the client has, on or off in this workspace, and in words what
// of its files was ignored.
func findPlugins(e *env.Env) ([]client.Plugin, []string) {
	settings := e.Client().Places.Settings(e.ClientHome(), e.WorkspaceOf(""))
	if settings.Plugins == nil {
		return nil, nil
	}
	return settings.Plugins(nil)
}
