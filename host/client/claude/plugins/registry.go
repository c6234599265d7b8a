package plugins

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// installation is one entry of installed_plugins.json.
type installation struct {
	Scope       string `json:"scope"`
	InstallPath string `json:"installPath"`
	Version     string `json:"version"`
	ProjectPath string `json:"projectPath"`
}

// readInstalled returns the installations by "name@market". Version 2 of the file
// holds a list for each, older ones a single object.
func readInstalled(home Home, warn func(string)) map[string][]installation {
	path := filepath.Join(home.Plugins(), "installed_plugins.json")
	file, err := readObject(path, fileBytesMax)
	if err != nil {
		warn(err.Error())
		return nil
	}
	return decodeInstalled(file, func(text string) { warn(path + ": " + text) })
}

func decodeInstalled(file object, warn func(string)) map[string][]installation {
	entries, _ := get[object](file, "plugins", warn)
	installed := make(map[string][]installation, len(entries))
	for _, key := range entries.Keys() {
		if strings.HasPrefix(string(entries[key]), "{") {
			if one, ok := get[installation](entries, key, warn); ok {
				installed[key] = []installation{one}
			}
			continue
		}
		several, _ := get[[]json.RawMessage](entries, key, warn)
		for _, each := range several {
			if one, ok := get[installation](object{key: each}, key, warn); ok {
				installed[key] = append(installed[key], one)
			}
		}
	}
	return installed
}

// market is one entry of known_marketplaces.json.
type market struct {
	Source struct {
		Source string `json:"source"`
		Path   string `json:"path"`
	} `json:"source"`
	InstallLocation string `json:"installLocation"`
}

// directory is the folder from which the client runs this market's plugins;
// empty for markets that are copied.
func (m market) directory() string {
	if m.Source.Source == "directory" && filepath.IsAbs(m.Source.Path) {
		return filepath.Clean(m.Source.Path)
	}
	return ""
}

// location is where the market's own list of plugins lies; it may be empty.
func (m market) location() string {
	if dir := m.directory(); dir != "" {
		return dir
	}
	return m.InstallLocation
}

func readMarkets(home Home, warn func(string)) map[string]market {
	path := filepath.Join(home.Plugins(), "known_marketplaces.json")
	file, err := readObject(path, fileBytesMax)
	if err != nil {
		warn(err.Error())
		return nil
	}
	markets := make(map[string]market, len(file))
	for _, name := range file.Keys() {
		if one, ok := get[market](file, name, func(text string) { warn(path + ": " + text) }); ok {
			markets[name] = one
		}
	}
	return markets
}
