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
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// EventNames returns the client's names of its events, for completion.
func EventNames(e *env.Env) []string {
	return inspectors.Of(e.Client().ID).Hooks.Events
}

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

// ofClient returns how the hooks of the client are looked at.
func ofClient(e *env.Env) (inspect.Hooks, error) {
	looked := inspectors.Of(e.Client().ID).Hooks
	if looked.List == nil {
		return looked, fmt.Errorf("hooks: %s has no hooks that could be listed or tried here; its own documents say what it runs", e.Client().Name)
	}
	return looked, nil
}

// wired reads the hooks of this workspace.
func wired(e *env.Env, hooks inspect.Hooks, pluginDirs []string) (inspect.Wired, error) {
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return inspect.Wired{}, err
	}
	dirs, err := env.Absolute(e, pluginDirs)
	if err != nil {
		return inspect.Wired{}, err
	}
	return hooks.List(inspect.Place{
		Name: "impressionism", Self: env.Self(), Home: e.ClientHome(), Workspace: e.WorkspaceOf(""),
		PluginDirs: dirs, Path: filepath.SplitList(e.Lookup("PATH")),
	}), nil
}

func list(e *env.Env, pluginDirs []string) error {
	looked, err := ofClient(e)
	if err != nil {
		return err
	}
	found, err := wired(e, looked, pluginDirs)
	if err != nil {
		return err
	}
	if e.JSON {
		return cli.PrintJSON(e, shape.Hooks{
			Workspace: e.WorkspaceOf(""), Disabled: found.Disabled, Hooks: textline.OrEmpty(found.Hooks), Findings: textline.OrEmpty(found.Findings),
		})
	}
	printDisabled(e, looked.OffSetting, found.Disabled)
	hooks := slices.Clone(found.Hooks)
	slices.SortStableFunc(hooks, func(x, y inspect.Hook) int {
		return cmp.Compare(eventOrder(looked.Events, x.Event), eventOrder(looked.Events, y.Event))
	})
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
func printDisabled(e *env.Env, setting, file string) {
	if file != "" {
		fmt.Fprintf(e.Out, "None of these runs: %s is on in %s.\n\n", setting, textline.Plain(file))
	}
}

// eventOrder puts events in the client's order, unknown ones last.
func eventOrder(events []string, event string) int {
	at := slices.Index(events, event)
	if at < 0 {
		return len(events)
	}
	return at
}

func timeoutText(h inspect.Hook) string {
	if h.Timeout == 0 {
		return ""
	}
	return fmt.Sprintf("%g s", h.Timeout)
}

func commandText(h inspect.Hook) string {
	if h.Type != "command" && h.Type != "" {
		return h.Type
	}
	text := strings.Join(append([]string{h.Command}, h.Args...), " ")
	if h.Async {
		text += " (async)"
	}
	return text
}
