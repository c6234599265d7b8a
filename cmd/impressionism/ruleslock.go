package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// rulesFolder is a rules folder with its lock file, the user's or the project's.
type rulesFolder struct {
	path    string
	root    string // what the folder moves along with
	project bool
	lock    lock.File
	set     engine.Set // every ruleset that one in this folder may require
	own     engine.Set // this folder's alone
}

// projectFlag is --project, of commands that change or look at a rules folder.
func projectFlag(command *cobra.Command, project *bool) {
	command.Flags().BoolVar(project, "project", false, "the project's rules folder instead of yours")
}

// rulesFolder finds the folder that a command is about. A lock file that cannot
// be read ends the command, before anything is changed.
func (a *app) rulesFolder(project bool) (*rulesFolder, error) {
	if err := a.ready(); err != nil {
		return nil, err
	}
	places := engine.Places{Builtin: builtin.FS, User: a.paths.Rules, Product: version}
	f := &rulesFolder{path: a.paths.Rules, root: filepath.Dir(a.paths.Rules), project: project}
	if project {
		f.root = a.workspaceOf("")
		f.path = a.projectRules(f.root)
		places.Project = f.path
	}
	f.set, f.own = engine.Find(places), engine.Find(engine.Places{User: f.path})
	var err error
	f.lock, err = lock.Read(f.path)
	return f, err
}

// rulesFolderToChange is rulesFolder for who writes into it: a project's may be no link,
// nor lie below one, which a repository may have put there to lead elsewhere.
func (a *app) rulesFolderToChange(project bool) (*rulesFolder, error) {
	f, err := a.rulesFolder(project)
	if err != nil || !project {
		return f, err
	}
	for name := f.path; name != f.root; name = filepath.Dir(name) {
		if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, failed(fmt.Errorf("%s is a link: make it a folder", name))
		}
	}
	return f, nil
}

// source is how the lock file names where a ruleset was found; empty where that
// is its place in the rules folder itself.
func (a *app) source(f *rulesFolder, name string) string {
	path := resolved(filepath.Join(a.cwd, name))
	if filepath.IsAbs(name) {
		path = resolved(name)
	}
	folder := resolved(f.path)
	if inside, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inside) {
		return ""
	}
	return lock.Source(folder, resolved(f.root), path)
}

// resolved follows links as far as the path exists.
func resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(resolved(parent), filepath.Base(path))
}

// keep writes an entry into the lock file.
func (f *rulesFolder) keep(entry lock.Entry) error {
	f.lock = f.lock.With(entry)
	return f.write()
}

func (f *rulesFolder) write() error {
	data, err := lock.EncodeChecked(f.lock)
	if err != nil {
		return err
	}
	if err := replaceFile(filepath.Join(f.path, lock.Name), data); err != nil {
		return fmt.Errorf("write the lock file: %w", err)
	}
	return nil
}

// drop takes an entry out of the lock file; where there is none, that is fine.
func (f *rulesFolder) drop(id string) error {
	if _, locked := f.lock.Find(id); !locked {
		return nil
	}
	f.lock = f.lock.Without(id)
	return f.write()
}

// chosen are the entries of the ids, or all.
func (f *rulesFolder) chosen(ids []string) ([]lock.Entry, error) {
	if len(ids) == 0 {
		return f.lock.Rulesets, nil
	}
	var entries []lock.Entry
	for _, id := range ids {
		entry, locked := f.lock.Find(id)
		if !locked {
			return nil, errNotLocked(f, id)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func errNotLocked(f *rulesFolder, id string) error {
	return errors.New(plain(id) + " is not in the lock file " + filepath.Join(f.path, lock.Name) + ": impressionism rules add FILE|DIR puts it there")
}

// changed tells which rulesets of a folder are not as they were added. It is
// told by hashes that are known.
func changedSince(folder string) (func(engine.Found) bool, error) {
	f, err := lock.Read(folder)
	return func(found engine.Found) bool {
		entry, locked := f.Find(found.ID)
		return locked && found.Files != "" && found.Files != entry.SHA256 && isBelow(folder, found.Path)
	}, err
}

func isBelow(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}
