// Package env holds the inputs of one run of a program: its environment, clock and
// streams, its paths and the configuration that it read. It must not know what the
// program does, nor anything that only commands of people need, such as cobra.
package env

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/code"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/visible"
)

// Env is one run of the program: its inputs, and the configuration read from them.
type Env struct {
	Kinds       catalog.Kinds // of items
	told        catalog.Kinds // see ToldKinds
	Environ     []string
	In          io.Reader
	Out, ErrOut io.Writer // nothing hidden gets through them, wherever it comes from
	RawOut      io.Writer // for bytes that are no text
	RawErr      io.Writer // for bars, which move the cursor
	Started     time.Time
	Now         func() time.Time
	Worked      func() time.Duration // processor time since the event began; nil: not known
	Dir         string
	Project     string // the folder whose settings and rulesets count in Dir; empty: Dir itself
	Executable  string // path of this program; empty where it is not known

	Served    *client.Client    // --client; nil: the first
	ConfigDir string            // --config-dir
	Settings  map[string]string // --set key=value
	JSON      bool              // --json
	ReadOnly  bool              // databases are opened to be looked at, and nothing is mended
	Typed     bool              // a person typed this command into a session of the client, as a hook has seen
	Done      []Step            // by commands that do something
	Embedders *embedding.Kept   // of a process that runs commands again and again; nil: each run opens its own

	Paths       config.Paths
	Modules     *modules.Modules
	Loaded      *config.Loaded
	AcceptModel func(ctx context.Context, dir, name string) error // reads a copied model and accepts it; nil where a prompt waits
	ExactModel  bool                                              // a flag names the model: none stands in for it
	Trusted     *engine.Frozen                                    // the project's rulesets, where the user trusts them as they are
}

// Of returns what this process was given, for a program that knows these kinds of items.
// Its output passes nothing hidden on.
func Of(kinds catalog.Kinds, environ []string, in io.Reader, out, errOut io.Writer, started time.Time) *Env {
	e := &Env{
		Kinds: kinds, Environ: environ, In: in, Out: visible.NewWriter(out), ErrOut: visible.NewWriter(errOut), RawOut: out, RawErr: errOut,
		Started: started, Now: time.Now, Worked: ProcessorTime,
	}
	e.Modules = modules.New(&e.Paths)
	if dir, err := os.Getwd(); err == nil {
		e.Dir = dir
	}
	if path, err := os.Executable(); err == nil {
		e.Executable = path
	}
	return e
}

// Again returns a run of its own with the same inputs, whose output goes elsewhere. Nobody
// can be asked in it.
func (e *Env) Again(out, errOut io.Writer) *Env {
	again := Of(e.Kinds, e.Environ, strings.NewReader(""), out, errOut, e.Now())
	again.Now, again.Dir, again.Executable = e.Now, e.Dir, e.Executable
	again.Served, again.ConfigDir, again.Settings = e.Served, e.ConfigDir, maps.Clone(e.Settings)
	return again
}

// Step is one that a command took.
type Step struct{ Action, Kind, ID, Path string }

// Client is the client that this run serves.
func (e *Env) Client() client.Client {
	if e.Served == nil {
		return all.Clients()[0]
	}
	return *e.Served
}

// Manifests are the paths of a plugin's manifest, with slashes and relative to the plugin,
// of all clients: an archive serves every one.
func Manifests() []string {
	var paths []string
	for _, c := range all.Clients() {
		if c.Places.Manifest != "" {
			paths = append(paths, c.Places.Manifest)
		}
	}
	return paths
}

// OneClient reports whether the program serves one client alone.
func OneClient() bool { return len(all.Clients()) == 1 }

// ChooseClient reads --client.
func (e *Env) ChooseClient(id string) error {
	served, err := all.Find(id)
	if err == nil {
		e.Served = &served
	}
	return err
}

// Variable looks up a variable of the client, which may have none for that.
func (e *Env) Variable(name string) string {
	if name == "" {
		return ""
	}
	return e.Lookup(name)
}

// SessionID is the session that this program runs in, empty outside of one.
func (e *Env) SessionID() string { return e.Variable(e.Client().Variables.Session) }

// RunByTool reports whether a tool of a session runs this program: then nobody typed what an event
// says, for the client's own hooks are no tool's.
func (e *Env) RunByTool() bool { return e.Variable(e.Client().Variables.Tool) != "" }

// InSession reports whether a session of the client started this run, other than for a command
// that a hook has seen a person type: then nobody's yes can be heard here.
func (e *Env) InSession() bool {
	return !e.Typed && (e.SessionID() != "" || e.Variable(e.Client().Variables.Running) != "" || e.RunByTool())
}

// ProjectConfig is the file of a project's settings.
func (e *Env) ProjectConfig(workspace string) string {
	return filepath.Join(cmp.Or(e.Project, workspace), e.Client().Places.Project, filepath.FromSlash(config.ProjectConfig))
}

// Folders are the client's, as settings have them.
func (e *Env) Folders() config.Folders {
	places := e.Client().Places
	return config.Folders{Project: places.Project, Skills: places.SkillFolders()}
}

// ProjectRules is the folder of a project's rulesets.
func (e *Env) ProjectRules(workspace string) string {
	return filepath.Join(cmp.Or(e.Project, workspace), e.Client().Places.Project, filepath.FromSlash(config.ProjectRules))
}

// ToldKinds are the kinds of what may be told: those of items, and places of the sources, which
// are found and never listed.
func (e *Env) ToldKinds() catalog.Kinds {
	if e.told == nil {
		e.told = append(slices.Clone(e.Kinds), code.Kind)
	}
	return e.told
}

// Configure reads the layers for a workspace. Nothing in them can keep a prompt
// from its answer: problems are told and the other layers count.
func (e *Env) Configure(workspace string) error {
	if e.ConfigDir != "" && !filepath.IsAbs(e.ConfigDir) {
		e.ConfigDir = filepath.Join(e.Dir, e.ConfigDir)
	}
	paths, err := config.FindPaths(e.EnvironMap(), runtime.GOOS, e.ConfigDir)
	if err != nil {
		return err
	}
	e.Paths = paths
	e.groupTools(workspace)
	sources := config.Sources{UserFile: paths.Config, Environ: e.Environ, Flags: e.Settings, Folders: e.Folders(), Lines: suggest.Marks(e.ToldKinds())}
	if workspace != "" {
		sources.ProjectFile = e.ProjectConfig(workspace)
	}
	e.Loaded, e.Trusted = config.Load(sources), nil
	return nil
}

// groupTools has tools grouped by the servers of the lists that there are, which are read once,
// when an id alone does not tell its server.
func (e *Env) groupTools(workspace string) {
	dir := e.Paths.Tools
	group := tool.Grouped(sync.OnceValue(func() []string { return tool.Prefixes(dir, workspace) }))
	e.Kinds, e.told = slices.Clone(e.Kinds), nil
	for i := range e.Kinds {
		if e.Kinds[i].Name == tool.Kind.Name {
			e.Kinds[i].Group = group
		}
	}
}

// Warn prints the problems of the configuration.
func (e *Env) Warn() {
	for _, problem := range e.Loaded.Errors {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", problem)
	}
	for _, problem := range e.Loaded.Warnings {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", problem)
	}
}

// EnvironMap returns the environment by the names of its variables.
func (e *Env) EnvironMap() map[string]string {
	variables := make(map[string]string, len(e.Environ))
	for _, entry := range e.Environ {
		name, value, _ := strings.Cut(entry, "=")
		variables[name] = value
	}
	return variables
}

// Did records a step that a command took, for --json.
func (e *Env) Did(action, kind, id, path string) {
	e.Done = append(e.Done, Step{Action: action, Kind: kind, ID: id, Path: path})
}

// ParseSettings reads the values of --set, each key=value.
func (e *Env) ParseSettings(settings []string) error {
	if e.Settings == nil {
		e.Settings = map[string]string{}
	}
	for _, setting := range settings {
		key, value, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("--set wants key=value, as in --set suggest.max=1; got %q", setting)
		}
		e.Settings[key] = value
	}
	return nil
}

// Ready configures for the current workspace and prints the problems.
func (e *Env) Ready() error {
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return err
	}
	for _, problem := range append(e.Loaded.Errors, e.Loaded.Warnings...) {
		if problem.OfFlag() {
			return fmt.Errorf("%w; see: impressionism config show", problem)
		}
	}
	if info, err := os.Stat(e.ConfigDir); e.ConfigDir != "" && (err != nil || !info.IsDir()) {
		fmt.Fprintf(e.ErrOut, "impressionism: warning: --config-dir %s is no folder, so defaults count\n", e.ConfigDir)
	}
	e.Warn()
	return nil
}

// Lookup finds a variable of the environment; one that is not set is as one that is empty.
func (e *Env) Lookup(name string) string {
	value, _ := e.LookupSet(name)
	return value
}

// LookupSet finds a variable of the environment, and whether it is set.
func (e *Env) LookupSet(name string) (value string, set bool) {
	for _, entry := range e.Environ {
		if value, set = strings.CutPrefix(entry, name+"="); set {
			return value, true
		}
	}
	return "", false
}
