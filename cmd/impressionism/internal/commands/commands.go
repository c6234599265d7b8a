// Package commands holds the commands about the client's slash commands: list and show.
package commands

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Command returns the command commands, with those below it.
func Command(e *env.Env) *cobra.Command {
	group := cli.Group("commands", "Look at the client's slash commands, and at what it makes of them")
	list := &cobra.Command{
		Use: "list", Short: "List the slash commands of the user, the project and plugins",
		Example: "  impressionism commands list --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return list(e) },
	}
	group.AddCommand(cli.JSONFlag(e, list), showCommand(e))
	return group
}

// reader reads the slash commands of a workspace.
type reader struct {
	env     *env.Env
	looked  inspect.Commands
	plugins map[string]client.Plugin // by key
	listing catalog.Listing
}

// read is one command and the file that it is made of.
type read struct {
	shape.Command
	file inspect.CommandFile
}

func open(e *env.Env) (*reader, error) {
	r := &reader{env: e, looked: inspectors.Of(e.Client().ID).Commands, plugins: map[string]client.Plugin{}}
	if r.looked.Expand == nil {
		return nil, fmt.Errorf("commands: %s has no slash commands that could be looked at here", e.Client().Name)
	}
	if err := e.Ready(); err != nil {
		return nil, err
	}
	r.listing = wire.OfKinds(wire.List(e, e.WorkspaceOf("")), []string{abi.KindCommand})
	settings := e.Client().Places.Settings(e.ClientHome(), e.WorkspaceOf(""))
	if settings.Plugins != nil {
		installed, _ := settings.Plugins(nil)
		for _, plugin := range installed {
			r.plugins[plugin.Key()] = plugin
		}
	}
	return r, nil
}

// load reads a command. A rejection means that its file is none.
func (r *reader) load(entry catalog.Entry) (read, *catalog.Rejection, error) {
	data, _, rejection, err := markdown.Read(entry)
	if rejection != nil || err != nil {
		return read{}, rejection, err
	}
	item, rejection := command.Parse(entry.ID, data)
	if rejection != nil {
		rejection.Path = entry.Path
		return read{}, rejection, nil
	}
	plugin := r.plugins[entry.Plugin]
	file := inspect.CommandFile{
		Data: data, FrontMatter: item.FrontMatter, Home: r.env.ClientHome(), Workspace: r.env.WorkspaceOf(""),
		Plugin: entry.Plugin, PluginRoot: plugin.Path,
	}
	head := r.looked.Head(file)
	return read{file: file, Command: shape.Command{
		ID: entry.ID, Description: item.ListedDescription, Hint: head.Hint, Arguments: textline.OrEmpty(head.Arguments), Tools: textline.OrEmpty(head.Tools),
		Source: entry.Source, Plugin: entry.Plugin, PluginVersion: plugin.Version, Path: entry.Path, ByUser: head.ByUser, ByModel: head.ByModel,
	}}, nil, nil
}

// rejected are what could be commands and is none: of the whole catalog's, what lies in a folder of
// commands.
func (r *reader) rejected() []catalog.Rejection {
	places, workspace := r.env.Client().Places, r.env.WorkspaceOf("")
	roots := []string{filepath.Join(r.env.ClientHome(), places.Commands)}
	for _, folder := range places.Folders(workspace, env.Resolved(r.env.UserDir())) {
		roots = append(roots, filepath.Join(folder, places.Project, places.Commands))
	}
	for _, plugin := range r.plugins {
		roots = append(roots, plugin.Commands...)
	}
	return slices.DeleteFunc(slices.Clone(r.listing.Rejected), func(rejection catalog.Rejection) bool {
		return !slices.ContainsFunc(roots, func(root string) bool {
			relative, err := filepath.Rel(root, rejection.Path)
			return err == nil && filepath.IsLocal(relative)
		})
	})
}

func list(e *env.Env) error {
	r, err := open(e)
	if err != nil {
		return err
	}
	result := shape.Commands{Workspace: e.WorkspaceOf(""), Commands: []shape.Command{}, Rejected: textline.OrEmpty(r.rejected())}
	for _, entry := range r.listing.Entries {
		found, rejection, err := r.load(entry)
		switch {
		case err != nil:
			result.Rejected = append(result.Rejected, catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()})
		case rejection != nil:
			result.Rejected = append(result.Rejected, *rejection)
		default:
			result.Commands = append(result.Commands, found.Command)
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printList(e, result)
	return nil
}

func printList(e *env.Env, result shape.Commands) {
	if len(result.Commands) == 0 {
		fmt.Fprintln(e.Out, "There are no slash commands here.")
	} else {
		var rows [][]string
		for _, c := range result.Commands {
			rows = append(rows, []string{"/" + c.ID, c.Hint, of(c), textline.Shorten(c.Description, 70)})
		}
		cli.Table(e, []string{"command", "arguments", "of", "description"}, rows)
	}
	for _, r := range result.Rejected {
		cli.PrintProse(e, "", "  ", fmt.Sprintf("%s: %s: %s", textline.Plain(cli.ShortPath(e, r.Path)), r.Code, textline.OneLine(r.Reason)))
	}
}

// of names where a command comes from.
func of(c shape.Command) string {
	if c.Plugin != "" {
		return strings.TrimSpace(c.Plugin + " " + c.PluginVersion)
	}
	return c.Source
}
