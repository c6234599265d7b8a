package main

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

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/doctor"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/store/session"
)

// patient is everything that doctor looks at.
func (a *app) patient(pluginDirs []string) (doctor.Patient, error) {
	dirs, err := absolute(a, pluginDirs)
	if err != nil {
		return doctor.Patient{}, err
	}
	c := a.loaded.Config
	workspace := a.workspaceOf("")
	return doctor.Patient{
		Now: a.now(), Version: version, Self: self(), Path: filepath.SplitList(a.lookup("PATH")), UserID: os.Getuid(),
		Files: doctor.Files{
			Config: a.paths.Config, Rules: a.paths.Rules, State: a.paths.StateDB, Index: a.paths.IndexDB,
			Models: a.paths.Models, Vetted: a.paths.Vetted, Log: a.paths.Log, Cache: a.paths.Cache,
		},
		Home: plugins.Home(a.clientHome()), Workspace: workspace, PluginDirs: dirs,
		Settings: doctor.Settings{
			Refused: problems(a.loaded.Errors), Ignored: append(problems(a.loaded.Warnings), a.wishProblems(workspace)...),
			PromptMS: c.Hook.PromptMS, StretchMS: c.Hook.StretchMS, SessionEndMS: c.Hook.SessionEndMS,
			StateBytesMax: int64(c.Retention.Megabytes) << 20, LogFiles: c.Log.Files,
		},
		Model:     sync.OnceValue(a.examineModel),
		Rulesets:  func() []doctor.Ruleset { return a.examineRulesets(workspace) },
		VersionOf: a.versionOf, FreeBytes: doctor.FreeBytes, Days: doctorDays,
	}, nil
}

// self is this program's file, links resolved; empty where it is not known.
func self() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

func absolute(a *app, dirs []string) ([]string, error) {
	var all []string
	for _, dir := range dirs {
		if dir == "" {
			return nil, errors.New("--plugin-dir wants a folder, got nothing")
		}
		path := dir
		if !filepath.IsAbs(path) {
			path = filepath.Join(a.cwd, dir)
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--plugin-dir %s is no folder", dir)
		}
		all = append(all, path)
	}
	return all, nil
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
func (a *app) examineModel() doctor.Model {
	m := doctor.Model{Name: a.modelName(), State: "unknown"}
	status, err := install.Status(a.paths.Models, m.Name)
	if err != nil {
		m.Detail = err.Error()
		return m
	}
	m.State, m.Detail = status.State, status.Detail
	if m.State != install.StateInstalled {
		return m
	}
	m.Identity = status.Identity
	embedder, err := onnx.Open(onnx.Config{Dir: a.paths.Models, Model: m.Name, Cold: true})
	if err == nil {
		_, err = embedder.EmbedQuery("doctor")
		err = errors.Join(err, embedder.Close())
	}
	m.Load = err
	return m
}

// examineRulesets looks at every ruleset that could be active; none of their
// code is run, and state.db stays as it is.
func (a *app) examineRulesets(workspace string) []doctor.Ruleset {
	var store *session.Store
	if exists(a.paths.StateDB) {
		if opened, err := session.Open(a.paths.StateDB, session.Options{ReadOnly: true}); err == nil {
			store = opened
			defer store.Close()
			a.trustProject(workspace, store)
		}
	}
	var all []doctor.Ruleset
	if len(a.loaded.ProjectRuleset) > 0 && a.trusted == nil {
		all = append(all, doctor.Ruleset{ID: a.loaded.ProjectRuleset.String(), Where: a.projectConfig(workspace), Untrusted: true})
	}
	active, edited := a.loaded.ActiveRuleset, a.editedRulesets()
	missing := slices.Clone(active)
	for _, found := range a.engine(workspace).Set.List() {
		r := doctor.Ruleset{ID: found.ID, Where: found.Path, Problem: found.Problem, Active: slices.Contains(active, found.ID), Changed: edited(found)}
		r.Unvetted = found.Language == languageWASM && !a.modules.Vetted(found.Code)
		if store != nil {
			if health, err := store.Health(found.ID); err == nil && engineHealth(health).Paused(found.Hash) {
				r.Paused = fmt.Sprintf("%d failures in a row, the last: %s", health.Failures, health.LastError)
			}
		}
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == found.ID })
		all = append(all, r)
	}
	for _, id := range missing {
		all = append(all, doctor.Ruleset{ID: id, Active: true, Where: a.paths.Rules, Problem: "there is no such ruleset"})
	}
	return all
}

// versionWait bounds asking another binary.
const versionWait = 5 * time.Second

// versionOf asks another binary of this program for its version.
func (a *app) versionOf(binary string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionWait)
	defer cancel()
	command := exec.CommandContext(ctx, binary, "--version")
	command.Env, command.WaitDelay = a.environ, time.Second
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", binary, err)
	}
	_, told, ok := strings.Cut(strings.TrimSpace(string(out)), "impressionism version ")
	if !ok || strings.ContainsAny(told, " \n") || told == "" {
		return "", fmt.Errorf("%s --version does not tell a version", binary)
	}
	return told, nil
}
