package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/home"
	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/store/places"
)

// Status is what the index has of its folder.
type Status struct {
	Files, Places, Vectors int
	Gone                   int      // files that are gone and can be restored
	Deleted                []string // of these, at most 100
	Trees                  []string // that share the database
	Dead                   float64  // share of the database's places that no file has, 0–1
	Bytes                  int64    // of the database
	LookedAt               time.Time
}

// deletedMax bounds Status.Deleted.
const deletedMax = 100

// Status counts what the index has of its folder; vectors are its places that have one of a
// model.
func (p *Project) Status(model string) (Status, error) {
	all, err := p.store.Status()
	if err != nil {
		return Status{}, err
	}
	s := Status{Dead: all.DeadShare(), Bytes: all.Bytes}
	for _, tree := range all.Worktrees {
		s.Trees = append(s.Trees, tree.Root)
		if tree.Root == p.Tree {
			s.Files, s.Places, s.LookedAt = tree.Files, tree.Places, tree.Looked
		}
	}
	var leftOut int
	if s.Deleted, leftOut, err = p.store.Hidden(p.Tree); err != nil {
		return Status{}, err
	}
	s.Deleted = slices.DeleteFunc(s.Deleted, func(path string) bool { return !p.isGone(path) }) // one that is ignored is hidden, too
	s.Gone, s.Deleted = len(s.Deleted), s.Deleted[:min(len(s.Deleted), deletedMax)]
	s.Files -= leftOut
	s.Vectors, err = p.store.Embedded(p.Tree, model)
	return s, err
}

// Restore has a file searched again that is gone, or all such files below a folder, and
// returns how many. It is searched as it was until it is there again or forgotten.
func (p *Project) Restore(path string) (int, error) {
	restored, err := p.store.Restore(p.Tree, p.isGone, cmp.Or(path, "."))
	return len(restored), err
}

// isGone reports whether a file is not in the folder, whatever the index has of it.
func (p *Project) isGone(path string) bool {
	_, reason := files.Look(p.Tree, path)
	return reason == files.Gone
}

// Forget removes what the database has of a file, or of all files below a folder, and returns how
// many: in this tree, and in others what has the same place in the repository. Of trees whose folder
// is gone, all goes.
func (p *Project) Forget(path string) (int, error) {
	roots, err := p.store.Roots()
	if err != nil {
		return 0, err
	}
	whole := filepath.Join(inRepository(p.Tree), filepath.FromSlash(path))
	names, vanished := map[string]string{}, []string{}
	for _, root := range roots {
		if !isThere(root) {
			vanished = append(vanished, root)
			continue
		}
		below, err := filepath.Rel(inRepository(root), whole)
		switch {
		case err != nil:
		case filepath.IsLocal(below):
			names[root] = filepath.ToSlash(below)
		case strings.Trim(filepath.ToSlash(below), "./") == "": // all of it lies below the path
			names[root] = "."
		}
	}
	return p.store.Forget(names, vanished...)
}

// inRepository is the path of a tree in its repository.
func inRepository(tree string) string {
	repository, _ := git.Find(tree)
	below, err := filepath.Rel(repository, tree)
	if repository == "" || err != nil {
		return tree
	}
	return below
}

// Drop removes the index of this folder, and the database if no other folder has one in it.
// The project is closed then.
func (p *Project) Drop() error {
	roots, err := p.store.Roots()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(roots, func(root string) bool { return root != p.Tree }) {
		if err := p.store.RemoveWorktree(p.Tree); err != nil {
			return err
		}
		return p.store.Purge()
	}
	path := p.store.Path()
	if err := p.store.Close(); err != nil {
		return err
	}
	return places.Drop(path)
}

// Compact removes for good what is gone, where that is due: weekly, or when a fifth is dead. Trees
// whose folder is gone are removed at once, or after StrayAge where another branch may have it.
func (p *Project) Compact(ctx context.Context) error {
	roots, err := p.store.Roots()
	if err != nil {
		return err
	}
	for _, root := range roots {
		if !p.isGoneForGood(root) {
			continue
		}
		if err := p.store.RemoveWorktree(root); err != nil {
			return err
		}
	}
	due, err := p.store.Due(p.options.Now())
	if err != nil || !due {
		return err
	}
	return p.store.Compact(ctx, p.options.Now())
}

// isGoneForGood reports whether the folder of a tree is gone and not expected back: one inside of
// the repository may only be on another branch.
func (p *Project) isGoneForGood(root string) bool {
	if isThere(root) {
		return false
	}
	repository, _ := git.Find(root)
	isInside := repository != "" && home.FileOf(filepath.Dir(p.store.Path()), root) == p.store.Path()
	looked, err := p.store.LookedAt(root)
	return err == nil && (!isInside || looked.Before(p.options.Now().Add(-StrayAge)))
}

// Current reports whether the database is still the file at its path: another process may have
// replaced it.
func (p *Project) Current() bool {
	info, err := os.Stat(p.store.Path())
	mark := p.mark.Load()
	return err == nil && mark != nil && mark.IsOf(info)
}

// rebuild replaces a database that proved damaged by an empty one, unless another process has
// done so.
func (p *Project) rebuild() error {
	if !p.Current() || p.store.ReadOnly() {
		return errors.New("it is not to be replaced")
	}
	if err := p.store.Rebuild("the file was damaged"); err != nil {
		return err
	}
	return p.remark()
}

// discard is rebuild for who does not make the index again, and returns what to tell.
func (p *Project) discard(damage error) error {
	_ = p.rebuild() // else index replaces it
	return &UnusableError{Home: Home{Tree: p.Tree, File: p.store.Path()}, Err: damage}
}

// Below returns the path of a file or folder, given from a folder, as it is from the tree; ""
// where it is the tree.
func (p *Project) Below(folder, given string) (string, error) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", folder, err)
	}
	rest := given
	if filepath.IsAbs(given) {
		if real, rest, err = split(given); err != nil {
			return "", err
		}
	}
	prefix, err := filepath.Rel(p.Tree, real)
	if err != nil {
		return "", err
	}
	joined := path.Join(filepath.ToSlash(prefix), filepath.ToSlash(rest))
	switch {
	case joined == ".":
		return "", nil
	case joined == ".." || strings.HasPrefix(joined, "../"):
		return "", fmt.Errorf("%s lies outside of %s, which is what the index is of", given, p.Tree)
	}
	return joined, nil
}

// Glob returns the glob of the paths below the tree that somebody means by a path or glob, given
// from a folder: what is there is meant as it is named, and a name without a folder at any depth;
// "" is all of the tree.
func (p *Project) Glob(folder, given string) (string, error) {
	if given == "" {
		return "", nil
	}
	whole := given
	if !filepath.IsAbs(given) {
		whole = filepath.Join(folder, given)
	}
	if _, err := os.Lstat(whole); err == nil {
		below, err := p.Below(folder, given)
		return literal(below), err
	}
	if !doublestar.ValidatePattern(filepath.ToSlash(given)) {
		return "", fmt.Errorf("%.80q is neither a path that is there nor a glob", given)
	}
	// The glob's own signs stand in its part alone, not in the folder's.
	at, rest := folder, given
	if filepath.IsAbs(given) {
		var err error
		if at, rest, err = split(given); err != nil {
			return "", err
		}
	}
	rest = filepath.ToSlash(rest)
	for strings.HasPrefix(rest, "../") {
		at, rest = filepath.Dir(at), strings.TrimPrefix(rest, "../")
	}
	below, err := p.Below(at, ".")
	if err != nil {
		return "", err
	}
	if !strings.Contains(rest, "/") {
		rest = "**/" + rest
	}
	return path.Join(literal(below), rest), nil
}

// literal is the glob that matches a path alone.
func literal(path string) string {
	return globSigns().Replace(path)
}

var globSigns = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)
})

// split divides an absolute path or glob into the longest folder that is there, links
// resolved, and the rest.
func split(given string) (folder, rest string, err error) {
	for folder = filepath.Clean(given); ; folder = filepath.Dir(folder) {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			return real, rest, nil
		}
		if folder == filepath.Dir(folder) {
			return "", "", errors.New("there is no such folder")
		}
		rest = path.Join(filepath.Base(folder), rest)
	}
}
