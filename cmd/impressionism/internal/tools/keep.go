package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/mcplist"
	"github.com/ed-irl/impressionism/host/store/index"
	store "github.com/ed-irl/impressionism/host/store/tools"
)

// keep keeps an answer, which came in one of the ways of package store, as the list of a
// server, in place of the one of its former command.
func keep(e *env.Env, result *shape.ToolsSync, w *store.Writer, server client.Server, way string, answer mcplist.Answer) error {
	now := e.Now().UTC()
	facts := store.Facts{
		Server: server.Name, Scope: server.Scope, Plugin: server.Plugin, Prefix: server.Prefix, Hash: server.Hash(), Said: toollists.Said(server),
		File: server.File, Workspace: server.Workspace, Way: way, ListedAt: now,
	}
	var all []store.Tool
	for _, named := range answer.Name(server, e.Client().Places.ToolID) {
		all = append(all, store.Tool{Name: named.Part, File: tool.File{
			Server: server.Name, Name: named.Name, Description: named.Description, Input: named.Input, Scope: server.Scope, Hash: facts.Hash, ListedAt: now,
		}})
	}
	for _, r := range answer.Rejected {
		facts.Reject(r.Name, r.Reason)
	}
	facts.More += answer.More
	facts, err := w.Put(server.Folder(), facts, all)
	if err != nil {
		return err
	}
	lists, err := w.Lists()
	for _, list := range lists {
		if err == nil && list.Fault == nil && toollists.IsFormer(list, server) {
			err = w.Forget(list.Folder)
		}
	}
	result.Servers = append(result.Servers, shape.SyncedServer{
		Name: server.Name, Scope: server.Scope, Runs: facts.Said, Status: statusListed, Tools: facts.Tools, Tokens: toollists.Tokens(facts.Bytes),
		Rejected: rejectedOf(facts.Rejected), More: facts.More, Notes: textline.OrEmpty(answer.Notes),
	})
	return err
}

func printSync(e *env.Env, r shape.ToolsSync) {
	for _, note := range r.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.OneLine(note))
	}
	if len(r.Servers) == 0 {
		fmt.Fprintln(e.Out, "The client runs no MCP server in this workspace.")
	}
	for _, s := range r.Servers {
		name := textline.Plain(s.Name)
		if s.Status != statusListed {
			cli.PrintProse(e, "", "  ", fmt.Sprintf("%s: %s: %s", name, map[string]string{statusFailed: "not listed", statusNotAgreed: "not started", statusLeftOut: "left out"}[s.Status], textline.OneLine(s.Why)))
			continue
		}
		words := fmt.Sprintf("%s: %s listed, some %d tokens", name, textline.Count(s.Tools, "tool", "tools"), s.Tokens)
		if rejected := len(s.Rejected) + s.More; rejected > 0 {
			words += fmt.Sprintf("; %d not kept", rejected)
		}
		fmt.Fprintln(e.Out, words)
		for _, r := range s.Rejected[:min(len(s.Rejected), rejectedShown)] {
			cli.PrintProse(e, "  ", "    ", fmt.Sprintf("not kept: %s: %s", textline.OneLine(r.Name), r.Reason))
		}
		for _, note := range s.Notes {
			cli.PrintProse(e, "  ", "    ", textline.OneLine(note))
		}
	}
}

// rejectedShown bounds how many rejected tools are printed; --json has more.
const rejectedShown = 5

// refreshTime is how long a command that changed lists works on the index. The rest waits for
// the server, or for the next `index`.
const refreshTime = 3 * time.Second

// refresh has changed lists count.
func refresh(e *env.Env) {
	late := deadline.Until(e.Now().Add(refreshTime), e.Now).Passed
	if _, err := search.Refresh(context.Background(), e, index.Options{Late: late}); err != nil {
		fmt.Fprintln(e.ErrOut, "impressionism: note: the tools do not count yet:", textline.OneLine(err.Error())+"; run: impressionism index")
	}
}

func importCommand(e *env.Env) *cobra.Command {
	var name string
	command := &cobra.Command{
		Use: "import FILE", Short: "Keep the list of a server's tools from a file: an answer to tools/list",
		Long: `Keep the list of a server's tools from a file, or from stdin for "-": an answer to
tools/list, or its {"tools": […]}. It is for servers that want a login, and for machines
that cannot reach them. What tools list --json prints is refused: it has the tools of all
servers. Without --server, the file is named like the server.`,
		Example: "  impressionism tools import github.json\n  impressionism tools import answer.json --server github",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return importFile(e, args[0], name) },
	}
	command.Flags().StringVar(&name, "server", "", "the server whose tools these are")
	return cli.JSONFlag(e, command)
}

func importFile(e *env.Env, file, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if e.InSession() { // else a model could write the list that it is told from
		command := "impressionism tools import " + textline.ShellQuoted(file)
		if name != "" {
			command += " --server " + textline.ShellQuoted(name)
		}
		return env.Failed(fmt.Errorf("in a session no list is imported; in a terminal of yours: %s", command))
	}
	server, err := importServer(e, file, name)
	if err != nil {
		return env.Failed(err)
	}
	data, err := readFile(e, file)
	if err != nil {
		return env.Failed(fmt.Errorf("read %s: %s", file, foreign.Reason(err)))
	}
	answer, err := mcplist.Read(data)
	if err != nil {
		return env.Failed(fmt.Errorf("import %s: %w", file, err))
	}
	w, err := toollists.Folder(e).Write()
	if err != nil {
		return env.Failed(err)
	}
	defer w.Close()
	result := shape.ToolsSync{Servers: []shape.SyncedServer{}, Notes: []string{}}
	if err := keep(e, &result, w, server, store.WayImport, answer); err != nil {
		return env.Failed(err)
	}
	refresh(e)
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printSync(e, result)
	return nil
}

// importServer finds the server whose tools a file has; it need not run here.
func importServer(e *env.Env, file, name string) (client.Server, error) {
	places := e.Client().Places
	if places.Servers == nil || places.ToolID == nil {
		return client.Server{}, fmt.Errorf("%s has no MCP servers that this program knows of", e.Client().Name)
	}
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	found := places.Servers(e.ClientHome(), e.WorkspaceOf(""), e.LookupSet, nil)
	server, err := serverNamed(found, name)
	if err != nil && server.Name == "" {
		return server, fmt.Errorf("%w; name it with --server", err)
	}
	if server.Prefix == "" {
		return server, fmt.Errorf("%s cannot be listed: %s", textline.OneLine(name), textline.OneLine(cmp.Or(server.Why, "the client offers none of its tools")))
	}
	return server, nil
}

func readFile(e *env.Env, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(e.In, mcplist.BytesMax+1))
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(e.Dir, file)
	}
	return foreign.Read(file, mcplist.BytesMax)
}

// indented is JSON as people read it.
func indented(value json.RawMessage) string {
	var out bytes.Buffer
	if json.Indent(&out, value, "  ", "  ") != nil {
		return "  " + string(value)
	}
	return "  " + out.String()
}
