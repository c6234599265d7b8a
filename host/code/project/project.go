// Package project keeps the index of one folder's sources up to date and answers questions
// from it with lines that are right at that moment. It must not know who asks, or how places
// are stored and ranked.
package project

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/home"
	"github.com/ed-irl/impressionism/host/code/scan"
	"github.com/ed-irl/impressionism/host/store/places"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// cutVersion rises with every change of what a text is cut into or of its terms: texts of
// another version are cut anew.
const cutVersion = 2

// ErrNone means that neither a folder nor one above it has an index.
var ErrNone = home.ErrNone

// Options say how an index is made.
type Options struct {
	Listing   files.Options
	Overlap   int  // lines that a part of a long definition shares with the one before
	PlacesMax int  // of the tree; 0: no limit
	Workers   int  // that cut at a time
	Anew      bool // read every file, whatever its time says
	Now       func() time.Time
}

// Project is the index of one folder, its *tree*: of a working tree, of a folder in one, or
// of one without git.
type Project struct {
	Tree    string // absolute, links resolved
	store   *places.Store
	options Options
	version string
	hashes  atomic.Value // the repository's kind of hashes, as the last listing had it
	mark    atomic.Pointer[sqlite.Mark]
	listed  atomic.Int64 // when the files were last listed, in nanoseconds since 1970

	glances sync.Mutex
	known   map[string]places.File // what the last glance compared with; it is not changed
	knownAt int64                  // the index's generation then

	glanceMax int // files of a folder that are looked at before an answer
}

// Home is where the index of a tree is, or would be.
type Home = home.Home

// UnusableError reports a database that is there and cannot be read.
type UnusableError = home.UnusableError

// HomeOf returns where the index of a folder itself would be, below a folder of indexes.
func HomeOf(indexes, folder string) (Home, error) { return home.Of(indexes, folder) }

// Find returns the home of the index that a folder belongs to: its own, or that of the nearest
// folder above it that has one. The error is ErrNone where there is none, also as an
// UnusableError.
func Find(indexes, folder string) (Home, error) { return home.Find(indexes, folder) }

// FindFrom is Find for who has an index open, most likely the one that the folder belongs to; nil:
// none.
func FindFrom(open *Project, indexes, folder string) (Home, error) {
	return home.FindBy(indexes, folder, func(file string) ([]string, error) {
		if open != nil && open.store.Path() == file {
			if trees, ok := open.Trees(); ok {
				return trees, nil
			}
		}
		return home.TreesOf(file)
	})
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
	store, err := places.OpenKept(home.File)
	if err != nil {
		return nil, err
	}
	return found(home, store, options)
}

// OpenNearest opens the index that Find would return, to search it: at once, where OpenFound opens
// it again.
func OpenNearest(indexes, folder string, options Options) (*Project, Home, error) {
	opened := map[string]*places.Store{}
	nearest, err := home.FindBy(indexes, folder, func(file string) ([]string, error) {
		store, err := places.OpenKept(file)
		if err != nil {
			return nil, err
		}
		opened[file] = store
		return store.Roots()
	})
	for file, store := range opened {
		if err != nil || file != nearest.File {
			_ = store.Close() // it was only looked at
		}
	}
	if err != nil {
		return nil, nearest, err
	}
	p, err := found(nearest, opened[nearest.File], options)
	return p, nearest, err
}

// found is the project of an index that was found.
func found(home Home, store *places.Store, options Options) (*Project, error) {
	if err := store.SetBusy(busyFound); err != nil {
		_ = store.Close() // the first error says why
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
	p := of(tree, store, options)
	p.glanceMax = -1 // what is read for one question is not looked at twice
	return p, nil
}

func of(tree string, store *places.Store, options Options) *Project {
	return &Project{
		Tree: tree, store: store, options: options, version: fmt.Sprintf("%d/%d", cutVersion, options.Overlap),
		glanceMax: glanceFilesMax,
	}
}

// Trees returns the trees that share the database; false where another file, or another version
// of the program's, has taken its place.
func (p *Project) Trees() ([]string, bool) {
	mark, err := p.store.Mark()
	if was := p.mark.Load(); err != nil || was == nil || !mark.Same(*was) {
		return nil, false
	}
	trees, err := p.store.Roots()
	return trees, err == nil
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
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	below, err := filepath.Rel(folder, filepath.Join(tree, filepath.FromSlash(path)))
	if err != nil {
		return path
	}
	return filepath.ToSlash(below)
}
