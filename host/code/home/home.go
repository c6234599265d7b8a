// Package home says where the index of a folder's sources is, or would be. It must not know
// how an index is made or searched: hooks ask here, too.
package home

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/store/places"
)

// ErrNone means that neither a folder nor one above it has an index.
var ErrNone = errors.New("there is no index of this folder's code; run: impressionism code index")

// Home is where the index of a tree is, or would be.
type Home struct {
	Tree string // absolute, links resolved
	File string // the database, which the working trees of one repository share
}

// Of returns where the index of a folder itself would be, below a folder of indexes.
func Of(indexes, folder string) (Home, error) {
	tree, err := filepath.EvalSymlinks(folder)
	if err == nil {
		tree, err = filepath.Abs(tree)
	}
	if err != nil {
		return Home{}, fmt.Errorf("look at %s: %w", folder, err)
	}
	return Home{Tree: tree, File: FileOf(indexes, tree)}, nil
}

// NameBytes of a sum name a database.
const NameBytes = 8

// FileOf names the database by what its working trees have in common.
func FileOf(indexes, tree string) string {
	shared := tree
	if _, gitDir := git.Find(tree); gitDir != "" {
		shared = git.Common(gitDir)
	}
	sum := sha256.Sum256([]byte(shared))
	return filepath.Join(indexes, hex.EncodeToString(sum[:NameBytes])+".db")
}

// UnusableError reports a database that is there and cannot be read.
type UnusableError struct {
	Home  Home
	Newer bool // a later version of the program wrote it
	Err   error
}

func (e *UnusableError) Error() string {
	if e.Newer {
		return "a later version of impressionism made the index of this folder's code: use that version, or make the index again with this one: impressionism code index"
	}
	return fmt.Sprintf("the index of this folder's code cannot be used; to make it again: impressionism code index (%v)", e.Err)
}

func (e *UnusableError) Unwrap() error { return e.Err }

// Is has an index that cannot be used count as none.
func (e *UnusableError) Is(target error) bool { return target == ErrNone }

// Find returns the home of the index that a folder belongs to: its own, or that of the nearest
// folder above it that has one, in the same repository: what lies around a repository does not
// list its files. The error is ErrNone where there is none, also as an UnusableError.
func Find(indexes, folder string) (Home, error) { return FindBy(indexes, folder, TreesOf) }

// FindBy is Find by what says which trees a database has that is there: for who has it open, or
// keeps it open.
func FindBy(indexes, folder string, treesOf func(file string) ([]string, error)) (Home, error) {
	home, err := Of(indexes, folder)
	if err != nil {
		return Home{}, err
	}
	repository, _ := git.Find(home.Tree)
	opened := map[string][]string{}
	var unusable error
	for tree := home.Tree; ; {
		file := FileOf(indexes, tree)
		trees, known := opened[file]
		if !known && isBegun(file) {
			if trees, err = treesOf(file); err != nil && unusable == nil {
				unusable = &UnusableError{Home{tree, file}, places.IsNewer(file), err}
			}
		}
		opened[file] = trees
		for _, indexed := range trees {
			if indexed == tree {
				return Home{Tree: tree, File: file}, nil
			}
		}
		above := filepath.Dir(tree)
		if above == tree || tree == repository {
			return home, cmp.Or(unusable, ErrNone)
		}
		tree = above
	}
}

// isBegun reports whether there is a file, and not one that was just begun.
func isBegun(file string) bool {
	info, err := os.Stat(file)
	return !errors.Is(err, os.ErrNotExist) && (err != nil || info.Size() > 0)
}

// TreesOf returns the trees that a database has.
func TreesOf(file string) ([]string, error) {
	store, err := places.OpenRead(file)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return store.Roots()
}
