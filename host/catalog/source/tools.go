package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Tools says which tools of MCP servers count: those that a person had listed, of servers
// that the client runs in the workspace.
type Tools struct {
	Dir              string                                     // with a folder for each server's list; empty: no tool counts
	Lookup           func(name string) (value string, set bool) // a variable of the environment; nil: none is set
	Include, Exclude []string                                   // patterns of ids, as in tool.Selects; nil Include: all
	Tell             string                                     // one of the Tell constants; empty: TellAlways
}

// Values of Tools.Tell.
const (
	TellAuto   = "auto" // where the client keeps definitions of tools from the model
	TellAlways = "always"
	TellNever  = "never"
)

// listsMax is how many servers' lists are looked at.
const listsMax = 1000

// toolRoots are the folders of the lists of those servers that the client runs. Without a
// list no file of the client's is read.
func (f *finding) toolRoots() (roots []catalog.Root) {
	listed := f.listedServers()
	if len(listed) == 0 || f.config.Client.Servers == nil {
		return nil
	}
	f.servers = f.config.Client.Servers(f.config.Home, f.config.Workspace, f.config.Tools.lookup, f.installed)
	for _, warning := range f.servers.Warnings {
		f.rejected = append(f.rejected, catalog.Rejection{Path: warning.Path, Code: "settings", Reason: warning.Text})
	}
	for _, server := range f.servers.Running() {
		folder := server.Folder()
		if !listed[folder] || server.Prefix == "" {
			continue
		}
		dir := filepath.Join(f.config.Tools.Dir, folder)
		roots = append(roots, catalog.Root{
			Dir: dir, Boundary: dir, Source: sourceOf(server.Scope), Plugin: server.Plugin, Prefix: server.Prefix, Budget: f.others(),
		})
	}
	return roots
}

func (t Tools) lookup(name string) (value string, set bool) {
	if t.Lookup == nil {
		return "", false
	}
	return t.Lookup(name)
}

// listedServers are the names of the folders with lists.
func (f *finding) listedServers() map[string]bool {
	if f.config.Tools.Dir == "" || f.config.Tools.Tell == TellNever {
		return nil
	}
	folders, err := foreign.ReadDir(f.config.Tools.Dir, listsMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.rejected = append(f.rejected, catalog.Rejection{Path: f.config.Tools.Dir, Code: "unreadable", Reason: foreign.Reason(err)})
	}
	listed := map[string]bool{}
	for _, folder := range folders {
		if folder.IsDir() && !strings.HasPrefix(folder.Name(), ".") {
			listed[folder.Name()] = true
		}
	}
	return listed
}

func sourceOf(scope string) string {
	switch scope {
	case client.ScopeProject:
		return catalog.SourceProject
	case client.ScopePlugin:
		return catalog.SourcePlugin
	}
	return catalog.SourceUser
}

// Why a tool that was listed does not count.
const (
	codeDenied   = "denied"
	codeExcluded = "excluded"
	codeInReach  = "in-reach"
)

// tools leaves out what the client's permissions refuse, what the settings exclude, and
// all where the client shows the model every tool by itself.
func (f *finding) tools(entries []catalog.Entry) []catalog.Entry {
	var kept []catalog.Entry
	include := f.config.Tools.Include
	if include == nil {
		include = []string{"*"}
	}
	leave := func(entry catalog.Entry, code, reason string) {
		f.rejected = append(f.rejected, catalog.Rejection{Path: entry.Path, Code: code, Reason: reason})
	}
	for _, entry := range entries {
		if f.over() {
			f.rejected = append(f.rejected, catalog.Rejection{Path: f.config.Tools.Dir, Code: "out-of-time", Reason: "the tools were not looked at to the end: the event's time was over"})
			break
		}
		rule := ""
		if f.servers.Denied != nil {
			rule = f.servers.Denied(entry.ID)
		}
		switch {
		case rule != "":
			leave(entry, codeDenied, "the client's permissions deny it: "+rule)
		case !tool.Selects(include, nil, entry.ID):
			leave(entry, codeExcluded, "tools.include does not have it")
		case !tool.Selects(include, f.config.Tools.Exclude, entry.ID):
			leave(entry, codeExcluded, "tools.exclude has it")
		default:
			kept = append(kept, entry)
		}
	}
	if f.config.Tools.Tell != TellAuto || len(kept) == 0 || f.defers(entries) {
		return kept
	}
	for _, entry := range kept {
		leave(entry, codeInReach, "the client shows the model all tools by itself; to suggest them all the same: tools.tell: always")
	}
	return nil
}

// defers reports whether the client keeps the definitions of tools from the model. Mostly it
// does, however large they are; else their files are as large as they are.
func (f *finding) defers(entries []catalog.Entry) bool {
	if f.servers.Defers == nil || f.servers.Defers(0) {
		return true
	}
	var bytes int64
	for _, entry := range entries {
		if info, err := os.Stat(entry.Path); err == nil {
			bytes += info.Size()
		}
	}
	return f.servers.Defers(bytes)
}
