package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/mcplist"
	store "github.com/ed-irl/impressionism/host/store/tools"
)

func syncCommand(e *env.Env) *cobra.Command {
	s := &syncing{Env: e}
	command := &cobra.Command{
		Use: "sync [SERVER…]", Short: "Start the client's MCP servers, one after the other, and keep the list of their tools",
		Long: `Start the client's MCP servers, one after the other, ask each for the list of its
tools, end it with all that it started, and keep the list. Only servers are started that
the client runs here. What would be run is shown, and you are asked once for each server,
and again when its command changes; where there is no terminal, name it with --yes. In a
session of the client only those are started that you agreed to before. No tool is
called. Servers with an address are asked with --remote.`,
		Example: "  impressionism tools sync\n  impressionism tools sync github --yes github",
		RunE:    func(_ *cobra.Command, args []string) error { return s.run(args) },
	}
	command.Flags().BoolVar(&s.remote, "remote", false, "ask servers with an address, too")
	command.Flags().StringArrayVar(&s.yes, "yes", nil, "start this server without asking; may be given several times")
	return cli.JSONFlag(e, command)
}

// syncing is one run of the command.
type syncing struct {
	*env.Env
	remote bool
	yes    []string

	workspace string
	yesTo     []string // store.Key of the servers that --yes names
	result    shape.ToolsSync
}

// What became of a server.
const (
	statusListed    = "listed"
	statusFailed    = "failed"
	statusNotAgreed = "not-agreed"
	statusLeftOut   = "left-out"
)

func (s *syncing) run(names []string) error {
	if err := s.Ready(); err != nil {
		return err
	}
	places := s.Client().Places
	if places.Servers == nil || places.Launch == nil || places.ToolID == nil {
		return env.Failed(fmt.Errorf("%s has no MCP servers that this program knows of", s.Client().Name))
	}
	if len(names) == 0 {
		names = s.yes
	}
	s.workspace, s.result = s.WorkspaceOf(""), shape.ToolsSync{Servers: []shape.SyncedServer{}, Notes: []string{}}
	chosen, err := s.choose(places.Servers(s.ClientHome(), s.workspace, s.LookupSet, nil), names)
	if err != nil {
		return env.Failed(err)
	}
	if err := s.syncAll(s.agreedTo(chosen)); err != nil {
		return env.Failed(err)
	}
	return s.report(len(names) > 0)
}

// choose returns the servers that are meant: those that are named, else all that run.
func (s *syncing) choose(found client.Servers, names []string) ([]client.Server, error) {
	for _, warning := range found.Warnings {
		s.result.Notes = append(s.result.Notes, "ignored: "+warning.String())
	}
	var chosen []client.Server
	isChosen := func(server client.Server) bool { // by its key: two names may mean one server
		return slices.ContainsFunc(chosen, func(one client.Server) bool {
			return store.Key(one, s.workspace) == store.Key(server, s.workspace)
		})
	}
	for _, name := range names {
		server, err := serverNamed(found, name)
		if err != nil {
			return nil, err
		}
		if server.Transport != client.TransportStdio && !s.remote {
			return nil, fmt.Errorf("%s is asked over the network (%s); to ask it: %s", textline.OneLine(name), textline.OneLine(toollists.Said(server)), textline.OneLine(toollists.SyncCommand(server)))
		}
		if !isChosen(server) {
			chosen = append(chosen, server)
		}
	}
	for _, name := range s.yes {
		server, err := serverNamed(found, name)
		if err != nil || !isChosen(server) {
			return nil, fmt.Errorf("--yes %s: this server is not among those to list: %s", name, strings.Join(names, ", "))
		}
		s.yesTo = append(s.yesTo, store.Key(server, s.workspace))
	}
	if len(names) > 0 {
		return chosen, nil
	}
	for _, server := range found.Running() {
		if server.Transport == client.TransportStdio || s.remote {
			chosen = append(chosen, server)
			continue
		}
		s.left(server, statusLeftOut, "it is asked over the network: "+toollists.SyncCommand(server))
	}
	return chosen, nil
}

// serverNamed finds a server that runs. Of several with one name the nearest one is meant.
func serverNamed(found client.Servers, name string) (client.Server, error) {
	var other client.Server
	var known []string
	for _, server := range found.All {
		isNamed := toollists.IsNamed(server, name)
		switch {
		case isNamed && server.State == client.ServerRuns:
			return server, nil
		case isNamed && other.Name == "":
			other = server
		}
		known = append(known, server.Name)
	}
	if other.Name != "" {
		return other, fmt.Errorf("%s is not started, as the client does not run it here: %s; see: impressionism tools list", textline.OneLine(name), textline.OneLine(other.Why))
	}
	if len(known) == 0 {
		return other, fmt.Errorf("there is no server %.100q: the client's files name none for this workspace", name)
	}
	return other, fmt.Errorf("there is no server %.100q; there are: %s", name, textline.OneLine(strings.Join(slices.Compact(known), ", ")))
}

func (s *syncing) left(server client.Server, status, why string) {
	s.result.Servers = append(s.result.Servers, shape.SyncedServer{
		Name: server.Name, Scope: server.Scope, Runs: toollists.Said(server), Status: status, Why: why, Rejected: []shape.RejectedTool{}, Notes: []string{},
	})
}

// agreement is a server that may be started.
type agreement struct {
	client.Server
	fresh bool // a person said yes just now
}

// agreedTo shows what would be run, and asks about what nobody agreed to yet.
func (s *syncing) agreedTo(chosen []client.Server) []agreement {
	var agreed []agreement
	for _, server := range chosen {
		known, err := toollists.Folder(s.Env).Agreed(store.Key(server, s.workspace))
		if err != nil && !slices.Contains(s.result.Notes, err.Error()) {
			s.result.Notes = append(s.result.Notes, err.Error())
		}
		s.show(server)
		if known {
			agreed = append(agreed, agreement{server, false})
			continue
		}
		if why := s.ask(server); why != "" {
			s.left(server, statusNotAgreed, why)
			continue
		}
		agreed = append(agreed, agreement{server, true})
	}
	return agreed
}

// show shows what would be run, before it is.
func (s *syncing) show(server client.Server) {
	out := s.Out
	if s.JSON {
		out = s.ErrOut
	}
	verb := "runs"
	if server.Transport != client.TransportStdio {
		verb = "asks"
	}
	fmt.Fprintf(out, "%s %s: %s\n", textline.Plain(toollists.Title(server)), verb, textline.Plain(toollists.Said(server)))
}

// saidNo is why a server was not started that a person was asked about.
const saidNo = "you said no"

// ask returns why a server may not be started; "": a person wants it.
func (s *syncing) ask(server client.Server) (why string) {
	switch {
	case s.InSession():
		return "in a session only servers are started that you agreed to before; in a terminal of yours: " + toollists.SyncCommand(server)
	case slices.Contains(s.yesTo, store.Key(server, s.workspace)):
		return ""
	case !cli.Typed(s.Env) || s.JSON:
		return fmt.Sprintf("nobody can be asked here; if you want it run: %s --yes %s", toollists.SyncCommand(server), textline.ShellQuoted(toollists.LongName(server)))
	}
	question := "Start it now, to list its tools?"
	if server.Transport != client.TransportStdio {
		question = "Ask it now for its tools?"
	}
	if cli.Confirm(s.Env, question) != nil {
		return saidNo
	}
	return ""
}

// syncAll lists the servers one after the other.
func (s *syncing) syncAll(agreed []agreement) error {
	if len(agreed) == 0 {
		return nil
	}
	w, err := toollists.Folder(s.Env).Write()
	if err != nil {
		return err
	}
	defer w.Close()
	ctx, stop := cli.UntilEnded()
	defer stop()
	for _, one := range agreed {
		if one.fresh {
			if err := w.Agree(store.Agreement{Key: store.Key(one.Server, s.workspace), Server: one.Name, Said: toollists.Said(one.Server), At: s.Now().UTC()}); err != nil {
				return err
			}
		}
		err := s.sync(ctx, w, one.Server)
		if ctx.Err() != nil {
			return errors.New("interrupted; the server and what it started are ended, and lists that were not finished are as they were")
		}
		if err != nil {
			s.left(one.Server, statusFailed, err.Error())
		}
	}
	return nil
}

// sync lists one server.
func (s *syncing) sync(ctx context.Context, w *store.Writer, server client.Server) error {
	places := s.Client().Places
	launch, err := places.Launch(s.ClientHome(), s.workspace, server, s.LookupSet)
	if err != nil {
		return err
	}
	launch.Environ = append(slices.Clone(s.Environ), launch.Environ...) // which is what is set besides, as the client has it
	answer, err := mcplist.Asker{Version: env.Version}.List(ctx, server, launch)
	if err != nil {
		return err
	}
	return keep(s.Env, &s.result, w, server, store.WaySync, answer)
}

// report prints what became of the servers. Those that are named and not listed are a
// failure, and so is a failure of any.
func (s *syncing) report(named bool) error {
	listed, failed := 0, 0
	for _, row := range s.result.Servers {
		switch {
		case row.Status == statusListed:
			listed++
		case row.Status == statusFailed, named, row.Status == statusNotAgreed && row.Why != saidNo:
			failed++
		}
	}
	if listed > 0 {
		refresh(s.Env)
	}
	if s.JSON {
		if err := cli.PrintJSON(s.Env, s.result); err != nil {
			return err
		}
	} else {
		printSync(s.Env, s.result)
	}
	if failed > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return nil
}

// Offer is the step of setup: it lists the servers of which none is listed, asking about each
// on a terminal, and else returns how to do that. The words are empty where no server runs.
func Offer(e *env.Env, dry bool) (string, error) {
	view, err := toollists.Look(e, e.WorkspaceOf(""))
	if err != nil {
		return "", err
	}
	counts := view.Counts()
	listed, waits := counts[toollists.Listed], counts[toollists.NotListed]+counts[toollists.Changed]
	switch {
	case listed+waits == 0:
		return "", nil
	case waits == 0:
		return "the tools of " + textline.Count(listed, "MCP server are", "MCP servers are") + " listed", nil
	case dry || listed > 0 || e.InSession() || !cli.Typed(e) || e.JSON:
		return fmt.Sprintf("%s not listed, so its tools are not found for prompts; in a terminal of yours: impressionism tools sync", textline.Count(waits, "MCP server is", "MCP servers are")), nil
	}
	s := &syncing{Env: e}
	if err := s.run(nil); err != nil {
		if exit, ok := errors.AsType[*env.ExitError](err); ok && exit.Err == nil {
			return "not every MCP server could be listed; see above, then run: impressionism tools sync", nil
		}
		return "", err
	}
	return "see above; more with: impressionism tools list", nil
}
