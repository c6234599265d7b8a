package config

import (
	"errors"
	"fmt"
	"path/filepath"
)

// EnvHome names the variable that puts everything into one directory.
const EnvHome = envPrefix + "HOME"

// EnvPluginRoot names the variable by which the plugin's launcher tells where the
// plugin lies.
const EnvPluginRoot = envPrefix + "PLUGIN_ROOT"

// Paths are the places of everything on disk.
type Paths struct {
	Config  string `json:"config"` // config.yaml
	Rules   string `json:"rules"`  // directory of the user's rulesets
	StateDB string `json:"state_db"`
	IndexDB string `json:"index_db"`
	Vetted  string `json:"vetted"` // directory of WebAssembly modules that may run
	Cards   string `json:"cards"`  // directory of the user's own cards
	Models  string `json:"models"` // directory
	Log     string `json:"log"`
	Cache   string `json:"cache"` // directory
}

// Project places, relative to the folder that a workspace has for the client.
const (
	ProjectConfig = "impressionism/config.yaml"
	ProjectRules  = "impressionism/rules"
)

const appName = "impressionism"

// FindPaths returns the places for an environment. configDir (of --config-dir)
// may be empty; it moves configuration and rulesets only. Relative directories
// in XDG variables are ignored, as their specification wants. The error reports that no
// home is known, or that EnvHome is relative: each folder that a prompt is
// sent from would get databases of its own.
func FindPaths(environ map[string]string, goos, configDir string) (Paths, error) {
	config, data, cache := environ[EnvHome], environ[EnvHome], ""
	if config != "" && !filepath.IsAbs(config) {
		return Paths{}, fmt.Errorf("find places of files: %s is %.200q, which is relative; set it to an absolute path", EnvHome, config)
	}
	if config != "" {
		cache = filepath.Join(config, "cache")
	} else {
		base, err := baseDirs(environ, goos)
		if err != nil && configDir == "" {
			return Paths{}, err
		}
		if err != nil { // one directory is known: all goes there
			base = directories{configDir, configDir, filepath.Join(configDir, "cache")}
		}
		config, data, cache = base.config, base.data, base.cache
	}
	if configDir != "" {
		config = configDir
	}
	return Paths{
		Config:  filepath.Join(config, "config.yaml"),
		Rules:   filepath.Join(config, "rules"),
		StateDB: filepath.Join(data, "state.db"),
		IndexDB: filepath.Join(data, "index.db"),
		Vetted:  filepath.Join(data, "vetted"),
		Cards:   filepath.Join(data, "cards"),
		Models:  filepath.Join(data, "models"),
		Log:     filepath.Join(data, "log"),
		Cache:   cache,
	}, nil
}

type directories struct{ config, data, cache string }

// baseDirs follows XDG everywhere, macOS included: there too people look for a
// command's files in ~/.config. Windows has its own places.
func baseDirs(environ map[string]string, goos string) (directories, error) {
	home := environ["HOME"]
	fallback := directories{
		filepath.Join(home, ".config"), filepath.Join(home, ".local", "share"), filepath.Join(home, ".cache"),
	}
	if goos == "windows" {
		home = environ["USERPROFILE"]
		roaming, local := environ["APPDATA"], environ["LOCALAPPDATA"]
		if roaming == "" {
			roaming = filepath.Join(home, "AppData", "Roaming")
		}
		if local == "" {
			local = filepath.Join(home, "AppData", "Local")
		}
		fallback = directories{roaming, local, local}
	}
	pick := func(variable, otherwise string) string {
		if dir := environ[variable]; filepath.IsAbs(dir) {
			return filepath.Join(dir, appName)
		}
		return filepath.Join(otherwise, appName)
	}
	found := directories{
		pick("XDG_CONFIG_HOME", fallback.config), pick("XDG_DATA_HOME", fallback.data), pick("XDG_CACHE_HOME", fallback.cache),
	}
	if goos == "windows" {
		found.cache = filepath.Join(pick("XDG_CACHE_HOME", fallback.cache), "cache")
	}
	if !filepath.IsAbs(found.config) || !filepath.IsAbs(found.data) || !filepath.IsAbs(found.cache) {
		return directories{}, errors.New("find places of files: no home directory is known; set HOME or " + EnvHome)
	}
	return found, nil
}
