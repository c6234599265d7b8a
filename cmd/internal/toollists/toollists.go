// Package toollists brings together which MCP servers the client runs in a workspace, which
// of them have a list of their tools, and which tools count. It starts no server, and it is
// for commands of people: no hook imports it.
package toollists

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/tools"
)

// States of servers, besides those of package client for servers that do not run.
const (
	Listed    = "listed"
	Changed   = "changed" // a list is there, of what it ran before
	NotListed = "not-listed"
)

// Runs reports whether the client runs a server of that state.
func Runs(state string) bool { return state == Listed || state == Changed || state == NotListed }

// Server is a server with its list.
type Server struct {
	client.Server
	State       string     // one of the constants, or the client's
	List        tools.List // with State Listed the one that counts, with Changed the former one
	Tools       []Tool
	Faulty      []tools.FaultyTool
	Undescribed []string // ids of tools that were used since it was listed, and are in no list
}

// Tool is a tool of a list.
type Tool struct {
	tools.Tool
	ID    string
	Path  string // of its file
	Hides string // why it is no item, in words; "": it counts
}

// Count is how many of the tools count.
func (s Server) Count() int {
	n := 0
	for _, t := range s.Tools {
		if t.Hides == "" {
			n++
		}
	}
	return n
}

// View is all of a workspace.
type View struct {
	Workspace string
	Servers   []Server
	Lists     []tools.List // all that there are, of other workspaces, too
	Faulty    []tools.List
	Warnings  []client.Warning // what was ignored of the client's files
}

// Folder is where lists are kept.
func Folder(e *env.Env) tools.Folder { return tools.In(e.Paths.Tools) }

// Look looks at a workspace. The error says why the lists cannot be read; the servers are
// there all the same.
func Look(e *env.Env, workspace string) (View, error) {
	v := View{Workspace: workspace}
	lists, err := Folder(e).Lists()
	for _, list := range lists {
		if list.Fault != nil {
			v.Faulty = append(v.Faulty, list)
		} else {
			v.Lists = append(v.Lists, list)
		}
	}
	found := client.Servers{}
	if read := e.Client().Places.Servers; read != nil {
		found = read(e.ClientHome(), workspace, e.LookupSet, nil)
	}
	v.Warnings = found.Warnings
	var used []session.UsedTool
	if len(found.All) > 0 {
		used = usedTools(e, workspace)
	}
	var why func(path string) string
	if len(v.Lists) > 0 {
		why = uncounted(e, workspace)
	}
	for _, server := range found.All {
		v.Servers = append(v.Servers, v.look(e, server, why))
	}
	for _, use := range used {
		if at := v.owner(use.Name); at >= 0 && v.lacks(e, v.Servers[at], use) {
			v.Servers[at].Undescribed = append(v.Servers[at].Undescribed, use.Name)
			slices.Sort(v.Servers[at].Undescribed)
		}
	}
	return v, err
}

// uncounted returns a function that says why the file of a tool is no item in a workspace, as
// a prompt would have it; "": it is one.
func uncounted(e *env.Env, workspace string) func(path string) string {
	listing := wire.List(e, workspace)
	counts, reasons := map[string]bool{}, map[string]string{}
	for _, entry := range listing.Entries {
		counts[entry.Path] = true
	}
	for _, r := range listing.Rejected {
		reasons[r.Path] = r.Reason
	}
	standby := "it was not there when the items were listed"
	if e.Loaded.Config.Tools.Tell == source.TellNever {
		standby = "tools.tell is never"
	}
	return func(path string) string {
		if counts[path] {
			return ""
		}
		return cmp.Or(reasons[path], reasons[filepath.Dir(path)], standby)
	}
}

// owner is the place of the server whose tools begin as an id does, of several the one with
// the longest beginning; −1: there is none.
func (v View) owner(id string) int {
	best := -1
	for i, s := range v.Servers {
		if s.Prefix != "" && strings.HasPrefix(id, s.Prefix) && (best < 0 || len(s.Prefix) > len(v.Servers[best].Prefix)) {
			best = i
		}
	}
	return best
}

// usedMax bounds how many tools that were used are read.
const usedMax = 2000

// usedTools are the tools that were used. A state.db that cannot be read has none; doctor
// says why.
func usedTools(e *env.Env, workspace string) []session.UsedTool {
	if !env.Exists(e.Paths.StateDB) {
		return nil
	}
	store, err := wire.Open(e, workspace)
	if err != nil {
		return nil
	}
	defer store.Close()
	used, err := store.UsedTools(workspace, usedMax)
	if err != nil {
		return nil
	}
	return used
}

// lacks reports whether a use shows that a server has a tool which another listing could
// bring. What was used before the server was listed may be gone from it, and what is used in
// another workspace may be of another server.
func (v View) lacks(e *env.Env, server Server, use session.UsedTool) bool {
	at := use.At
	if server.Workspace != "" {
		at = use.Here
	}
	toolID := e.Client().Places.ToolID
	isIt := func(r tools.Rejected) bool { return toolID != nil && toolID(server.Prefix, r.Name) == use.Name }
	if !at.After(server.List.ListedAt) || server.List.More > 0 || slices.ContainsFunc(server.List.Rejected, isIt) {
		return false
	}
	return !slices.ContainsFunc(v.Servers, func(s Server) bool { // several servers may call their tools alike
		return slices.ContainsFunc(s.Tools, func(t Tool) bool { return t.ID == use.Name })
	})
}

func (v View) look(e *env.Env, server client.Server, why func(path string) string) Server {
	s := Server{Server: server, State: server.State}
	own := slices.IndexFunc(v.Lists, func(list tools.List) bool { return list.Folder == server.Folder() })
	former := slices.IndexFunc(v.Lists, func(list tools.List) bool { return IsFormer(list, server) })
	running := server.State == client.ServerRuns
	switch {
	case own >= 0:
		s.List = v.Lists[own]
		if running {
			s.State = Listed
		}
	case former >= 0:
		s.List = v.Lists[former]
		if running {
			s.State = Changed
		}
	case running:
		s.State = NotListed
	}
	if s.List.Folder != "" {
		s.read(e, why)
	}
	return s
}

// read reads the tools of the server's list. Those of a server that is Changed hide, too.
func (s *Server) read(e *env.Env, why func(path string) string) {
	dir := Folder(e).Path(s.List.Folder)
	all, faulty, err := Folder(e).Tools(s.List.Folder)
	if err != nil {
		faulty = append(faulty, tools.FaultyTool{Path: dir, Reason: err.Error()})
	}
	s.Faulty = faulty
	for _, one := range all {
		t := Tool{Tool: one, ID: s.Prefix + one.Name, Path: filepath.Join(dir, one.Name+tool.Suffix)}
		switch s.State {
		case Listed:
			t.Hides = cmp.Or(why(t.Path), tool.Hides(one.Description))
		case Changed:
			t.Hides = "the server's command changed since it was listed"
		default:
			t.Hides = cmp.Or(s.Why, "the client does not run the server here")
		}
		s.Tools = append(s.Tools, t)
	}
}

// IsFormer reports whether a list is of what a server ran before its command changed, or lies in
// another folder than lists of the server do now.
func IsFormer(list tools.List, server client.Server) bool {
	return list.Folder != server.Folder() && list.Server == server.Name && list.Scope == server.Scope && list.Plugin == server.Plugin &&
		(server.Scope == client.ScopePlugin || list.File == server.File) && list.Workspace == server.Workspace
}

// Why returns why the tool of an id is no item, in words that say what to do.
func (v View) Why(id string) string {
	at := v.owner(id)
	if at < 0 {
		return "no MCP server here has tools of such a name; see: impressionism tools list"
	}
	s := v.Servers[at]
	title, sync := Title(s.Server), "; list them with: "+SyncCommand(s.Server)
	for _, t := range s.Tools {
		if t.ID == id {
			return title + ": " + t.Hides
		}
	}
	switch s.State {
	case Listed:
		return "the list of " + title + " has no tool of that name" + sync
	case Changed, NotListed:
		return "the tools of " + title + " are not listed" + sync
	}
	return title + ": " + cmp.Or(s.Why, "the client does not run the server here")
}

// Said is what would be run or asked, as written, with secrets replaced.
func Said(server client.Server) string { return redact.Text(server.Said()) }

// Title names a server to people, with its scope.
func Title(server client.Server) string {
	if server.Plugin != "" {
		return fmt.Sprintf("%s (plugin %s)", server.Name, server.Plugin)
	}
	return fmt.Sprintf("%s (%s)", server.Name, server.Scope)
}

// Tokens is about how many tokens the definitions of a list take.
func Tokens(bytes int64) int { return int((bytes + 3) / 4) }

// IsNamed reports whether a person's name means a server: its own, that of its list's folder,
// or for a plugin's the long one that begins with the plugin's.
func IsNamed(server client.Server, name string) bool {
	return name == server.Name || name == server.Folder() || name == LongName(server)
}

// LongName is the name that means a server beside another one of its own name: for a plugin's
// it begins with the plugin's.
func LongName(server client.Server) string {
	if plugin, _, _ := strings.Cut(server.Plugin, "@"); plugin != "" {
		return "plugin:" + plugin + ":" + server.Name
	}
	return server.Name
}

// SyncCommand is the command that lists a server's tools, as a shell reads it.
func SyncCommand(server client.Server) string {
	command := "impressionism tools sync " + textline.ShellQuoted(LongName(server))
	if server.Transport != client.TransportStdio {
		command += " --remote"
	}
	return command
}

// Counts is how many servers there are by state.
func (v View) Counts() map[string]int {
	counts := map[string]int{}
	for _, s := range v.Servers {
		counts[s.State]++
	}
	return counts
}
