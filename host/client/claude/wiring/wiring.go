// Package wiring reads which hooks Claude Code would run here: those of plugins
// and of settings, each with the place where it stands, and what is wrong with
// them. It runs none, and changes nothing.
package wiring

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

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
	home, managed := plugins.Home(p.Home), cmp.Or(p.Managed, plugins.ManagedFolder())
	settings := plugins.LoadSettings(home, managed, p.Workspace)
	var found Found
	found.Plugins, found.Warnings = plugins.Installed(home, p.Workspace, settings, nil)
	var layers []reader
	for _, file := range settingsFiles(home, managed, p.Workspace) {
		r := reader{place: p, source: file}
		r.settings()
		found.add(r)
		layers = append(layers, r)
	}
	for _, plugin := range found.Plugins {
		if plugin.Enabled && plugin.Path != "" {
			found.plugin(p, plugin.Key(), plugin.Path)
		}
	}
	for _, dir := range p.PluginDirs {
		found.plugin(p, filepath.Base(dir)+"@inline", dir)
	}
	found.switchOff(layers, settings)
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
}

// switchOff takes out what the settings keep from running; the first layer that has a switch
// decides. Nobody but the administrator switches off the hooks of managed settings, and of
// plugins that are switched on there.
func (f *Found) switchOff(layers []reader, settings plugins.Settings) {
	off, isOff := decides(layers, func(r reader) node { return r.off })
	only, isOnly := decides(layers, func(r reader) node { return r.only })
	managed := slices.DeleteFunc(slices.Clone(f.Hooks), func(h Hook) bool {
		on := settings.EnabledPlugins[h.Source.Name]
		return h.Source.Name != plugins.LayerManaged && !(on.On && on.Layer == plugins.LayerManaged)
	})
	others := len(f.Hooks) - len(managed)
	switch {
	case isOff && off.source.Name == plugins.LayerManaged, isOff && !isOnly && len(managed) == 0:
		off.finding("hooks-disabled", off.off.at, "", "disableAllHooks is true: the client runs no hook at all, of no plugin.")
		f.Disabled = off.source.File
	case isOnly && others > 0:
		only.finding("hooks-managed-only", only.only.at, "", "allowManagedHooksOnly is true: the client runs the hooks of managed settings, and of plugins that those switch on. Others that are wired here do not run: %d.", others)
		f.Hooks = managed
	case isOff && !isOnly:
		off.finding("hooks-disabled", off.off.at, "", "disableAllHooks is true: the client runs the hooks of managed settings alone, and of plugins that those switch on.")
		f.Hooks = managed
	}
	f.Findings = slices.Concat(f.Findings, off.findings, only.findings)
}

// decides returns the first layer that has a switch, without its findings, and whether it is on.
func decides(layers []reader, of func(reader) node) (reader, bool) {
	for _, r := range layers {
		if value := of(r); value.kind == "true or false" {
			r.findings = nil
			return r, value.yes
		}
	}
	return reader{}, false
}

// settingsFiles are the layers, the one that decides first.
func settingsFiles(home plugins.Home, managed, workspace string) []Source {
	var files []Source
	for _, path := range plugins.ManagedFiles(managed) {
		files = append(files, Source{Kind: KindSettings, Name: plugins.LayerManaged, File: path})
	}
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
