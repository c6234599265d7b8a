// Package tools holds the commands for tools of MCP servers: their lists are made when a
// person asks for it, and by nothing else.
package tools

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/client"
	store "github.com/ed-irl/impressionism/host/store/tools"
)

// Command returns the command tools, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("tools", "List the tools of the client's MCP servers, so that they are found for prompts")
	command.AddCommand(listCommand(e), showCommand(e), syncCommand(e), importCommand(e), forgetCommand(e))
	return command
}

func listCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "list", Short: "List the client's MCP servers and which of their tools are known here",
		Long: `List the MCP servers that the client's files name for this workspace, whether the
client runs each of them, and which of their tools are known here. It starts none.`,
		Example: "  impressionism tools list\n  impressionism tools list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return list(e) },
	}
	return cli.JSONFlag(e, command)
}

func list(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	view, err := toollists.Look(e, e.WorkspaceOf(""))
	if err != nil {
		return env.Failed(err)
	}
	result := shapeOf(e, view)
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printList(e, result)
	return nil
}

// shapeOf is a view as --json prints it.
func shapeOf(e *env.Env, view toollists.View) shape.Tools {
	result := shape.Tools{Workspace: view.Workspace, Servers: []shape.ToolServer{}, Tools: []shape.ToolRow{}, Faulty: []shape.FaultyList{}, Ignored: []string{}, Folder: e.Paths.Tools}
	here := map[string]bool{}
	for _, s := range view.Servers {
		here[s.List.Folder] = true
		result.Servers = append(result.Servers, serverShape(s))
		for _, t := range s.Tools {
			result.Tools = append(result.Tools, rowOf(s, t))
		}
		for _, f := range s.Faulty {
			result.Faulty = append(result.Faulty, shape.FaultyList(f))
		}
	}
	for _, list := range view.Lists {
		if !here[list.Folder] {
			result.Elsewhere++
		}
	}
	for _, list := range view.Faulty {
		result.Faulty = append(result.Faulty, shape.FaultyList{Path: toollists.Folder(e).Path(list.Folder), Reason: list.Fault.Error()})
	}
	for _, warning := range view.Warnings {
		result.Ignored = append(result.Ignored, warning.String())
	}
	return result
}

func serverShape(s toollists.Server) shape.ToolServer {
	row := shape.ToolServer{
		Name: s.Name, Scope: s.Scope, Plugin: s.Plugin, State: s.State, Why: s.Why, Transport: s.Transport, Runs: toollists.Said(s.Server), File: s.File,
		Tools: len(s.Tools), Counting: s.Count(), Tokens: toollists.Tokens(s.List.Bytes), Rejected: rejectedOf(s.List.Rejected), More: s.List.More, Undescribed: textline.OrEmpty(s.Undescribed),
	}
	if s.List.Folder != "" {
		row.ListedAt = new(s.List.ListedAt)
	}
	return row
}

func rejectedOf(all []store.Rejected) []shape.RejectedTool {
	rows := []shape.RejectedTool{}
	for _, r := range all {
		rows = append(rows, shape.RejectedTool(r))
	}
	return rows
}

func rowOf(s toollists.Server, t toollists.Tool) shape.ToolRow {
	return shape.ToolRow{ID: t.ID, Server: s.Name, Name: t.File.Name, Counts: t.Hides == "", Why: t.Hides}
}

// stateWords say what a state means.
var stateWords = map[string]string{
	toollists.Listed: "listed", toollists.Changed: "changed since it was listed", toollists.NotListed: "not listed",
	client.ServerNotAsked: "not approved", client.ServerRefused: "refused", client.ServerOff: "off", client.ServerShadowed: "shadowed", client.ServerBroken: "broken",
}

func printList(e *env.Env, r shape.Tools) {
	var rows [][]string
	for _, s := range r.Servers {
		listed := ""
		if s.ListedAt != nil {
			listed = s.ListedAt.Local().Format("2006-01-02 15:04")
		}
		rows = append(rows, []string{textline.Plain(s.Name), s.Scope, stateWords[s.State], toolsWords(s), listed})
	}
	if len(rows) == 0 {
		fmt.Fprintln(e.Out, "The client runs no MCP server in this workspace.")
	} else {
		cli.Table(e, []string{"server", "scope", "state", "tools", "listed"}, rows)
	}
	for _, line := range advice(r) {
		cli.PrintProse(e, "", "  ", textline.OneLine(line))
	}
}

func toolsWords(s shape.ToolServer) string {
	switch {
	case s.ListedAt == nil:
		return ""
	case s.Counting < s.Tools:
		return fmt.Sprintf("%d, of which %d count; some %d tokens", s.Tools, s.Counting, s.Tokens)
	}
	return fmt.Sprintf("%d; some %d tokens", s.Tools, s.Tokens)
}

// advice says what to do about servers without a list, and what does not count.
func advice(r shape.Tools) []string {
	var lines []string
	for _, s := range r.Servers {
		switch {
		case !toollists.Runs(s.State):
			lines = append(lines, fmt.Sprintf("%s is %s: %s", s.Name, stateWords[s.State], s.Why))
		case len(s.Undescribed) > 0 && (s.State == toollists.NotListed || s.State == toollists.Changed):
			lines = append(lines, fmt.Sprintf("%s: %s used and not described; list them: %s", s.Name, textline.Count(len(s.Undescribed), "tool was", "tools were"), syncLine(s)))
		case s.State == toollists.NotListed || s.State == toollists.Changed:
			lines = append(lines, fmt.Sprintf("%s: to list its tools: %s", s.Name, syncLine(s)))
		case len(s.Undescribed) > 0:
			lines = append(lines, fmt.Sprintf("%s: %s used and not in the list; list them again: %s", s.Name, textline.Count(len(s.Undescribed), "tool was", "tools were"), syncLine(s)))
		}
		if rejected := len(s.Rejected) + s.More; rejected > 0 {
			why := fmt.Sprintf("a list has at most %d", tool.ToolsMax) // the only reason that is given for no single one
			if len(s.Rejected) > 0 {
				why = s.Rejected[0].Name + ": " + s.Rejected[0].Reason
			}
			lines = append(lines, fmt.Sprintf("%s: %s not kept, as %s", s.Name, textline.Count(rejected, "tool was", "tools were"), why))
		}
	}
	for _, f := range r.Faulty {
		lines = append(lines, fmt.Sprintf("%s does not count: %s", f.Path, f.Reason))
	}
	for _, ignored := range r.Ignored {
		lines = append(lines, "ignored: "+ignored)
	}
	if r.Elsewhere > 0 {
		lines = append(lines, textline.Count(r.Elsewhere, "list is", "lists are")+" of servers that are not of this workspace.")
	}
	return lines
}

// syncLine is the command that lists a server's tools.
func syncLine(s shape.ToolServer) string {
	return toollists.SyncCommand(client.Server{Name: s.Name, Plugin: s.Plugin, Transport: s.Transport})
}

func showCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "show ID", Short: "Show a tool as its server described it, and whether it counts here",
		Example: "  impressionism tools show mcp__github__create_issue\n  impressionism tools show create_issue",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return show(e, args[0]) },
	}
	return cli.JSONFlag(e, command)
}

func show(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	view, err := toollists.Look(e, e.WorkspaceOf(""))
	if err != nil {
		return env.Failed(err)
	}
	found := named(view, name)
	if exact := slices.IndexFunc(found, func(t shape.ToolShow) bool { return t.ID == name && t.Counts }); exact >= 0 {
		found = found[exact : exact+1]
	}
	switch {
	case len(found) == 0:
		return env.Failed(fmt.Errorf("no list has a tool %.200q; see: impressionism tools list --json", name))
	case len(found) > 1 && found[0].ID != found[1].ID:
		return env.Failed(fmt.Errorf("several tools are called %.200q; name one as %s", name, found[0].ID))
	case e.JSON:
		return cli.PrintJSON(e, found[0])
	}
	printTool(e, found[0])
	return nil
}

// named finds the tools that a person means, by id or by the server's own name for it.
func named(view toollists.View, name string) []shape.ToolShow {
	var found []shape.ToolShow
	for _, s := range view.Servers {
		for _, t := range s.Tools {
			if t.ID != name && t.File.Name != name {
				continue
			}
			found = append(found, shape.ToolShow{
				ToolRow: rowOf(s, t), Scope: s.Scope, Description: t.Description, Input: t.Input, ListedAt: t.ListedAt,
				Path: t.Path,
			})
		}
	}
	return found
}

func printTool(e *env.Env, t shape.ToolShow) {
	fmt.Fprintf(e.Out, "%s\nserver   %s (%s), listed %s\n", textline.Plain(t.ID), textline.Plain(t.Server), t.Scope, env.LocalTime(t.ListedAt))
	counts := "yes"
	if !t.Counts {
		counts = "no: " + t.Why
	}
	fmt.Fprintf(e.Out, "counts   %s\n", textline.Plain(counts))
	fmt.Fprintf(e.Out, "file     %s\n\n", textline.Plain(cli.ShortPath(e, t.Path)))
	fmt.Fprintln(e.Out, "Its server says:")
	for line := range strings.Lines(t.Description) {
		cli.PrintProse(e, "  | ", "  | ", textline.OneLine(line))
	}
	if len(t.Input) > 0 {
		fmt.Fprintf(e.Out, "\nIts arguments:\n%s\n", indented(t.Input))
	}
}

func forgetCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "forget SERVER", Short: "Delete the list of a server's tools",
		Long: `Delete the list of a server's tools, by the server's name as this workspace has it, or by
the name of the list's folder.`,
		Example: "  impressionism tools forget github",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return forget(e, args[0]) },
	}
}

func forget(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	folder := toollists.Folder(e)
	lists, err := folder.Lists()
	if err != nil {
		return env.Failed(err)
	}
	lists, err = meant(lists, name, e.WorkspaceOf(""))
	if err != nil {
		return env.Failed(err)
	}
	w, err := folder.Write()
	if err != nil {
		return env.Failed(err)
	}
	defer w.Close()
	for _, list := range lists {
		if err := w.Forget(list.Folder); err != nil {
			return env.Failed(err)
		}
		e.Did("forgot", "tools", list.Server, folder.Path(list.Folder))
	}
	refresh(e)
	fmt.Fprintf(e.Out, "Forgot %s of %s.\n", textline.Count(len(lists), "list", "lists"), textline.Plain(name))
	return nil
}

// meant returns the lists that a person means by a server's name, in a workspace, or by the
// name of a list's folder, in any.
func meant(lists []store.List, name, workspace string) ([]store.List, error) {
	var here []store.List
	var elsewhere, names []string
	for _, list := range lists {
		names = append(names, cmp.Or(list.Server, list.Folder))
		switch {
		case list.Folder == name, list.Server == name && (list.Workspace == "" || tree.Inside(workspace, list.Workspace)):
			here = append(here, list)
		case list.Server == name:
			elsewhere = append(elsewhere, list.Folder)
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	if len(elsewhere) > 0 {
		return nil, fmt.Errorf("the servers %.100q that are listed are of other workspaces; name a list by its folder: %s", name, strings.Join(elsewhere, ", "))
	}
	slices.Sort(names)
	return nil, fmt.Errorf("there is no list of a server %.100q; there are lists of: %s", name, cmp.Or(textline.OneLine(strings.Join(slices.Compact(names), ", ")), "none"))
}
