package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/lua"
	"github.com/ed-irl/impressionism/host/onnx"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/source"
	"github.com/ed-irl/impressionism/host/sqlite"
	"github.com/ed-irl/impressionism/host/suggest"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// wire puts the parts together for one workspace. The model is left out: who
// needs it adds it.
func (a *app) wire(workspace string, sessions *session.Store) *host.Host {
	c := a.loaded.Config
	return &host.Host{
		Sessions:  sessions,
		OpenIndex: func() (*index.Index, error) { return index.Open(a.paths.IndexDB) },
		List:      a.list,
		Load:      source.Load,
		Engine:    a.engine(workspace),
		Recipe:    a.recipe(),
		Now:       a.now,
		Settings: host.Settings{
			Own:            pluginName + ":",
			Ruleset:        c.ActiveRuleset,
			OnRulesetError: c.OnRulesetError,
			Shadows:        c.ShadowRulesets,
			Params:         a.parameter,
			Budgets:        abi.Budgets(c.Budgets),
			Policy:         session.Policy{PreviewChars: c.Logging.PreviewChars, ToolUse: c.Logging.ToolUse, ToolFields: c.Logging.ToolFields},
			Suggest:        suggest.Limits{Max: c.Suggest.Max, Chars: c.Suggest.Chars, DescriptionChars: c.Suggest.DescriptionChars, Margin: c.Suggest.Margin},
			Templates:      suggest.DefaultTemplates().With(c.Suggest.Templates),
			FirmAbove:      c.Suggest.FirmAbove,
			Notify:         c.Suggest.Notify,
			RetellPrompts:  c.Suggest.RepeatAfterPrompts,
			Workers:        runtime.NumCPU(),
			KeepFor:        time.Duration(c.Retention.Days) * 24 * time.Hour,
			KeepBytes:      int64(c.Retention.Megabytes) << 20,
			KeepTraces:     c.Retention.Traces,
		},
	}
}

// parameter gives what somebody set. The defaults of the configuration are
// there to be read; a ruleset's own manifest has the ones that count for it.
func (a *app) parameter(ruleset, name string) (any, bool) {
	value, layer, ok := a.loaded.Parameter(ruleset, name)
	return value, ok && layer != config.LayerDefault
}

// engine knows the built-ins, the user's rulesets and, once trusted, the
// project's.
func (a *app) engine(workspace string) *engine.Engine {
	places := engine.Places{Builtin: builtin.FS, User: a.paths.Rules, Product: version}
	if a.projectTrusted {
		places.Project = projectRules(workspace)
	}
	return &engine.Engine{
		Set:      engine.Find(places),
		Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": a.modules.Start},
		Check:    schemas.CheckDecision,
	}
}

func projectRules(workspace string) string {
	return filepath.Join(workspace, ".claude", "impressionism", "rules")
}

// list finds a workspace's items.
func (a *app) list(workspace string) catalog.Listing { return source.List(a.places(workspace)) }

// places says where items are looked for.
func (a *app) places(workspace string) source.Config {
	c := a.loaded.Indexing
	return source.Config{
		Home: a.clientHome(), UserDir: a.userDir(), Workspace: workspace,
		Directories: c.Directories, Patterns: c.Patterns, Ignore: c.Ignore,
		SkillsDir: a.lookup("IMPRESSIONISM_SKILLS_DIR"),
	}
}

// clientHome is where the client keeps its files.
func (a *app) clientHome() string {
	if dir := a.lookup("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	return filepath.Join(a.userDir(), ".claude")
}

// userDir is the user's home.
func (a *app) userDir() string {
	if runtime.GOOS == "windows" {
		return a.lookup("USERPROFILE")
	}
	return a.lookup("HOME")
}

// modelUse says what a model is opened for: queries and passages may have
// prefixes of their own, and a process of one query starts faster unprepared.
type modelUse struct {
	cold  bool
	embed func(*onnx.Embedder) func(string) ([]float32, error)
}

var (
	coldQueries = modelUse{true, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	queries     = modelUse{false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.EmbedQuery }}
	documents   = modelUse{false, func(e *onnx.Embedder) func(string) ([]float32, error) { return e.Embed }}
)

// model is the configured model, not yet open; nil where none is installed.
func (a *app) model(use modelUse) *host.Model {
	manifest, dir, err := a.installed()
	if isAbsent(err) {
		return nil
	}
	return host.NewModel(manifest.Identity(), func() (host.Embedder, error) {
		if err != nil {
			return host.Embedder{}, err
		}
		embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: manifest.ID, Cold: use.cold})
		if err != nil {
			return host.Embedder{}, err
		}
		return host.Embedder{Embed: use.embed(embedder)}, nil
	})
}

// isAbsent tells a model that was never installed from a damaged one.
func isAbsent(err error) bool {
	_, absent := errors.AsType[*onnx.NotInstalledError](err)
	return absent
}

// passages embeds for the index with the configured model; nil where none is
// installed.
func (a *app) passages() *host.Passages {
	manifest, _, err := a.installed()
	if err != nil {
		return nil
	}
	return &host.Passages{Model: manifest.Identity(), Open: func() *host.Model { return a.model(documents) }}
}

// recipe is that of the model in use: its gate belongs to one encoder.
func (a *app) recipe() *rank.Recipe {
	name := a.modelName()
	if manifest, err := onnx.Find(a.paths.Models, name); err == nil {
		name = manifest.ID
	}
	return rank.For(name)
}

const defaultModel = "all-MiniLM-L6-v2"

func (a *app) modelName() string {
	if name, ok := a.loaded.Parameters["embedding_model"].(string); ok {
		return name
	}
	return defaultModel
}

// openSessions opens state.db. A damaged file is moved aside and what can be
// read of it is kept, if there is time for that; the string then says so.
func (a *app) openSessions(busy time.Duration, maySalvage bool) (*session.Store, string, error) {
	options := session.Options{Busy: busy}
	store, err := session.Open(a.paths.StateDB, options)
	if !sqlite.IsCorrupt(err) {
		return store, "", err
	}
	if !maySalvage {
		return nil, "", fmt.Errorf("%w; it is mended when the next session starts, or by: impressionism status", err)
	}
	report, err := session.Salvage(a.paths.StateDB, a.now())
	if err != nil {
		return nil, "", err
	}
	store, err = session.Open(a.paths.StateDB, options)
	return store, report.String(), err
}

// workspaceOf gives the workspace of a directory: itself, made absolute.
func (a *app) workspaceOf(dir string) string {
	if dir == "" {
		dir = a.cwd
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.cwd, dir)
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return filepath.Clean(dir)
}
