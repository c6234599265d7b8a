// Package hooks holds the commands about the hooks of every plugin: list, lint and
// simulate.
package hooks

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

// Command returns the command hooks, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("hooks", "Look at the hooks of all plugins and settings, and try them")
	var pluginDirs []string
	list := &cobra.Command{
		Use: "list", Short: "List every hook that the client runs here, and what is wrong with it",
		Example: "  impressionism hooks list\n  impressionism hooks list --plugin-dir ./my-plugin --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return list(e, pluginDirs) },
	}
	cli.PluginDirFlag(list, &pluginDirs)
	command.AddCommand(cli.JSONFlag(e, list), simulateCommand(e))
	return command
}

// lintedWiring reads the hooks of this workspace.
func lintedWiring(e *env.Env, pluginDirs []string) (wiring.Found, error) {
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return wiring.Found{}, err
	}
	dirs, err := env.Absolute(e, pluginDirs)
	if err != nil {
		return wiring.Found{}, err
	}
	return wiring.Read(wiring.Place{
		Home: plugins.Home(e.ClientHome()), Workspace: e.WorkspaceOf(""), PluginDirs: dirs,
		Path: filepath.SplitList(e.Lookup("PATH")), Own: wiring.Own{Name: "impressionism", Binary: env.Self()},
	}), nil
}

func list(e *env.Env, pluginDirs []string) error {
	found, err := lintedWiring(e, pluginDirs)
	if err != nil {
		return err
	}
	if e.JSON {
		return cli.PrintJSON(e, shape.Hooks{
			Workspace: e.WorkspaceOf(""), Disabled: found.Disabled, Hooks: textline.OrEmpty(found.Hooks), Findings: textline.OrEmpty(found.Findings),
		})
	}
	printDisabled(e, found.Disabled)
	hooks := slices.Clone(found.Hooks)
	slices.SortStableFunc(hooks, func(x, y wiring.Hook) int { return cmp.Compare(eventOrder(x.Event), eventOrder(y.Event)) })
	var rows [][]string
	for _, h := range hooks {
		rows = append(rows, []string{h.Event, h.Source.Name, textline.Shorten(cmp.Or(h.Matcher, h.If), 20), h.Form, timeoutText(h), textline.Shorten(commandText(h), 70)})
	}
	if len(rows) == 0 {
		fmt.Fprintln(e.Out, "No hook is wired here.")
	} else {
		cli.Table(e, []string{"event", "of", "matcher", "form", "timeout", "command"}, rows)
	}
	for _, f := range found.Findings {
		fmt.Fprintf(e.Out, "\n%s:%d:%d  %s  %s\n", textline.Plain(cli.ShortPath(e, f.File)), f.Line, f.Column, f.Severity, f.Code)
		cli.PrintProse(e, "    ", "    ", f.Reason)
		cli.PrintProse(e, "    → ", "      ", f.Fix)
	}
	return nil
}

// printDisabled tells of the settings file, if any, that keeps all hooks from running.
func printDisabled(e *env.Env, file string) {
	if file != "" {
		fmt.Fprintf(e.Out, "None of these runs: disableAllHooks is on in %s.\n\n", textline.Plain(file))
	}
}

// eventOrder puts events in the contract's order, unknown ones last.
func eventOrder(event string) int {
	at := slices.Index(contract.Names(), event)
	if at < 0 {
		return len(contract.Names())
	}
	return at
}

func timeoutText(h wiring.Hook) string {
	if h.Timeout == 0 {
		return ""
	}
	return fmt.Sprintf("%g s", h.Timeout)
}

func commandText(h wiring.Hook) string {
	if h.Type != "command" && h.Type != "" {
		return h.Type
	}
	text := strings.Join(append([]string{h.Command}, h.Args...), " ")
	if h.Async {
		text += " (async)"
	}
	return text
}
