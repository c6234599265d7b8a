package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/doctor"
	"github.com/ed-irl/impressionism/host/notify"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/store/session"
)

// patient is everything that doctor looks at. What it reads at length, it reads until ctx ends.
func patient(ctx context.Context, e *env.Env, pluginDirs []string) (doctor.Patient, error) {
	dirs, err := env.Absolute(e, pluginDirs)
	if err != nil {
		return doctor.Patient{}, err
	}
	c := e.Loaded.Config
	workspace := e.WorkspaceOf("")
	return doctor.Patient{
		Now: e.Now(), Version: env.Version, Self: env.Self(), Launcher: launcher(e), Path: filepath.SplitList(e.Lookup("PATH")), UserID: os.Getuid(),
		Files: doctor.Files{
			Config: e.Paths.Config, Rules: e.Paths.Rules, State: e.Paths.StateDB, Index: e.Paths.IndexDB,
			Cards: e.Paths.Cards, Tools: e.Paths.Tools, Code: e.Paths.Code,
			Models: e.Paths.Models, Vetted: e.Paths.Vetted, Log: e.Paths.Log, Cache: e.Paths.Cache,
		},
		Client: inspectors.Of(e.Client().ID).Checkup, Folders: e.Client().Places.SkillFolders(),
		Home: e.ClientHome(), Workspace: workspace, PluginDirs: dirs,
		Settings: doctor.Settings{
			Refused: problems(e.Loaded.Errors), Ignored: slices.Concat(problems(e.Loaded.Warnings), settings.WishProblems(e, workspace), settings.DirectoryProblems(e)),
			PromptMS: c.Hook.PromptMS, StretchMS: c.Hook.StretchMS, SessionEndMS: c.Hook.SessionEndMS,
			StateBytesMax: int64(c.Retention.Megabytes) << 20, LogFiles: c.Log.Files,
			SkillsDir: client.Resolve(e.Lookup(config.EnvSkillsDir), e.UserDir(), workspace), Asking: config.Asking(e.Lookup),
		},
		Listing:   func() catalog.Listing { return wire.ListWhole(ctx, e, workspace) },
		Model:     sync.OnceValue(func() doctor.Model { return examineModel(e) }),
		Rulesets:  func() []doctor.Ruleset { return examineRulesets(e, workspace) },
		Tools:     func() doctor.Tools { return examineTools(e, workspace) },
		Code:      func() doctor.Code { return examineCode(e) },
		Lessons:   func() doctor.Lessons { return examineLessons(ctx, e, workspace) },
		Watched:   func() []doctor.Watched { return examineWatched(e) },
		VersionOf: func(binary string) (string, error) { return versionOf(e, binary) },
		Answers:   func(hook string) error { return answers(e, hook) }, FreeBytes: doctor.FreeBytes, Days: days,
	}, nil
}

// launcher is the plugin's script that started this program, links resolved; empty where none did.
func launcher(e *env.Env) string {
	root := e.Lookup(config.EnvPluginRoot)
	if root == "" {
		return ""
	}
	if !filepath.IsAbs(root) { // the launcher was called by a relative path
		root = e.Dir + "/" + root
	}
	path, _ := filepath.EvalSymlinks(root + "/bin/" + env.PluginName) // it may be gone; a root like x/.. is not to be shortened
	return path
}

func problems(found []*config.FileError) []doctor.Problem {
	var all []doctor.Problem
	for _, f := range found {
		where := f.Path
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
		}
		all = append(all, doctor.Problem{Where: where, What: f.Error()})
	}
	return all
}

// examineModel loads the configured model and embeds a word with it.
func examineModel(e *env.Env) doctor.Model {
	m := doctor.Model{Name: wire.ModelName(e), State: "unknown"}
	m.Dir, _ = wire.ModelDir(e, m.Name) // the status tells what is wrong
	status, err := install.Status(m.Dir, m.Name)
	if err != nil {
		m.Detail = err.Error()
		return m
	}
	m.State, m.Detail = status.State, status.Detail
	if m.State != install.StateInstalled {
		return m
	}
	m.Identity = status.Identity
	embedder, err := onnx.Open(onnx.Config{Dir: m.Dir, Model: m.Name, Cold: true})
	if err == nil {
		_, err = embedder.EmbedQuery("doctor")
		err = errors.Join(err, embedder.Close())
	}
	m.Load = err
	return m
}

// examineRulesets looks at every ruleset that could be active; none of their
// code is run, and state.db stays as it is.
func examineRulesets(e *env.Env, workspace string) []doctor.Ruleset {
	var store *session.Store
	if env.Exists(e.Paths.StateDB) {
		if opened, err := session.Open(e.Paths.StateDB, session.Options{ReadOnly: true, Patient: true}); err == nil {
			store = opened
			defer store.Close()
			wire.TrustProject(e, workspace, store)
		}
	}
	var all []doctor.Ruleset
	if len(e.Loaded.ProjectRuleset) > 0 && e.Trusted == nil {
		all = append(all, doctor.Ruleset{ID: e.Loaded.ProjectRuleset.String(), Where: e.ProjectConfig(workspace), Untrusted: true})
	}
	active, edited := e.Loaded.ActiveRuleset, rulesets.EditedRulesets(e)
	missing := slices.Clone(active)
	for _, found := range wire.Engine(e, workspace).Set.List() {
		r := doctor.Ruleset{ID: found.ID, Where: found.Path, Problem: found.Problem, Active: slices.Contains(active, found.ID), Changed: edited(found)}
		r.Unvetted = found.Language == modules.LanguageWASM && !e.Modules.Vetted(found.Code)
		if store != nil {
			if health, err := store.Health(found.ID); err == nil && rulesets.EngineHealth(health).Paused(found.Hash) {
				r.Paused = fmt.Sprintf("%d failures in a row, the last: %s", health.Failures, health.LastError)
			}
		}
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == found.ID })
		all = append(all, r)
	}
	for _, id := range missing {
		all = append(all, doctor.Ruleset{ID: id, Active: true, Where: e.Paths.Rules, Problem: "there is no such ruleset"})
	}
	return all
}

// examineTools looks at the lists of servers' tools; it starts no server.
func examineTools(e *env.Env, workspace string) doctor.Tools {
	view, err := toollists.Look(e, workspace)
	all := doctor.Tools{Unread: err}
	for _, s := range view.Servers {
		all.Servers = append(all.Servers, doctor.ToolServer{
			Name: s.Name, Where: s.File, State: s.State, Why: s.Why, Tools: len(s.Tools), Counting: s.Count(), Used: len(s.Undescribed),
			Sync: toollists.SyncCommand(s.Server),
		})
		for _, f := range s.Faulty {
			all.Faulty = append(all.Faulty, doctor.Problem{Where: f.Path, What: f.Reason})
		}
	}
	for _, list := range view.Faulty {
		all.Faulty = append(all.Faulty, doctor.Problem{Where: toollists.Folder(e).Path(list.Folder), What: list.Fault.Error()})
	}
	for _, warning := range view.Warnings {
		all.Ignored = append(all.Ignored, doctor.Problem{Where: warning.Path, What: warning.Text})
	}
	return all
}

// examineWatched tries how the changes would be noticed that watch and the page show.
func examineWatched(e *env.Env) []doctor.Watched {
	all := []doctor.Watched{{Folder: filepath.Dir(e.Paths.StateDB), What: "decisions"}}
	if folder := e.Transcripts(); folder != "" {
		all = append(all, doctor.Watched{Folder: folder, What: "transcripts"})
	}
	for i := range all {
		all[i].Polled = notify.Probe(all[i].Folder).Why
	}
	return all
}

// versionWait bounds asking another binary.
const versionWait = 5 * time.Second

// versionOf asks another binary of this program for its version.
func versionOf(e *env.Env, binary string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionWait)
	defer cancel()
	command := exec.CommandContext(ctx, binary, "--version")
	command.Env, command.WaitDelay = e.Environ, time.Second
	out, err := command.Output()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok && len(ended.Stderr) > 0 {
		return "", fmt.Errorf("%s --version: %s", binary, strings.TrimSpace(string(ended.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", binary, err)
	}
	_, told, ok := strings.Cut(strings.TrimSpace(string(out)), "impressionism version ")
	if !ok || strings.ContainsAny(told, " \n") || told == "" {
		return "", fmt.Errorf("%s --version does not tell a version", binary)
	}
	return told, nil
}

// answers runs a program of hooks on an empty event, as one that is not to do anything. The
// launcher ends with 0 though the program behind it does not start; then it writes why.
func answers(e *env.Env, hook string) error {
	ctx, cancel := context.WithTimeout(context.Background(), versionWait)
	defer cancel()
	command := exec.CommandContext(ctx, hook)
	command.Env, command.WaitDelay = append(slices.Clone(e.Environ), config.EnvAsking+"=1"), time.Second
	var said strings.Builder
	command.Stderr = &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", hook, err)
	}
	if text := strings.TrimSpace(said.String()); text != "" {
		return fmt.Errorf("%s: %s", hook, text)
	}
	return nil
}
