// Package wiring reads which hooks Claude Code would run here: those of plugins
// and of settings, each with the place where it stands, and what is wrong with
// them. It runs none, and changes nothing.
package wiring

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Kinds of sources.
const (
	KindPlugin   = "plugin"
	KindSettings = "settings"
)

// Limits of what is read.
const (
	fileBytesMax   = 1 << 20 // of a hooks file; settings may be as large
	sourcesMax     = 1000
	hooksMax       = 2000 // of one file
	findingsMax    = 200  // of one file
	scriptBytesMax = 256 << 10
)

// Source is a file that wires hooks.
type Source struct {
	Kind string `json:"kind"`
	Name string `json:"name"`           // "acme@market", or the layer of settings
	File string `json:"file"`           // absolute
	Root string `json:"root,omitempty"` // of a plugin: what ${CLAUDE_PLUGIN_ROOT} stands for
}

// Hook is one hook as it is wired.
type Hook struct {
	Source  Source   `json:"source"`
	Event   string   `json:"event"`
	Matcher string   `json:"matcher,omitempty"`
	Type    string   `json:"type"`
	Command string   `json:"command,omitempty"`
	Args    []string `json:"args,omitempty"`
	Form    string   `json:"form"`                      // FormShell, FormExec, or the type
	Timeout float64  `json:"timeout_seconds,omitempty"` // as it stands there; 0: none
	Async   bool     `json:"async,omitempty"`
	If      string   `json:"if,omitempty"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	inert   bool     // it is not run for what is wrong with it
}

// Forms of commands.
const (
	FormShell = "shell" // /bin/sh -c
	FormExec  = "exec"  // with args, no shell
)

// Finding is one thing to mend.
type Finding struct {
	Code     string `json:"code"` // of a Rule
	Severity string `json:"severity"`
	Source   string `json:"source"` // its name
	Event    string `json:"event,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Reason   string `json:"reason"` // a sentence or two
	Fix      string `json:"fix"`    // an order
}

// Place says where to look.
type Place struct {
	Home       plugins.Home
	Workspace  string   // may be empty
	PluginDirs []string // as given to the client's --plugin-dir
	Path       []string // folders in which commands are found
	Own        Own
}

// Own is what belongs to this program.
type Own struct {
	Name   string // of the binary and of the plugin
	Binary string // this very one, links resolved
}

// Found is what there is.
type Found struct {
	Hooks    []Hook
	Findings []Finding
	Plugins  []plugins.Plugin // that are installed or switched on
	Warnings []string         // of their registries
	Disabled string           // the settings file in which disableAllHooks is true, or empty
}

// Read reads every source. What is broken is found, never an error.
func Read(p Place) Found {
	settings := plugins.LoadSettings(p.Home, p.Workspace)
	var found Found
	found.Plugins, found.Warnings = plugins.Installed(p.Home, p.Workspace, settings)
	for _, file := range settingsFiles(p.Home, p.Workspace) {
		r := reader{place: p, source: file}
		r.settings()
		found.add(r)
	}
	for _, plugin := range found.Plugins {
		if plugin.Enabled && plugin.Path != "" {
			found.plugin(p, plugin.Key(), plugin.Path)
		}
	}
	for _, dir := range p.PluginDirs {
		found.plugin(p, filepath.Base(dir)+"@inline", dir)
	}
	found.Findings = append(found.Findings, together(p, found.Hooks)...)
	sortFindings(found.Findings)
	found.Findings = merged(found.Findings)
	return found
}

func (f *Found) plugin(p Place, name, root string) {
	for _, r := range readPlugin(p, name, root) {
		f.add(r)
	}
}

func (f *Found) add(r reader) {
	f.Hooks = append(f.Hooks, r.hooks...)
	f.Findings = append(f.Findings, r.findings...)
	if r.disabled {
		f.Disabled = cmp.Or(f.Disabled, r.source.File)
	}
}

// settingsFiles are the layers, the one that decides first.
func settingsFiles(home plugins.Home, workspace string) []Source {
	var files []Source
	if workspace != "" {
		folder := filepath.Join(workspace, ".claude")
		files = append(files, Source{KindSettings, plugins.LayerLocal, filepath.Join(folder, "settings.local.json"), ""})
		if folder != string(home) {
			files = append(files, Source{KindSettings, plugins.LayerProject, filepath.Join(folder, "settings.json"), ""})
		}
	}
	return append(files, Source{KindSettings, plugins.LayerUser, filepath.Join(string(home), "settings.json"), ""})
}

// Dropped reports whether the client does not run a hook for what is wrong with
// its entry.
func (h Hook) Dropped() bool { return h.inert }

// Live are the hooks that the client would run for an event.
func (f Found) Live(event string) []Hook {
	var live []Hook
	for _, hook := range f.Hooks {
		if hook.Event == event && !hook.inert {
			live = append(live, hook)
		}
	}
	return live
}

// readFile returns at most bytesMax bytes of a regular file; nil without an error
// where there is none.
func readFile(path string, bytesMax int64) ([]byte, error) {
	data, err := foreign.Read(path, bytesMax)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, foreign.ErrTooLarge):
		return nil, errTooLarge
	case errors.Is(err, foreign.ErrNotRegular):
		return nil, foreign.ErrNotRegular
	}
	return data, err
}

var errTooLarge = errors.New("it is larger than a hooks file may be here (1 MiB)")
