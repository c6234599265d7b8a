package main

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// app is one run of the program: what it was given, and what it read of it.
type app struct {
	kinds       catalog.Kinds // of items
	environ     []string
	in          io.Reader
	out, errOut io.Writer // nothing hidden gets through them, wherever it comes from
	rawOut      io.Writer // for bytes that are no text
	rawErr      io.Writer // for bars, which move the cursor
	started     time.Time
	now         func() time.Time
	worked      func() time.Duration // processor time since the event began; nil: not known
	cwd         string
	executable  string // path of this program; empty where it is not known

	served    *client.Client    // --client; nil: the first
	configDir string            // --config-dir
	settings  map[string]string // --set key=value
	json      bool              // --json
	done      []step            // by commands that do something

	paths      config.Paths
	modules    *modules
	loaded     *config.Loaded
	unhurried  bool           // no prompt waits: a copied model may be read and accepted
	exactModel bool           // a flag names the model: none stands in for it
	trusted    *engine.Frozen // the project's rulesets, where the user trusts them as they are
}

// step is one that a command took.
type step struct{ action, kind, id, path string }

// client is the client that this run serves.
func (a *app) client() client.Client {
	if a.served == nil {
		return all.Clients()[0]
	}
	return *a.served
}

// chooseClient reads --client.
func (a *app) chooseClient(id string) error {
	served, err := all.Find(id)
	a.served = &served
	return err
}

// variable looks up a variable of the client, which may have none for that.
func (a *app) variable(name string) string {
	if name == "" {
		return ""
	}
	return a.lookup(name)
}

// sessionID is the session that this program runs in, empty outside of one.
func (a *app) sessionID() string { return a.variable(a.client().Variables.Session) }

// projectConfig is the file of a project's settings.
func (a *app) projectConfig(workspace string) string {
	return filepath.Join(workspace, a.client().Places.Project, filepath.FromSlash(config.ProjectConfig))
}

// projectRules is the folder of a project's rulesets.
func (a *app) projectRules(workspace string) string {
	return filepath.Join(workspace, a.client().Places.Project, filepath.FromSlash(config.ProjectRules))
}

// configure reads the layers for a workspace. Nothing in them can keep a prompt
// from its answer: problems are told and the other layers count.
func (a *app) configure(workspace string) error {
	if a.configDir != "" && !filepath.IsAbs(a.configDir) {
		a.configDir = filepath.Join(a.cwd, a.configDir)
	}
	paths, err := config.FindPaths(a.environMap(), runtime.GOOS, a.configDir)
	if err != nil {
		return err
	}
	a.paths = paths
	sources := config.Sources{UserFile: paths.Config, Environ: a.environ, Flags: a.settings, Lines: suggest.Marks(a.kinds)}
	if workspace != "" {
		sources.ProjectFile = a.projectConfig(workspace)
	}
	a.loaded, a.trusted = config.Load(sources), nil
	return nil
}

// warn tells people of what was wrong with the configuration.
func (a *app) warn() {
	for _, problem := range a.loaded.Errors {
		fmt.Fprintln(a.errOut, "impressionism: warning:", problem)
	}
	for _, problem := range a.loaded.Warnings {
		fmt.Fprintln(a.errOut, "impressionism: warning:", problem)
	}
}

func (a *app) environMap() map[string]string {
	variables := make(map[string]string, len(a.environ))
	for _, entry := range a.environ {
		name, value, _ := strings.Cut(entry, "=")
		variables[name] = value
	}
	return variables
}
