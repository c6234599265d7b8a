package plugins

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/look"
)

// SkillsDirMarket stands for a market in the key of a plugin that lies in the
// user's skills folder.
const SkillsDirMarket = "skills-dir"

// pluginsMax bounds how many plugins are looked at, and skillsMax in how many of the user's
// skills one is looked for.
const (
	pluginsMax = 1000
	skillsMax  = 50_000
)

// Plugin is one plugin and whether the client runs it in a workspace; its market may be
// SkillsDirMarket.
type Plugin = client.Plugin

// Installed returns every plugin that is installed or switched on, by key, and in
// words what was ignored. Workspace may be empty.
func Installed(home Home, workspace string, settings Settings, looks *look.Looks) ([]Plugin, []string) {
	var warnings []string
	warn := func(text string) { warnings = append(warnings, text) }
	reader := reader{
		home: home, workspace: real(workspace), plugins: real(home.Plugins()),
		settings: settings, markets: readMarkets(home, warn),
	}
	installed := readInstalled(home, warn)
	keys := slices.Sorted(maps.Keys(installed))
	if len(keys) > pluginsMax {
		keys = keys[:pluginsMax]
		warn("installed_plugins.json lists more than 1000 plugins; the rest is ignored")
	}
	var all []Plugin
	for _, key := range keys {
		all = append(all, reader.installed(key, installed[key]))
	}
	all = append(all, reader.skillsDir(looks)...)
	all = append(all, missing(all, settings)...)
	slices.SortFunc(all, func(a, b Plugin) int { return cmp.Compare(a.Key(), b.Key()) })
	return all, warnings
}

// missing are plugins that are switched on and not installed, the first ones.
func missing(all []Plugin, settings Settings) []Plugin {
	known := make(map[string]bool, len(all))
	for _, plugin := range all {
		known[plugin.Key()] = true
	}
	var found []Plugin
	for _, key := range slices.Sorted(maps.Keys(settings.EnabledPlugins)) {
		if settings.EnabledPlugins[key].On && !known[key] && len(found) < pluginsMax {
			name, market := splitKey(key)
			found = append(found, Plugin{Name: name, Market: market, Why: "not installed"})
		}
	}
	return found
}

type reader struct {
	home      Home
	workspace string // links resolved
	plugins   string // the plugins folder, links resolved
	settings  Settings
	markets   map[string]market
}

func (r reader) installed(key string, several []installation) Plugin {
	plugin := Plugin{}
	plugin.Name, plugin.Market = splitKey(key)
	chosen, ok := r.choose(several)
	if !ok {
		plugin.Why = "installed for another project"
		return plugin
	}
	plugin.Version = chosen.Version
	path, why := r.locate(plugin, chosen)
	if why != "" {
		plugin.Why = why
		return plugin
	}
	return r.complete(plugin, path)
}

// complete reads the manifest and applies the settings.
func (r reader) complete(plugin Plugin, path string) Plugin {
	plugin.Path = path
	found, ok := readManifest(path)
	if !ok {
		var err error
		found, err = readListed(r.markets[plugin.Market].location(), plugin.Name)
		ok = err == nil
	}
	if !ok && !isDir(filepath.Join(path, "skills")) && !isDir(filepath.Join(path, "commands")) {
		plugin.Why = "manifest missing"
		return plugin
	}
	if !ok {
		found.defaultEnabled = true // the client runs a folder of the usual shape without one
	}
	plugin.Version = cmp.Or(found.version, plugin.Version)
	plugin.Skills, plugin.Commands = found.folders(path)
	plugin.Enabled, plugin.Why = r.enabled(plugin.Key(), found.defaultEnabled)
	return plugin
}

func (r reader) enabled(key string, byDefault bool) (bool, string) {
	entry, set := r.settings.EnabledPlugins[key]
	switch {
	case set && entry.On:
		return true, "enabled in " + entry.Layer + " settings"
	case set:
		return false, "disabled in " + entry.Layer + " settings"
	case byDefault:
		return true, "enabled by default: no settings name it"
	}
	return false, "disabled by default in its manifest"
}

// skillsDir returns the folders in the user's skills folder that are plugins.
func (r reader) skillsDir(looks *look.Looks) []Plugin {
	entries, _ := looks.ReadDir(r.home.Skills(), skillsMax) // of more only the first, as for their skills
	var all []Plugin
	skills := r.home.Skills() + string(filepath.Separator)
	for _, entry := range entries {
		path := skills + entry.Name() // filepath.Join would clean each of a thousand
		if !isFolder(looks, path+string(filepath.Separator)+".claude-plugin") || len(all) == pluginsMax {
			continue
		}
		plugin := Plugin{Name: entry.Name(), Market: SkillsDirMarket, Path: path, InSkills: true}
		if inside(real(path), real(string(r.home))) {
			found, _ := readManifest(path)
			plugin.Name = cmp.Or(found.name, plugin.Name)
			plugin = r.complete(plugin, path)
		} else {
			plugin.Why = "path outside the client's folder"
		}
		all = append(all, plugin)
	}
	return all
}

func splitKey(key string) (name, market string) {
	if at := strings.LastIndexByte(key, '@'); at >= 0 {
		return key[:at], key[at+1:]
	}
	return key, ""
}
