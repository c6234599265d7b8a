// Package rulesets opens the rulesets that a command names, vets their modules and
// reports their state. No hook imports it.
package rulesets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Vet has a ruleset's module vetted, if it is one.
func Vet(ctx context.Context, e *env.Env, ruleset engine.Ruleset) error {
	if ruleset.Language != modules.LanguageWASM {
		return nil
	}
	runtime, err := e.Modules.Runtime()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return runtime.Vet(ctx, ruleset.Program, []string{self, "rules", modules.VetCommand, "--cache", e.Modules.Cache()})
}

// Ruleset opens what a command was given: an id, or a file or folder.
func Ruleset(e *env.Env, set engine.Set, name string) (engine.Ruleset, error) {
	if engine.ValidID(name) && !env.Exists(name) {
		return set.Load(name)
	}
	return OpenRuleset(set, name)
}

// OpenRuleset reads a ruleset wherever it lies. Its error is the one that its author
// or who wants to add it can do something about.
func OpenRuleset(set engine.Set, name string) (engine.Ruleset, error) {
	if strings.Contains(name, "://") || strings.HasPrefix(name, "git@") {
		return engine.Ruleset{}, fmt.Errorf("%.200s is an address: a ruleset is a file or a folder here; clone or download it first, and name its path", name)
	}
	ruleset, err := set.Open(name)
	if err == nil {
		return ruleset, nil
	}
	if errors.Is(err, fs.ErrNotExist) && !env.Exists(name) {
		return engine.Ruleset{}, errors.New("there is no ruleset or file " + textline.Plain(name) + SeeList(set.Meant(name)))
	}
	if build := filepath.Join(name, "build.sh"); errors.Is(err, engine.ErrNoCode) && env.Exists(build) {
		return engine.Ruleset{}, fmt.Errorf("%w; build it: sh %s", err, build)
	}
	if data, readErr := foreign.Read(filepath.Join(name, manifestFile), ManifestBytesMax); readErr == nil {
		_, wrong, err := lintManifest(name, rulelint.Ruleset{Folder: true, Files: map[string][]byte{manifestFile: data}})
		if err = cmp.Or(err, wrong); err != nil {
			return engine.Ruleset{}, err
		}
	}
	if below := rulesetsBelow(name); len(below) > 0 {
		return engine.Ruleset{}, fmt.Errorf("%s is no ruleset; it holds %s: %s; name one of them", name, textline.Count(len(below), "ruleset", "rulesets"), strings.Join(below, ", "))
	}
	return engine.Ruleset{}, err
}

const manifestFile = "ruleset.json"

// CheckManifest returns the errors that rules validate finds in the manifest of a ruleset
// that lies at name, or nil. The engine runs some such rulesets; nobody adds one by its
// author's slip. A kind of items that this host does not have is only printed: the ruleset
// may be for a later host.
func CheckManifest(e *env.Env, ruleset engine.Ruleset, name string) error {
	linted := rulelint.Ruleset{Folder: !ruleset.IsFile(), Files: ruleset.Files(), Kinds: e.Kinds.Names()}
	meant := `If that is meant, the manifest says why: "disable": { "CODE": "reason" }`
	if linted.Folder {
		data, err := foreign.Read(filepath.Join(name, rulelint.DisableFile), ManifestBytesMax)
		switch {
		case err == nil:
			linted.Files[rulelint.DisableFile] = data
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		meant += "; or a file " + rulelint.DisableFile + " in the folder: CODE: reason"
	}
	lines, wrong, err := lintManifest(name, linted)
	if err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", line)
	}
	if wrong != nil {
		return fmt.Errorf("%w\n%s", wrong, meant)
	}
	return nil
}

// lintManifest returns what rules validate finds in the manifest of a ruleset that lies at
// name: a line for each kind that this host does not have, and the errors.
func lintManifest(name string, ruleset rulelint.Ruleset) (unknown []string, wrong, err error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	ruleset.Name = filepath.Base(absolute)
	if !ruleset.Folder {
		ruleset.Name = strings.TrimSuffix(ruleset.Name, filepath.Ext(absolute))
	}
	var lines []string
	for _, f := range rulelint.Manifest(ruleset) {
		file := name
		if ruleset.Folder {
			file = filepath.Join(name, filepath.FromSlash(f.File))
		}
		line := fmt.Sprintf("%s:%d:%d: %s: %s %s", textline.Plain(file), f.Line, f.Column, f.Code, textline.Plain(f.Reason), textline.Plain(f.Fix))
		switch {
		case f.Severity == rulelint.Error:
			lines = append(lines, line)
		case f.Code == rulelint.KindUnknown:
			unknown = append(unknown, line)
		}
	}
	if lines != nil {
		wrong = errors.New(strings.Join(lines, "\n"))
	}
	return unknown, wrong, nil
}

// rulesetsBelow lists the folders with a manifest below a folder.
func rulesetsBelow(name string) []string {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return nil
	}
	below, err := ruletest.Rulesets(name)
	if err != nil || len(below) == 1 && below[0] == name {
		return nil
	}
	return below
}

// CheckSettings holds the settings against the rulesets that are there. Reading
// their manifests takes longer than a prompt should wait for.
func CheckSettings(e *env.Env, workspace string) {
	known := map[string]config.Parameters{}
	for _, found := range wire.Engine(e, workspace).Set.List() {
		if _, first := known[found.ID]; first {
			continue
		}
		known[found.ID] = nil
		for name, parameter := range found.Parameters {
			if known[found.ID] == nil {
				known[found.ID] = config.Parameters{}
			}
			known[found.ID][name] = parameter.Check
		}
	}
	e.Loaded.CheckRulesets(known)
}

// EngineHealth reads what is stored in the engine's terms.
func EngineHealth(h session.Health) engine.Health {
	return engine.Health{Hash: h.Hash, Failures: h.Failures, Events: h.Skipped, Last: h.LastError}
}

// EditedRulesets returns which rulesets of the user and the project are not as
// they were added; of a lock file that cannot be read it says so.
func EditedRulesets(e *env.Env) func(engine.Found) bool {
	var changed []func(engine.Found) bool
	for _, folder := range []string{e.Paths.Rules, e.ProjectRules(e.WorkspaceOf(""))} {
		told, err := changedSince(folder)
		if err != nil {
			fmt.Fprintln(e.ErrOut, "impressionism: warning:", err)
		}
		changed = append(changed, told)
	}
	return func(found engine.Found) bool {
		return slices.ContainsFunc(changed, func(told func(engine.Found) bool) bool { return told(found) })
	}
}

// NoRuleset returns why a Lua file is certainly no ruleset, by its text alone, so
// that listing runs no code; "": it may be one.
func NoRuleset(code []byte) string {
	outline, err := lua.Parse(code)
	switch {
	case err != nil:
		return "it cannot be loaded: line " + err.Error()
	case outline.Result.Nothing:
		return "it returns nothing, not a table with both functions"
	case outline.Result.Other != "":
		return "it returns " + outline.Result.Other + ", not a table with both functions"
	}
	return ""
}

// changed tells which rulesets of a folder are not as they were added. It is
// told by hashes that are known.
func changedSince(folder string) (func(engine.Found) bool, error) {
	f, err := lock.Read(folder)
	return func(found engine.Found) bool {
		entry, locked := f.Find(found.ID)
		return locked && found.Files != "" && found.Files != entry.SHA256 && env.IsBelow(folder, found.Path)
	}, err
}

// SeeList ends an error about a ruleset that is not there with the one that was
// probably meant, if any, and where all are told.
func SeeList(meant string) string {
	if meant == "" {
		return "; see: impressionism rules list"
	}
	return "; did you mean " + meant + "? See: impressionism rules list"
}

// Limits of what is packed.
const (
	ModuleBytesMax   = 16 << 20
	ManifestBytesMax = 256 << 10
)
