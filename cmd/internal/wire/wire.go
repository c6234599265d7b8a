// Package wire puts the host's parts together for one run: host, engine, index, state.db,
// model and the items of a workspace, as the configuration in an env.Env has them. Hooks
// and commands share it, so it must not know cobra and it prints nothing but warnings.
package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonuse"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// ShippedKinds are the kinds of items that the program knows, in order of precedence.
func ShippedKinds() catalog.Kinds {
	return catalog.Kinds{skill.Kind, command.Kind, tool.Kind, lesson.Kind}
}

// Host puts the parts together for one workspace. The model is left out: who
// needs it adds it.
func Host(e *env.Env, workspace string, sessions *session.Store) *respond.Responder {
	c := e.Loaded.Config
	pools := Pools(e)
	settings := decisions(e, workspace)
	if c.Lessons.Rank == "seed" && sessions != nil {
		settings.Rankings = map[string]decide.Ranking{abi.KindLesson: lessonuse.Ranking(sessions, e.Now())}
	}
	return &respond.Responder{
		Pools:     pools,
		Sessions:  sessions,
		OpenIndex: func() (*index.Index, error) { return OpenIndex(e) },
		Project:   func(began, workspace string) string { return Project(e, began, workspace) },
		List:      func(ctx context.Context, workspace string) catalog.Listing { return ListUntil(ctx, e, workspace) },
		Beneath: func(ctx context.Context, listing catalog.Listing, touched []string) catalog.Listing {
			return beneath(ctx, e, listing, touched)
		},
		Code:   func(workspace string) decide.Code { return Code(e, workspace) },
		Load:   e.Kinds.Load,
		Cards:  Cards(e),
		Engine: Engine(e, workspace),
		Recipe: pools.Default,
		Now:    e.Now,
		Redact: redact.Text,
		Settings: respond.Settings{
			Settings:   settings,
			Own:        env.PluginName + ":",
			Shadows:    c.ShadowRulesets,
			Policy:     Policy(e),
			Workers:    runtime.NumCPU(),
			KeepFor:    time.Duration(c.Retention.Days) * 24 * time.Hour,
			KeepBytes:  int64(c.Retention.Megabytes) << 20,
			KeepTraces: c.Retention.Traces,
		},
	}
}

// decisions are the settings that decisions in a workspace need.
func decisions(e *env.Env, workspace string) decide.Settings {
	c := e.Loaded.Config
	return decide.Settings{
		Kinds:          bounded(e.ToldKinds(), c.Lessons),
		TellPlaces:     c.Code.Tell == "files",
		Rulesets:       c.ActiveRuleset,
		OnRulesetError: c.OnRulesetError,
		Params:         func(ruleset string, name string) (any, bool) { return Parameter(e, ruleset, name) },
		ParamsSet:      func() string { return parametersSet(e) },
		Budgets:        abi.Budgets(c.Budgets),
		Suggest:        suggest.Limits{Max: c.Suggest.Max, Chars: c.Suggest.Chars, DescriptionChars: c.Suggest.DescriptionChars, Margin: c.Suggest.Margin},
		Templates:      templates(e),
		FirmAbove:      c.Suggest.FirmAbove,
		Wishes:         wish.Wishes(e.Loaded.Wishes()),
		ProjectWishes:  projectWishes(e, workspace),
		Home:           e.UserDir(),
		Notify:         c.Suggest.Notify,
		RetellPrompts:  c.Suggest.RepeatAfterPrompts,
		Doubt:          decide.Doubt{From: c.Opinion.From, To: c.Opinion.To},
	}
}

// bounded returns the kinds with the settings' bounds on what is told of lessons.
func bounded(kinds catalog.Kinds, settings config.Lessons) catalog.Kinds {
	kinds = slices.Clone(kinds)
	for i := range kinds {
		kind := &kinds[i]
		if kind.Name != abi.KindLesson {
			continue
		}
		kind.Budget.SessionItems, kind.Budget.SessionChars = settings.SessionMax, settings.SessionChars
		if settings.AtStart == "off" {
			kind.AtStart = catalog.Budget{}
		}
		if !settings.AtFiles {
			kind.AtFile = catalog.Budget{}
		}
	}
	return kinds
}

// projectWishes are hints for one workspace, and none where events are of others.
func projectWishes(e *env.Env, workspace string) wish.Wishes {
	if workspace == "" {
		return wish.Wishes{}
	}
	return wish.Wishes(e.Loaded.ProjectWishes)
}

// Project is the folder of the project that a session is about, as an event leaves it: the one
// that the session began in, where what lies there counts in the event's folder, too. Who changes
// to a folder of a project has not left it; one with a repository of its own is another project.
func Project(e *env.Env, began, workspace string) string {
	if began == "" || began == workspace || !slices.Contains(e.Client().Places.Folders(workspace, env.Resolved(e.UserDir())), began) {
		return workspace
	}
	return began
}

// Policy returns what of an event is stored.
func Policy(e *env.Env) session.Policy {
	c := e.Loaded.Logging
	return session.Policy{PreviewChars: cmp.Or(c.PreviewChars, -1), ToolUse: c.ToolUse, ToolFields: c.ToolFields, Used: e.Kinds.Taken}
}

// templates are the user's words, where there are some, and ours.
func templates(e *env.Env) suggest.Templates {
	served := e.Client()
	ours := suggest.DefaultTemplates(e.ToldKinds()).With(served.Phrases.Templates)
	if e.Variable(served.Variables.PluginRoot) != "" { // the client sets it for hooks of a plugin
		ours["notice"] = suggest.NoticeInPlugin
	}
	return ours.With(e.Loaded.Suggest.Templates)
}

// Parameter returns what somebody set. The defaults of the configuration are
// there to be read; a ruleset's own manifest has the ones that count for it.
func Parameter(e *env.Env, ruleset, name string) (any, bool) {
	value, layer, ok := e.Loaded.Parameter(ruleset, name)
	return value, ok && layer != config.LayerDefault
}

// parametersSet writes what Parameter returns for each ruleset with values of its own, and for all
// others: a ruleset that decides may evaluate any.
func parametersSet(e *env.Env) string {
	set := map[string]any{}
	for _, id := range append(slices.Collect(maps.Keys(e.Loaded.Rulesets)), "") {
		for _, names := range []map[string]any{e.Loaded.Parameters, e.Loaded.Rulesets[id]} {
			for name := range names {
				if value, ok := Parameter(e, id, name); ok {
					set[id+"."+name] = value
				}
			}
		}
	}
	return fmt.Sprintf("%#v", set) // in the order of the keys
}

// Engine knows the built-ins, the user's rulesets and, once trusted, the
// project's.
func Engine(e *env.Env, workspace string) *engine.Engine {
	places := engine.Places{Builtin: builtin.FS, User: e.Paths.Rules, Product: env.Version}
	if e.Trusted != nil && e.Trusted.Path() == e.ProjectRules(workspace) {
		places.Trusted = e.Trusted
	}
	return &engine.Engine{
		Set:      engine.Find(places),
		Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": e.Modules.Start},
		Check:    schemas.CheckDecision,
	}
}

// List finds a workspace's items.
func List(e *env.Env, workspace string) catalog.Listing {
	return ListUntil(context.Background(), e, workspace)
}

// ListUntil lists the items of a workspace until the context ends.
func ListUntil(ctx context.Context, e *env.Env, workspace string) catalog.Listing {
	return source.List(ctx, Places(e, workspace))
}

// beneath adds to a listing what waited for files that a session touched.
func beneath(ctx context.Context, e *env.Env, listing catalog.Listing, touched []string) catalog.Listing {
	return source.Beneath(ctx, Places(e, listing.Workspace), listing, touched)
}

// ListWhole is list with the items in all folders below the workspace, which wait for files.
func ListWhole(ctx context.Context, e *env.Env, workspace string) catalog.Listing {
	return Below(ctx, e, ListUntil(ctx, e, workspace))
}

// Below adds to a listing the items in all folders below its workspace, until the context ends.
func Below(ctx context.Context, e *env.Env, listing catalog.Listing) catalog.Listing {
	return source.Below(ctx, Places(e, listing.Workspace), listing)
}

// ListTouched is list as it is in a session that touched files.
func ListTouched(e *env.Env, workspace string, touched []string) catalog.Listing {
	if len(touched) == 0 {
		return List(e, workspace)
	}
	return beneath(context.Background(), e, List(e, workspace), touched)
}

// ListHere is list as it is in the session that runs this, else in the workspace's newest, and
// returns that session's id, "" where there is none.
func ListHere(ctx context.Context, e *env.Env, workspace string) (listing catalog.Listing, sessionID string) {
	listing = ListUntil(ctx, e, workspace)
	touched, sessionID, err := touchedIn(e, workspace, e.SessionID())
	if err != nil || len(touched) == 0 { // as TouchedHere
		return listing, sessionID
	}
	return beneath(ctx, e, listing, touched), sessionID
}

// TouchedHere are the files that this session touched. A state.db that cannot be read
// costs what waits for them, and no search.
func TouchedHere(e *env.Env, workspace string) []string {
	touched, err := TouchedIn(e, workspace, e.SessionID(), "")
	if err != nil {
		return nil
	}
	return touched
}

// Places returns where items are looked for.
func Places(e *env.Env, workspace string) source.Config {
	c := e.Loaded.Indexing
	return source.Config{
		Kinds:  e.Kinds,
		Client: e.Client().Places, Home: e.ClientHome(), UserDir: e.UserDir(), Workspace: workspace,
		Directories: c.Directories, Patterns: c.Patterns, Ignore: c.Ignore,
		Tools: source.Tools{
			Dir: e.Paths.Tools, Lookup: e.LookupSet,
			Include: e.Loaded.Tools.Include, Exclude: e.Loaded.Tools.Exclude, Tell: e.Loaded.Tools.Tell,
		},
		Lessons:   lessonPlaces(e),
		SkillsDir: e.Lookup(config.EnvSkillsDir),
	}
}

// lessonPlaces are the folders of lessons. Those that may be told are known from when they
// were last looked at; what has changed since waits for the next look.
func lessonPlaces(e *env.Env) source.Lessons {
	places := source.Lessons{Dir: e.Paths.Lessons}
	if e.Loaded.Lessons.Project != "off" {
		places.Project = config.ProjectLessons
	}
	read := sync.OnceValues(lessons.In(e.Paths.Reviews).Standings)
	places.Check = func(entry catalog.Entry) (verdict, doubt string) {
		known, _ := read() // without it no lesson is told
		return known[entry.Path].Verdict, known[entry.Path].Doubt
	}
	places.Withheld = func(entry catalog.Entry) (code, reason string) {
		known, err := read()
		if err != nil {
			return lessons.Unreviewed, err.Error()
		}
		file, seen := known[entry.Path]
		if entry.Source == catalog.SourceProject && e.Loaded.Lessons.Project == "approved" {
			file.State, file.Why = file.AskedState, file.AskedWhy
		}
		switch {
		case !seen || file.Stat != entry.Stat:
			return lessons.Unreviewed, "it changed, or is new; it is looked at when the next session starts, or by: impressionism lessons list"
		case file.State != lessons.Active:
			return file.State, file.Why + "; to look at it: impressionism lessons review"
		case file.By != "":
			return "superseded", "lesson " + file.By + " takes its place"
		}
		return "", ""
	}
	return places
}

// OpenIndex opens the index, as far as it can be: to write, to read, or one in memory
// that is filled anew.
func OpenIndex(e *env.Env) (*index.Index, error) {
	switch {
	case e.ReadOnly && !env.Exists(e.Paths.IndexDB):
		return nil, errors.New("nothing is indexed yet; run: impressionism index")
	case e.ReadOnly:
		return index.OpenRead(e.Paths.IndexDB)
	}
	x, err := index.Open(e.Paths.IndexDB)
	if !index.IsUnwritable(err) {
		return x, err
	}
	if x, why := index.OpenRead(e.Paths.IndexDB); why == nil {
		return x, nil
	}
	return index.OpenMemory(err)
}

// OpenSessions opens state.db. A damaged file is moved aside and what can be
// read of it is kept, if there is time for that; the string then says so.
func OpenSessions(e *env.Env, busy time.Duration, maySalvage bool) (*session.Store, string, error) {
	options := session.Options{Busy: busy, ReadOnly: e.ReadOnly, Patient: e.ReadOnly}
	store, err := session.Open(e.Paths.StateDB, options)
	if e.ReadOnly {
		return store, "", err
	}
	if session.IsUnwritable(err) {
		if store, why := session.Open(e.Paths.StateDB, session.Options{Busy: busy, ReadOnly: true}); why == nil {
			return store, "", nil
		}
	}
	if !sqlite.IsCorrupt(err) {
		return store, "", err
	}
	if !maySalvage {
		return nil, "", fmt.Errorf("%w; it is mended when the next session starts, or by: impressionism status", err)
	}
	report, err := session.Salvage(e.Paths.StateDB, e.Now())
	if err != nil {
		return nil, "", err
	}
	store, err = session.Open(e.Paths.StateDB, options)
	return store, report.String(), err
}
