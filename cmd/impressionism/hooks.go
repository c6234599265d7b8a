package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

func (a *app) hooksCommand() *cobra.Command {
	command := group("hooks", "Look at the hooks of all plugins and settings, and try them")
	var pluginDirs []string
	list := &cobra.Command{
		Use: "list", Short: "List every hook that the client runs here, and what is wrong with it",
		Example: "  impressionism hooks list\n  impressionism hooks list --plugin-dir ./my-plugin --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.hooksList(pluginDirs) },
	}
	pluginDirFlag(list, &pluginDirs)
	command.AddCommand(a.jsonFlag(list), a.hooksSimulateCommand())
	return command
}

// wiring reads the hooks of this workspace.
func (a *app) wiring(pluginDirs []string) (wiring.Found, error) {
	if err := a.configure(a.workspaceOf("")); err != nil {
		return wiring.Found{}, err
	}
	dirs, err := absolute(a, pluginDirs)
	if err != nil {
		return wiring.Found{}, err
	}
	return wiring.Read(wiring.Place{
		Home: plugins.Home(a.clientHome()), Workspace: a.workspaceOf(""), PluginDirs: dirs,
		Path: filepath.SplitList(a.lookup("PATH")), Own: wiring.Own{Name: "impressionism", Binary: self()},
	}), nil
}

func (a *app) hooksList(pluginDirs []string) error {
	found, err := a.wiring(pluginDirs)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(shape.Hooks{
			Workspace: a.workspaceOf(""), Disabled: found.Disabled, Hooks: orEmpty(found.Hooks), Findings: orEmpty(found.Findings),
		})
	}
	a.printDisabled(found.Disabled)
	hooks := slices.Clone(found.Hooks)
	slices.SortStableFunc(hooks, func(x, y wiring.Hook) int { return cmp.Compare(eventOrder(x.Event), eventOrder(y.Event)) })
	var rows [][]string
	for _, h := range hooks {
		rows = append(rows, []string{h.Event, h.Source.Name, shorten(cmp.Or(h.Matcher, h.If), 20), h.Form, timeoutText(h), shorten(commandText(h), 70)})
	}
	if len(rows) == 0 {
		fmt.Fprintln(a.out, "No hook is wired here.")
	} else {
		a.table([]string{"event", "of", "matcher", "form", "timeout", "command"}, rows)
	}
	for _, f := range found.Findings {
		fmt.Fprintf(a.out, "\n%s:%d:%d  %s  %s\n", plain(a.shortPath(f.File)), f.Line, f.Column, f.Severity, f.Code)
		a.printProse("    ", "    ", f.Reason)
		a.printProse("    → ", "      ", f.Fix)
	}
	return nil
}

// printDisabled tells of the settings file, if any, that keeps all hooks from running.
func (a *app) printDisabled(file string) {
	if file != "" {
		fmt.Fprintf(a.out, "None of these runs: disableAllHooks is on in %s.\n\n", plain(file))
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
