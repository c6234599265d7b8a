// Package servers reads from Claude Code's files which servers of the Model Context
// Protocol the client runs in a workspace. It starts none, asks none, and keeps no value of
// a variable or header. What it follows is measured: docs/tools-contract.md.
package servers

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// Machine is where the client's files lie, and how its variables are read.
type Machine struct {
	Home      string // the client's own folder
	Managed   string // the folder of whoever administers the machine
	Workspace string
	Lookup    func(name string) (value string, set bool)
	Installed []client.Plugin // plugins as they were read already; nil: they are read
}

// Here is the machine with the folder that the client takes for the administrator's.
func Here(home, workspace string, lookup func(name string) (value string, set bool)) Machine {
	return Machine{Home: home, Managed: plugins.ManagedFolder(), Workspace: workspace, Lookup: lookup}
}

// Servers returns the servers of the workspace. Ours is not among them.
func (m Machine) Servers() client.Servers {
	r := m.read()
	found := client.Servers{Denied: r.denied(), Defers: r.defers()}
	for _, e := range r.entries() {
		e.Values = r.values(e)
		found.All = append(found.All, e.Server)
	}
	slices.SortStableFunc(found.All, func(a, b client.Server) int {
		return cmp.Or(runsLast(a)-runsLast(b), strings.Compare(a.Name, b.Name))
	})
	found.Warnings = r.warnings
	return found
}

func runsLast(s client.Server) int {
	if s.State == client.ServerRuns {
		return 0
	}
	return 1
}

// reader is what the client's files say, before it is weighed.
type reader struct {
	Machine
	root      string // of the repository that holds the workspace, else the workspace
	state     state
	trusted   bool              // the user trusts what the project's files say
	layers    []layer           // the nearest first
	approvals []layer           // those, and what the client's state says
	environ   map[string]string // of the layers
	warnings  []client.Warning
}

func (m Machine) read() *reader {
	if real, err := filepath.EvalSymlinks(m.Workspace); err == nil && m.Workspace != "" {
		m.Workspace = real // the client names a project so
	}
	r := &reader{Machine: m, root: repository(m.Workspace)}
	r.readState()
	r.readLayers()
	return r
}

// warn keeps a warning, once.
func (r *reader) warn(path, text string) {
	if one := (client.Warning{Path: path, Text: text}); len(r.warnings) < warningsMax && !slices.Contains(r.warnings, one) {
		r.warnings = append(r.warnings, one)
	}
}

// warningsMax bounds what people have to read, and what a hostile file may cost.
const warningsMax = 100

// warner is warn for one file.
func (r *reader) warner(path string) func(text string) {
	return func(text string) { r.warn(path, text) }
}

// entries returns all servers, each with its state, the nearest first.
func (r *reader) entries() []entry {
	if managed, exclusive := r.managed(); exclusive {
		for _, e := range slices.Concat(r.local(), r.project(), r.user(), r.plugins()) {
			e.set(client.ServerRefused, managedFile(r.Managed)+" allows only its own servers")
			managed = append(managed, e)
		}
		return withoutOurs(managed)
	}
	nearer := map[string]string{} // by name: the file that names the server that counts
	own := slices.Concat(r.local(), r.project(), r.user())
	for i := range own {
		r.decide(&own[i], nearer)
	}
	added := r.plugins()
	for i := range added {
		r.decide(&added[i], nearer)
	}
	r.dropRepeated(own, added)
	return withoutOurs(append(own, added...))
}

// decide sets the state of an entry that is not broken, and notes that its name is taken.
func (r *reader) decide(e *entry, nearer map[string]string) {
	if e.State == client.ServerBroken {
		return
	}
	if e.Scope == client.ScopeProject && !r.approve(e) {
		return // it takes no name from another
	}
	if file, taken := nearer[e.fullName()]; taken {
		e.set(client.ServerShadowed, "a server of this name in "+file+" is nearer")
		return
	}
	if e.Scope != client.ScopePlugin || e.State == client.ServerRuns {
		nearer[e.fullName()] = e.File
	}
	if e.State == client.ServerOff {
		return
	}
	r.permit(e)
}

// permit refuses what a list of the client's settings refuses, or the user has switched off.
func (r *reader) permit(e *entry) {
	if why := r.refusal(*e); why != "" {
		e.set(client.ServerRefused, why)
		return
	}
	if slices.Contains(r.state.off, e.fullName()) {
		e.set(client.ServerOff, "switched off by /mcp for this project: disabledMcpServers in "+r.state.path)
	}
}

// dropRepeated marks servers of plugins that would run what another server runs.
func (r *reader) dropRepeated(own, added []entry) {
	seen := map[string]string{}
	for _, all := range [][]entry{own, added} {
		for i := range all {
			e := &all[i]
			if e.State != client.ServerRuns {
				continue
			}
			what := strings.Join(append(r.command(*e), r.url(*e)), "\x00")
			name, again := seen[what]
			if again && e.Scope == client.ScopePlugin {
				e.set(client.ServerShadowed, "the server "+name+" runs the same")
			}
			if !again {
				seen[what] = e.fullName()
			}
		}
	}
}

// ourName is the plugin's, and the program's.
const ourName = "impressionism"

// withoutOurs leaves out this program's own server.
func withoutOurs(all []entry) []entry {
	return slices.DeleteFunc(all, func(e entry) bool {
		plugin, _, _ := strings.Cut(e.Plugin, "@")
		program := strings.TrimSuffix(filepath.Base(filepath.ToSlash(e.Command)), ".exe")
		return plugin == ourName || program == ourName && len(e.Args) > 0 && e.Args[0] == "mcp"
	})
}

// home is the client's folder as package plugins names it.
func (m Machine) home() plugins.Home { return plugins.Home(m.Home) }
