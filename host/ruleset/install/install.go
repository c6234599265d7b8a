// Package install puts a ruleset into a rules folder and takes it out again. It
// runs no ruleset and knows no runtime.
package install

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Add writes a ruleset to <folder>/<id>, or as one file with its ending, in the
// place of whatever had that id. The change is one rename: a prompt meanwhile
// finds the former one or this one.
func Add(folder string, r engine.Ruleset) (string, error) {
	target := filepath.Join(folder, filepath.FromSlash(r.Manifest.ID))
	if err := noLink(folder, r.Manifest.ID); err != nil {
		return "", fmt.Errorf("add %s: %w", r.Manifest.ID, err)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return "", fmt.Errorf("add %s: %w", r.Manifest.ID, err)
	}
	if r.IsFile() {
		target += path.Ext(r.Manifest.Code)
	}
	scratch, err := os.MkdirTemp(folder, ".adding-")
	if err != nil {
		return "", fmt.Errorf("add %s: %w", r.Manifest.ID, err)
	}
	defer os.RemoveAll(scratch)
	if err := write(filepath.Join(scratch, "new"), r); err != nil {
		return "", fmt.Errorf("add %s: %w", r.Manifest.ID, err)
	}
	return target, swap(folder, scratch, target, r.Manifest.ID)
}

// write puts the files below root, or the only one at root.
func write(root string, r engine.Ruleset) error {
	files := r.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to := root
		if !r.IsFile() {
			to = filepath.Join(root, filepath.FromSlash(name))
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(to, files[name], 0o600); err != nil {
			return err
		}
	}
	return nil
}

// swap moves what has the id aside and the written one in; where that fails the
// former is put back.
func swap(folder, scratch, target, id string) error {
	former, err := find(folder, id)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("add %s: %w", id, err)
	}
	if _, err := os.Lstat(target); err == nil && !slices.Contains(former, target) {
		return fmt.Errorf("add %s: %s is something else: move it away first", id, target)
	}
	var moved []string
	for i, name := range former {
		aside := filepath.Join(scratch, fmt.Sprintf("former-%d", i))
		if err := os.Rename(name, aside); err != nil {
			return errors.Join(fmt.Errorf("add %s: %w", id, err), restore(scratch, former[:i]))
		}
		moved = append(moved, name)
	}
	if err := os.Rename(filepath.Join(scratch, "new"), target); err != nil {
		return errors.Join(fmt.Errorf("add %s: %w", id, err), restore(scratch, moved))
	}
	return nil
}

func restore(scratch string, moved []string) error {
	var problems []error
	for i, name := range moved {
		problems = append(problems, os.Rename(filepath.Join(scratch, fmt.Sprintf("former-%d", i)), name))
	}
	return errors.Join(problems...)
}

// Remove deletes what has the id in a rules folder and returns what that was. The
// error is fs.ErrNotExist where nothing has it.
func Remove(folder, id string) ([]string, error) {
	found, err := find(folder, id)
	if err != nil {
		return nil, fmt.Errorf("remove %s: %w", id, err)
	}
	for _, name := range found {
		if err := os.RemoveAll(name); err != nil {
			return nil, fmt.Errorf("remove %s: %w", id, err)
		}
	}
	// An owner's last ruleset takes the owner's folder along; it stays if it
	// holds anything else.
	_ = os.Remove(filepath.Dir(found[0]))
	return found, nil
}

// noLink refuses to write or remove through a link between the rules folder and what has
// the id: a repository may have put it there.
func noLink(folder, id string) error {
	for parent := path.Dir(id); parent != "."; parent = path.Dir(parent) {
		name := filepath.Join(folder, filepath.FromSlash(parent))
		if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link: make it a folder", name)
		}
	}
	return nil
}

// find lists the folder and files that have the id.
func find(folder, id string) ([]string, error) {
	if !engine.ValidID(id) {
		return nil, fmt.Errorf("%.100q is no id", id)
	}
	if err := noLink(folder, id); err != nil {
		return nil, err
	}
	found, err := engine.LiesAt(folder, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is none in %s: %w", folder, fs.ErrNotExist)
	}
	return found, nil
}
