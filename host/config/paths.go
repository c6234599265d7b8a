package config

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/host/config/folders"
)

// EnvHome names the variable that puts everything into one directory.
const EnvHome = folders.EnvHome

// EnvPluginRoot names the variable by which the plugin's launcher tells where the
// plugin lies.
const EnvPluginRoot = envPrefix + "PLUGIN_ROOT"

// Paths are the places of everything on disk.
type Paths struct {
	Config  string `json:"config"` // config.yaml
	Rules   string `json:"rules"`  // directory of the user's rulesets
	StateDB string `json:"state_db"`
	IndexDB string `json:"index_db"`
	Vetted  string `json:"vetted"`  // directory of WebAssembly modules that may run
	Cards   string `json:"cards"`   // directory of the user's own cards
	Tools   string `json:"tools"`   // directory of lists of the tools of MCP servers
	Code    string `json:"code"`    // directory of the indexes of projects' sources
	Lessons string `json:"lessons"` // directory of the user's lessons
	Reviews string `json:"reviews"` // directory with which lessons may be told, proposed ones and their changes
	Models  string `json:"models"`  // directory
	Log     string `json:"log"`
	Cache   string `json:"cache"` // directory
}

// Project places, relative to the folder that a workspace has for the client.
const (
	ProjectConfig = "impressionism/config.yaml"
	ProjectRules  = "impressionism/rules"

	ProjectLessons = "impressionism/lessons"
)

// FindPaths returns the places for an environment, see folders.Find. configDir (of
// --config-dir) may be empty; it moves configuration and rulesets only, and everything
// where no other folder is known.
func FindPaths(environ map[string]string, goos, configDir string) (Paths, error) {
	base, err := folders.Find(func(name string) string { return environ[name] }, goos)
	if err != nil && (configDir == "" || environ[EnvHome] != "") {
		return Paths{}, err
	}
	if err != nil { // one directory is known: all goes there
		base = folders.Folders{Config: configDir, Data: configDir, Cache: filepath.Join(configDir, "cache")}
	}
	if configDir != "" {
		base.Config = configDir
	}
	return Paths{
		Config:  filepath.Join(base.Config, "config.yaml"),
		Rules:   filepath.Join(base.Config, "rules"),
		StateDB: filepath.Join(base.Data, "state.db"),
		IndexDB: filepath.Join(base.Data, "index.db"),
		Vetted:  filepath.Join(base.Data, "vetted"),
		Cards:   filepath.Join(base.Data, "cards"),
		Tools:   filepath.Join(base.Data, "tools"),
		Code:    filepath.Join(base.Data, "code"),
		Lessons: filepath.Join(base.Config, "lessons"),
		Reviews: filepath.Join(base.Data, "reviews"),
		Models:  filepath.Join(base.Data, "models"),
		Log:     filepath.Join(base.Data, "log"),
		Cache:   base.Cache,
	}, nil
}
