// Package project keeps the index of one folder's sources up to date and answers questions
// from it with lines that are right at that moment. It must not know who asks, or how places
// are stored and ranked.
package project

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/scan"
	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/store/places"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// cutVersion rises with every change of what a text is cut into or of its terms: texts of
// another version are cut anew.
const cutVersion = 1

// ErrNone means that neither a folder nor one above it has an index.
var ErrNone = errors.New("there is no index of this folder's code; run: impressionism code index")

// Options say how an index is made.
type Options struct {
	Listing   files.Options
	Overlap   int  // lines that a part of a long definition shares with the one before
	PlacesMax int  // of the tree; 0: no limit
	Workers   int  // that cut at a time
	Anew      bool // cut also what has not changed
	Now       func() time.Time
}

// Project is the index of one folder, its *tree*: of a working tree, of a folder in one, or
// of one without git.
type Project struct {
	Tree    string // absolute, links resolved
	store   *places.Store
	options Options
	version string
	mark    atomic.Pointer[sqlite.Mark]
	listed  atomic.Int64 // when the files were last listed, in nanoseconds since 1970

	glanceMax int // files of a folder that are looked at before an answer
}

// Home is where the index of a tree is, or would be.
type Home struct {
	Tree string // absolute, links resolved
	File string // the database, which the working trees of one repository share
}

// HomeOf returns where the index of a folder itself would be, below a folder of indexes.
func HomeOf(indexes, folder string) (Home, error) {
	tree, err := filepath.EvalSymlinks(folder)
	if err == nil {
		tree, err = filepath.Abs(tree)
	}
	if err != nil {
		return Home{}, fmt.Errorf("look at %s: %w", folder, err)
	}
	return Home{Tree: tree, File: fileOf(indexes, tree)}, nil
}

// homeBytes of a sum name a database.
const homeBytes = 8

// fileOf names the database by what its working trees have in common.
func fileOf(indexes, tree string) string {
	shared := tree
	if _, gitDir := git.Find(tree); gitDir != "" {
		shared = git.Common(gitDir)
	}
	sum := sha256.Sum256([]byte(shared))
	return filepath.Join(indexes, hex.EncodeToString(sum[:homeBytes])+".db")
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
// folder above it that has one. The error is ErrNone where there is none, also as an
// UnusableError.
func Find(indexes, folder string) (Home, error) {
	home, err := HomeOf(indexes, folder)
	if err != nil {
		return Home{}, err
	}
	opened := map[string][]string{}
	var unusable error
	for tree := home.Tree; ; {
		file := fileOf(indexes, tree)
		trees, known := opened[file]
		if !known {
			if trees, err = treesOf(file); err != nil && unusable == nil {
				unusable = &UnusableError{Home{tree, file}, places.IsNewer(file), err}
			}
			opened[file] = trees
		}
		for _, indexed := range trees {
			if indexed == tree {
				return Home{Tree: tree, File: file}, nil
			}
		}
		above := filepath.Dir(tree)
		if above == tree {
			return home, cmp.Or(unusable, ErrNone)
		}
		tree = above
	}
}

// treesOf returns the trees that a database has; none where there is no file, or one that was
// just begun.
func treesOf(file string) ([]string, error) {
	if info, err := os.Stat(file); errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, nil
	}
	store, err := places.OpenRead(file)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return store.Roots()
}

// Open opens or creates the index of a tree.
func Open(home Home, options Options) (*Project, error) {
	if err := os.MkdirAll(filepath.Dir(home.File), 0o700); err != nil {
		return nil, fmt.Errorf("open the index of the code: %w", err)
	}
	store, err := places.Open(home.File)
	if err != nil {
		return nil, err
	}
	return marked(home, store, options)
}

// busyFound is how long a search waits for a process that writes. One that indexes gives way
// sooner; one that was stopped while it wrote never does.
const busyFound = time.Second

// OpenFound opens an index that Find returned, to search it and look at it. Where nothing can be
// written, for want of rights or room, it is only read: what was changed is said to be stale.
func OpenFound(home Home, options Options) (*Project, error) {
	store, err := places.Open(home.File)
	if err == nil {
		err = store.SetBusy(busyFound)
	}
	if places.IsUnwritable(err) {
		store, err = places.OpenRead(home.File)
	}
	if err != nil {
		return nil, err
	}
	return marked(home, store, options)
}

func marked(home Home, store *places.Store, options Options) (*Project, error) {
	p := of(home.Tree, store, options)
	if err := p.remark(); err != nil {
		_ = store.Close() // the first error says why
		return nil, err
	}
	return p, nil
}

// remark notes which file the database is.
func (p *Project) remark() error {
	mark, err := p.store.Mark()
	if err == nil {
		p.mark.Store(&mark)
	}
	return err
}

// OpenMemory returns an empty index that goes with the process.
func OpenMemory(tree string, options Options) (*Project, error) {
	store, err := places.Open(sqlite.Memory)
	if err != nil {
		return nil, err
	}
	return of(tree, store, options), nil
}

func of(tree string, store *places.Store, options Options) *Project {
	return &Project{
		Tree: tree, store: store, options: options, version: fmt.Sprintf("%d/%d", cutVersion, options.Overlap),
		glanceMax: glanceFilesMax,
	}
}

// Replaced returns why what was there before was thrown away; "" where it was not.
func (p *Project) Replaced() string { return p.store.Replaced() }

// Close closes the database.
func (p *Project) Close() error { return p.store.Close() }

func (p *Project) limits() scan.Limits {
	limits := scan.DefaultLimits()
	limits.Overlap = p.options.Overlap
	return limits
}

// Relative returns a path of the tree as it is from a folder in it.
func Relative(tree, folder, path string) string {
	below, err := filepath.Rel(folder, filepath.Join(tree, filepath.FromSlash(path)))
	if err != nil || strings.HasPrefix(below, "..") && !strings.HasPrefix(folder, tree) {
		return path
	}
	return filepath.ToSlash(below)
}
