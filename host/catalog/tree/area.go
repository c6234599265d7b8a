// Package tree finds files below a directory: it follows links, but never out
// of a boundary, and never without a limit. It knows no file format and no id.
package tree

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of one root. The real collections measured hold up to 20,000 skills.
const (
	VisitsMax = 50_000 // directory entries looked at
	DepthMax  = 12     // directories below the root
)

// Area is one root while it is searched: what was rejected and how much was seen.
type Area struct {
	Rejected []catalog.Rejection
	root     catalog.Root
	real     string // the boundary, links resolved
	budget   *catalog.RootBudget
	full     bool // as much was looked at as may be
	late     bool
}

// Open returns the area of a root; false where the root does not exist or leads
// out of its boundary, which is then among Rejected.
func Open(root catalog.Root) (*Area, bool) {
	area := &Area{root: root, budget: cmp.Or(root.Budget, &catalog.RootBudget{})}
	if area.isLate() {
		return area, false
	}
	real, err := filepath.EvalSymlinks(root.Boundary)
	if err != nil {
		return area, false
	}
	area.real = real
	info, err := os.Lstat(root.Dir)
	if err != nil {
		if !missing(err) {
			area.Reject(root.Dir, "unreadable", reason(err))
		}
		return area, false
	}
	if info.IsDir() && root.Dir == real {
		return area, true
	}
	return area, area.follow(root.Dir)
}

// isLate reports whether nobody waits any more, which is rejected once.
func (a *Area) isLate() bool {
	if !a.late && a.budget.Over != nil && a.budget.Over() {
		a.late = true
		a.Reject(a.root.Dir, "out-of-time", "it was not looked at to the end: the event's time was over")
	}
	return a.late
}

// Reject notes a path that is no item.
func (a *Area) Reject(path, code, reason string) {
	a.Rejected = append(a.Rejected, catalog.Rejection{Path: path, Code: code, Reason: reason, Root: path == a.root.Dir})
}

// ReadDir returns the entries of a directory by name. What cannot be read is
// rejected and empty.
func (a *Area) ReadDir(dir string) []fs.DirEntry {
	if a.full || a.isLate() {
		return nil
	}
	entries, err := a.root.Looks.ReadDir(dir, VisitsMax-a.budget.Visits)
	switch {
	case errors.Is(err, foreign.ErrTooLarge):
		a.full = true
		a.Reject(a.root.Dir, "too-many-files", fmt.Sprintf("only the first %d files and folders were looked at; ignore some, or move the items to a smaller folder", VisitsMax))
	case err != nil && !missing(err):
		a.Reject(dir, "unreadable", reason(err))
	}
	a.budget.Visits += len(entries)
	return entries
}

// IsDir reports whether an entry is a directory, or a link to one inside the
// boundary; links that lead out or nowhere are rejected.
func (a *Area) IsDir(path string, entry fs.DirEntry) bool {
	if entry.IsDir() {
		return true
	}
	if entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(path)
	if err != nil {
		a.Reject(path, "broken-link", reason(err))
		return false
	}
	return info.IsDir() && a.follow(path)
}

// File returns the stat of a regular file, or of a link to one inside the
// boundary. A file that is missing is no rejection.
func (a *Area) File(path string) (catalog.Stat, bool) {
	if a.isLate() {
		return catalog.Stat{}, false
	}
	stat, mode, err := a.look(path)
	if err != nil {
		if !missing(err) {
			a.Reject(path, "unreadable", reason(err))
		}
		return catalog.Stat{}, false
	}
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		if err != nil {
			a.Reject(path, "broken-link", reason(err))
			return catalog.Stat{}, false
		}
		if !a.follow(path) {
			return catalog.Stat{}, false
		}
		stat, mode = StatOf(info), info.Mode()
	}
	if !mode.IsRegular() {
		a.Reject(path, "not-a-file", "it is no regular file")
		return catalog.Stat{}, false
	}
	return stat, true
}

// Beside returns the stat of what lies beside an item under a name, whatever it is; zero
// where there is nothing. Of a link it is the stat of its target, as far as there is one.
// Nothing is rejected: whoever reads the file says what is wrong with it.
func (a *Area) Beside(path string) catalog.Stat {
	stat, mode, err := a.look(path)
	if err != nil {
		return catalog.Stat{}
	}
	if mode&fs.ModeSymlink != 0 {
		if target, err := os.Stat(path); err == nil {
			return StatOf(target)
		}
	}
	return stat
}

// look returns what a file is, and the type of its mode alone.
func (a *Area) look(path string) (catalog.Stat, fs.FileMode, error) {
	info, err := a.root.Looks.Lstat(path)
	return catalog.Stat{Size: info.Size, ModTime: info.ModTime, Inode: info.Inode}, info.Mode, err
}

func (a *Area) follow(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		a.Reject(path, "unreadable", reason(err))
		return false
	}
	if !Inside(real, a.real) {
		a.Reject(path, "outside-root", fmt.Sprintf("it leads to %s, outside %s; name that folder in indexing.directories to use it", real, a.root.Boundary))
		return false
	}
	return true
}

// Inside reports whether a path is root or below it; both have their links resolved.
func Inside(path, root string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func reason(err error) string {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		return inner.Op + ": " + inner.Err.Error()
	}
	return err.Error()
}
