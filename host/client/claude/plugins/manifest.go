package plugins

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest is what we need of plugin.json, or of a plugin's entry in its
// market's list, which may stand in for it.
type manifest struct {
	name           string
	version        string
	source         string // in a market's list: the plugin's folder, relative to the market
	skills         []string
	commands       []string
	defaultEnabled bool
	own            bool // it is the plugin's own plugin.json
}

func readManifest(plugin string) (manifest, bool) {
	file, err := readObject(filepath.Join(plugin, ".claude-plugin", "plugin.json"), fileBytesMax)
	if err != nil || file == nil {
		return manifest{}, false
	}
	parsed := decodeManifest(file)
	parsed.own = true
	return parsed, true
}

// VersionOf is the version that the manifest in a plugin's folder names; empty where
// there is none.
func VersionOf(plugin string) string {
	parsed, _ := readManifest(plugin)
	return parsed.version
}

// errUnlisted: a market's list does not name the plugin.
var errUnlisted = errors.New("its marketplace does not list it")

// readListed returns a plugin's entry in .claude-plugin/marketplace.json. The error is errUnlisted,
// fs.ErrNotExist where there is no list, or a *fs.PathError where it cannot be read.
func readListed(market, name string) (manifest, error) {
	if market == "" {
		return manifest{}, fs.ErrNotExist
	}
	file, err := readObject(filepath.Join(market, ".claude-plugin", "marketplace.json"), fileBytesMax)
	switch {
	case err != nil:
		return manifest{}, err
	case file == nil:
		return manifest{}, fs.ErrNotExist
	}
	entries, _ := get[[]object](file, "plugins", ignore)
	for _, entry := range entries {
		listed := decodeManifest(entry)
		if listed.name != name {
			continue
		}
		metadata, _ := get[object](file, "metadata", ignore)
		if root, ok := get[string](metadata, "pluginRoot", ignore); ok && isBare(listed.source) {
			listed.source = root + "/" + listed.source
		}
		return listed, nil
	}
	return manifest{}, errUnlisted
}

// isBare reports whether a source is a name alone, which the client takes to be below
// metadata.pluginRoot; paths such as "./name" are below the market's own folder.
func isBare(source string) bool {
	return source != "" && source != "." && source != ".." && !strings.Contains(source, "/")
}

func decodeManifest(file object) manifest {
	parsed := manifest{defaultEnabled: true, skills: paths(file, "skills"), commands: paths(file, "commands")}
	parsed.name, _ = get[string](file, "name", ignore)
	parsed.version, _ = get[string](file, "version", ignore)
	parsed.source, _ = get[string](file, "source", ignore)
	if on, ok := get[bool](file, "defaultEnabled", ignore); ok {
		parsed.defaultEnabled = on
	}
	return parsed
}

// paths reads a field that is one path or a list of them.
func paths(file object, key string) []string {
	if one, ok := get[string](file, key, ignore); ok {
		return []string{one}
	}
	several, _ := get[[]json.RawMessage](file, key, ignore)
	var all []string
	for _, raw := range several {
		if path, ok := get[string](object{key: raw}, key, ignore); ok {
			all = append(all, path)
		}
	}
	return all
}

// folders returns the skill folders and command folders or files of a plugin:
// the usual ones, and those that its manifest names inside it. A market's entry
// that names skills means only these: several plugins may share one folder.
func (m manifest) folders(plugin string) (skills, commands []string) {
	if m.own || len(m.skills) == 0 {
		skills = []string{filepath.Join(plugin, "skills")}
	}
	skills = appendInside(skills, plugin, m.skills)
	commands = appendInside([]string{filepath.Join(plugin, "commands")}, plugin, m.commands)
	return skills, commands
}

// pathsMax bounds the folders and files that a manifest names.
const pathsMax = 256

func appendInside(dirs []string, plugin string, paths []string) []string {
	for _, path := range paths[:min(len(paths), pathsMax)] {
		local := filepath.Clean(filepath.FromSlash(path))
		if !filepath.IsLocal(local) {
			continue
		}
		dir := filepath.Join(plugin, local)
		if _, err := os.Stat(dir); err == nil && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
