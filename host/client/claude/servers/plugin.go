package servers

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/lenient"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/foreign"
)

// pluginBytesMax bounds each file of a plugin that names servers.
const pluginBytesMax = 256 << 10

// pluginFilesMax bounds how many files a plugin's manifest may name.
const pluginFilesMax = 32

// plugins returns the servers of plugins. Those of a plugin that is off are off.
func (r *reader) plugins() []entry {
	installed := r.Installed
	if installed == nil {
		settings := plugins.LoadSettings(r.home(), r.Managed, r.Workspace)
		installed, _ = plugins.Installed(r.home(), r.Workspace, settings, nil) // the settings' own reader warns
	}
	var all []entry
	for _, plugin := range installed {
		if plugin.Path == "" || plugin.Name == ourName {
			continue
		}
		base := r.base(client.ScopePlugin, "")
		base.Plugin, base.folder = plugin.Key(), plugin.Path
		base.set(client.ServerRuns, "its plugin is "+plugin.Why)
		if !plugin.Enabled {
			base.State = client.ServerOff
		}
		all = append(all, r.pluginServers(base)...)
	}
	return all
}

// pluginServers reads a plugin's .mcp.json and manifest. Of one name, the manifest's counts.
func (r *reader) pluginServers(base entry) []entry {
	var all []entry
	named := map[string]bool{}
	add := func(file string, servers lenient.Object) {
		base.File = file
		for _, e := range r.decode(servers, base) {
			if !named[e.Name] {
				named[e.Name] = true
				all = append(all, e)
			}
		}
	}
	manifest := filepath.Join(base.folder, ".claude-plugin", "plugin.json")
	file := r.pluginObject(manifest)
	values := []json.RawMessage{file["mcpServers"]}
	if several, ok := lenient.Get[[]json.RawMessage](file, "mcpServers", lenient.Ignore); ok {
		values = several[:min(len(several), pluginFilesMax)]
	}
	for i := len(values) - 1; i >= 0; i-- { // of several with one name, the client takes the last
		one := lenient.Object{"mcpServers": values[i]}
		if path, ok := lenient.Get[string](one, "mcpServers", lenient.Ignore); ok {
			if named, servers := r.pluginFile(base.folder, path); servers != nil {
				add(named, servers)
			}
			continue
		}
		servers, _ := lenient.Get[lenient.Object](one, "mcpServers", r.warner(manifest))
		add(manifest, servers)
	}
	own, servers := r.pluginFile(base.folder, "./"+mcpFile)
	add(own, servers)
	return all
}

// pluginFile reads a file of servers within a plugin: under "mcpServers", or the servers
// alone.
func (r *reader) pluginFile(folder, name string) (path string, servers lenient.Object) {
	local := filepath.FromSlash(strings.TrimPrefix(name, "./"))
	path = filepath.Join(folder, local)
	if !filepath.IsLocal(local) || filepath.Ext(local) != ".json" {
		r.warn(path, "none of its servers counts: it is no .json file within its plugin")
		return path, nil
	}
	file := r.pluginObject(path)
	if _, ok := file["mcpServers"]; !ok {
		return path, file
	}
	servers, _ = lenient.Get[lenient.Object](file, "mcpServers", r.warner(path))
	return path, servers
}

func (r *reader) pluginObject(path string) lenient.Object {
	file, err := lenient.Read(path, pluginBytesMax)
	if err != nil {
		r.warn(path, "none of its servers counts: "+foreign.Reason(err)+"; update the plugin")
	}
	return file
}

// dataFolder is where a plugin may keep what is its own.
func (r *reader) dataFolder(key string) string {
	return filepath.Join(r.home().Plugins(), "data", plain(strings.Replace(key, "@", "-", 1)))
}
