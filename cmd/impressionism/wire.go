package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// shippedKinds are the kinds of items that the program knows, in order of precedence.
func shippedKinds() catalog.Kinds { return catalog.Kinds{skill.Kind, command.Kind} }

// wire puts the parts together for one workspace. The model is left out: who
// needs it adds it.
func (a *app) wire(workspace string, sessions *session.Store) *respond.Responder {
	c := a.loaded.Config
	pools := a.pools()
	return &respond.Responder{
		Pools:     pools,
		Sessions:  sessions,
		OpenIndex: a.openIndex,
		List:      a.listUntil,
		Beneath:   a.beneath,
		Load:      a.kinds.Load,
		Engine:    a.engine(workspace),
		Recipe:    pools.Default,
		Now:       a.now,
		Redact:    redact.Text,
		Settings: respond.Settings{
			Settings:   a.decisions(workspace),
			Own:        pluginName + ":",
			Shadows:    c.ShadowRulesets,
			Policy:     a.policy(),
			Workers:    runtime.NumCPU(),
			KeepFor:    time.Duration(c.Retention.Days) * 24 * time.Hour,
			KeepBytes:  int64(c.Retention.Megabytes) << 20,
			KeepTraces: c.Retention.Traces,
		},
	}
}

// decisions are the settings that decisions in a workspace need.
func (a *app) decisions(workspace string) decide.Settings {
	c := a.loaded.Config
	return decide.Settings{
		Kinds:          a.kinds,
		Rulesets:       c.ActiveRuleset,
		OnRulesetError: c.OnRulesetError,
		Params:         a.parameter,
		Budgets:        abi.Budgets(c.Budgets),
		Suggest:        suggest.Limits{Max: c.Suggest.Max, Chars: c.Suggest.Chars, DescriptionChars: c.Suggest.DescriptionChars, Margin: c.Suggest.Margin},
		Templates:      a.templates(),
		FirmAbove:      c.Suggest.FirmAbove,
		Wishes:         wish.Wishes(a.loaded.Wishes()),
		ProjectWishes:  a.projectWishes(workspace),
		Home:           a.userDir(),
		Notify:         c.Suggest.Notify,
		RetellPrompts:  c.Suggest.RepeatAfterPrompts,
	}
}

// projectWishes are hints for one workspace, and none where events are of others.
func (a *app) projectWishes(workspace string) wish.Wishes {
	if workspace == "" {
		return wish.Wishes{}
	}
	return wish.Wishes(a.loaded.ProjectWishes)
}

// policy says what of an event is stored.
func (a *app) policy() session.Policy {
	c := a.loaded.Logging
	return session.Policy{PreviewChars: c.PreviewChars, ToolUse: c.ToolUse, ToolFields: c.ToolFields, Used: a.kinds.Used}
}

// templates are the user's words, where there are some, and ours.
func (a *app) templates() suggest.Templates {
	served := a.client()
	ours := suggest.DefaultTemplates(a.kinds).With(served.Phrases.Templates)
	if a.variable(served.Variables.PluginRoot) != "" { // the client sets it for hooks of a plugin
		ours["notice"] = suggest.NoticeInPlugin
	}
	return ours.With(a.loaded.Suggest.Templates)
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
	if a.trusted != nil && a.trusted.Path() == a.projectRules(workspace) {
		places.Trusted = a.trusted
	}
	return &engine.Engine{
		Set:      engine.Find(places),
		Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": a.modules.Start},
		Check:    schemas.CheckDecision,
	}
}

// list finds a workspace's items.
func (a *app) list(workspace string) catalog.Listing {
	return a.listUntil(context.Background(), workspace)
}

func (a *app) listUntil(ctx context.Context, workspace string) catalog.Listing {
	return source.List(ctx, a.places(workspace))
}

// beneath adds to a listing what waited for files that a session touched.
func (a *app) beneath(ctx context.Context, listing catalog.Listing, touched []string) catalog.Listing {
	return source.Beneath(ctx, a.places(listing.Workspace), listing, touched)
}

// listWhole is list with the items in all folders below the workspace, which wait for files.
func (a *app) listWhole(ctx context.Context, workspace string) catalog.Listing {
	return source.Below(ctx, a.places(workspace), a.listUntil(ctx, workspace))
}

// listTouched is list as it is in a session that touched files.
func (a *app) listTouched(workspace string, touched []string) catalog.Listing {
	if len(touched) == 0 {
		return a.list(workspace)
	}
	return a.beneath(context.Background(), a.list(workspace), touched)
}

// listHere is list as it is in the session that runs this, else in the workspace's newest.
func (a *app) listHere(ctx context.Context, workspace string) catalog.Listing {
	listing, touched := a.listUntil(ctx, workspace), a.touchedHere(workspace)
	if len(touched) == 0 {
		return listing
	}
	return a.beneath(ctx, listing, touched)
}

// touchedHere are the files that this session touched. A state.db that cannot be read
// costs what waits for them, and no search.
func (a *app) touchedHere(workspace string) []string {
	touched, err := a.touchedIn(workspace, a.sessionID(), "")
	if err != nil {
		return nil
	}
	return touched
}

// places says where items are looked for.
func (a *app) places(workspace string) source.Config {
	c := a.loaded.Indexing
	return source.Config{
		Kinds:  a.kinds,
		Client: a.client().Places, Home: a.clientHome(), UserDir: a.userDir(), Workspace: workspace,
		Directories: c.Directories, Patterns: c.Patterns, Ignore: c.Ignore,
		SkillsDir: a.lookup("IMPRESSIONISM_SKILLS_DIR"),
	}
}

// clientHome is where the client keeps its files.
func (a *app) clientHome() string {
	return a.client().Places.Home(a.variable, a.userDir())
}

// userDir is the user's home.
func (a *app) userDir() string {
	if runtime.GOOS == "windows" {
		return a.lookup("USERPROFILE")
	}
	return a.lookup("HOME")
}

// openIndex opens the index, as far as it can be: to write, to read, or one in memory
// that is filled anew.
func (a *app) openIndex() (*index.Index, error) {
	x, err := index.Open(a.paths.IndexDB)
	if !index.IsUnwritable(err) {
		return x, err
	}
	if x, why := index.OpenRead(a.paths.IndexDB); why == nil {
		return x, nil
	}
	return index.OpenMemory(err)
}

// openSessions opens state.db. A damaged file is moved aside and what can be
// read of it is kept, if there is time for that; the string then says so.
func (a *app) openSessions(busy time.Duration, maySalvage bool) (*session.Store, string, error) {
	options := session.Options{Busy: busy}
	store, err := session.Open(a.paths.StateDB, options)
	if session.IsUnwritable(err) {
		if store, why := session.Open(a.paths.StateDB, session.Options{Busy: busy, ReadOnly: true}); why == nil {
			return store, "", nil
		}
	}
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
