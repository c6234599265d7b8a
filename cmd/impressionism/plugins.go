package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client"
)

func (a *app) pluginsCommand() *cobra.Command {
	command := group("plugins", "Look at the client's plugins")
	list := &cobra.Command{
		Use: "list", Short: "List installed plugins, whether this workspace runs them, and why",
		Example: "  impressionism plugins list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.pluginsList() },
	}
	command.AddCommand(a.jsonFlag(list))
	return command
}

func (a *app) pluginsList() error {
	if err := a.ready(); err != nil {
		return err
	}
	found, warnings := a.plugins()
	if a.json {
		return a.printJSON(shape.Plugins{Plugins: orEmpty(found), Warnings: orEmpty(warnings)})
	}
	for _, warning := range warnings {
		fmt.Fprintln(a.errOut, "impressionism: warning:", warning)
	}
	if len(found) == 0 {
		fmt.Fprintln(a.out, "No plugin is installed.")
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
	a.table([]string{"plugin", "version", "state", "why"}, rows)
	return nil
}

// plugins are those that the client has, on or off in this workspace, and in words what
// of its files was ignored.
func (a *app) plugins() ([]client.Plugin, []string) {
	settings := a.client().Places.Settings(a.clientHome(), a.workspaceOf(""))
	if settings.Plugins == nil {
		return nil, nil
	}
	return settings.Plugins()
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
