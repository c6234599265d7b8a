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
	"github.com/ed-irl/impressionism/host/client/inspect"
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

// What is read, as every client has it.
type (
	Source  = inspect.Source // whose Root is what ${CLAUDE_PLUGIN_ROOT} stands for
	Hook    = inspect.Hook   // of which Form is FormShell, FormExec, or the type
	Finding = inspect.Finding
	Place   = inspect.Place
)

// Forms of commands.
const (
	FormShell = "shell" // /bin/sh -c
	FormExec  = "exec"  // with args, no shell
)

// Found is what there is.
type Found struct {
	inspect.Wired
	Plugins  []plugins.Plugin // that are installed or switched on
	Warnings []string         // of their registries
}

// Read reads every source. What is broken is found, never an error.
func Read(p Place) Found {
	home := plugins.Home(p.Home)
	settings := plugins.LoadSettings(home, p.Workspace)
	var found Found
	found.Plugins, found.Warnings = plugins.Installed(home, p.Workspace, settings, nil)
	for _, file := range settingsFiles(home, p.Workspace) {
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
		files = append(files, Source{Kind: KindSettings, Name: plugins.LayerLocal, File: filepath.Join(folder, "settings.local.json")})
		if folder != string(home) {
			files = append(files, Source{Kind: KindSettings, Name: plugins.LayerProject, File: filepath.Join(folder, "settings.json")})
		}
	}
	return append(files, Source{Kind: KindSettings, Name: plugins.LayerUser, File: filepath.Join(string(home), "settings.json")})
}

// Live are the hooks that the client would run for an event.
func (f Found) Live(event string) []Hook {
	var live []Hook
	for _, hook := range f.Hooks {
		if hook.Event == event && !hook.Dropped {
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
