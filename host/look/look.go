// Package look looks at files and folders for a process that looks at the same ones again
// and again: where the system vouches that nothing has happened in a folder, what was seen
// there is still so. It reads no file and knows no format. See RATIONALE.md, "Why does one
// server stay, and why can every hook work without it?".
package look

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filesystem"
)

// Info is what a path is, without following a link.
type Info struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Inode   uint64
	Mode    fs.FileMode // the type alone

	device uint64
	links  uint64 // names that the file has
}

// Limits of what is remembered.
const (
	FoldersMax = 1024 // each takes one of the watches that a user has: 8192 and more
	namesMax   = 256  // of one folder
)

// How long it takes until it is tried again to remember a folder, and until all that is
// remembered is checked again.
const (
	retryAfter = time.Minute
	checkAfter = time.Minute
)

// Memory is what one process has seen. It may be used by several goroutines. A nil one
// remembers nothing.
type Memory struct {
	mu      sync.Mutex
	watch   *watch // nil: the system does not watch
	retry   time.Time
	check   time.Time // not before
	folders map[string]*folder
	watched map[int32]*folder // by their watches
}

// folder is what was seen in one folder since it is watched.
type folder struct {
	path    string
	above   string // the folder that it is in; empty: there is none
	self    Info
	id      int32     // of its watch; 0: nothing of it is remembered
	retry   time.Time // then
	changes int       // how often something happened in it
	names   map[string]seen
	entries []fs.DirEntry // nil: not read
}

// seen is what a name in a folder is; that there is nothing is err.
type seen struct {
	info Info
	err  error
}

// NewMemory has seen nothing.
func NewMemory() *Memory {
	m := new(Memory)
	m.forget()
	return m
}

// Forget ends all watches.
func (m *Memory) Forget() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget()
}

func (m *Memory) forget() {
	m.watch.close()
	m.watch, m.folders, m.watched = nil, map[string]*folder{}, map[int32]*folder{}
}

// change is something that happened in a watched folder.
type change struct {
	folder int32
	name   string // in the folder; empty: the folder itself
	moved  bool   // a folder of that name came or went, or the folder itself did
}

// note forgets what may have changed.
func (m *Memory) note(c change) {
	f := m.watched[c.folder]
	if f == nil {
		return
	}
	f.changes++
	f.names, f.entries = map[string]seen{}, nil
	if c.moved {
		m.drop(filepath.Join(f.path, c.name), "")
	}
}

// drop forgets a folder and those below it, but for one.
func (m *Memory) drop(path, but string) {
	below := path + string(filepath.Separator)
	for other, f := range m.folders {
		if other == but || other != path && !strings.HasPrefix(other, below) {
			continue
		}
		f.changes++
		delete(m.folders, other)
		if m.watched[f.id] == f {
			m.watch.remove(f.id)
			delete(m.watched, f.id)
		}
	}
}

// Looks is one pass over files, by one goroutine. What changed before the pass began is seen
// in it. A nil one looks at the disk.
type Looks struct {
	memory  *Memory
	folders map[string]*folder // nil: nothing is remembered of it
	real    map[string]bool    // folders that are still what they were
}

// Begin begins a pass.
func (m *Memory) Begin() *Looks {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	changes, all := m.watch.changes()
	for _, c := range changes {
		m.note(c)
	}
	if all {
		m.forget()
	}
	return &Looks{memory: m, folders: map[string]*folder{}, real: map[string]bool{}}
}

// Lstat returns what a path is. Of one where nothing is, the error is fs.ErrNotExist.
func (l *Looks) Lstat(path string) (Info, error) {
	at := strings.LastIndexByte(path, filepath.Separator)
	if l == nil || at <= 0 {
		return lstat(path)
	}
	f, name := l.folder(path[:at]), path[at+1:]
	if f == nil {
		return lstat(path)
	}
	m := l.memory
	m.mu.Lock()
	known, isKnown := f.names[name]
	changes := f.changes
	m.mu.Unlock()
	if isKnown {
		return known.info, known.err
	}
	info, err := lstat(path)
	if !stays(info, err) {
		return info, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.changes == changes && len(f.names) < namesMax {
		f.names[name] = seen{info, err}
	}
	return info, err
}

// stays reports whether the watch of a folder tells of each change of what was seen in it. It
// does not of what happens in a folder below, and under a file's other names.
func stays(info Info, err error) bool {
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return info.Mode != fs.ModeDir && info.links == 1
}

// Check looks again at all that is remembered, if that was not done for a while, and forgets
// what has changed. No watch tells that a file gets another name and is changed under that, nor
// that it is changed in memory that is mapped. It is meant for when nobody waits.
func (m *Memory) Check(now time.Time) {
	m.mu.Lock()
	if now.Before(m.check) {
		m.mu.Unlock()
		return
	}
	m.check = now.Add(checkAfter)
	folders := slices.Collect(maps.Values(m.folders))
	m.mu.Unlock()
	for _, f := range folders {
		m.mu.Lock()
		names, entries, changes := maps.Clone(f.names), f.entries, f.changes
		m.mu.Unlock()
		if isStill(f.path, names, entries) {
			continue
		}
		m.mu.Lock()
		if f.changes == changes {
			f.changes++
			f.names, f.entries = map[string]seen{}, nil
		}
		m.mu.Unlock()
	}
}

// isStill reports whether a folder has what was seen in it; entries may be nil.
func isStill(path string, names map[string]seen, entries []fs.DirEntry) bool {
	for name, before := range names {
		info, err := lstat(path + string(filepath.Separator) + name)
		if !stays(info, err) || info != before.info || (err == nil) != (before.err == nil) {
			return false
		}
	}
	if entries == nil {
		return true
	}
	now, err := foreign.ReadDir(path, len(entries))
	return err == nil && slices.EqualFunc(now, entries, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() && a.Type() == b.Type() })
}

// ReadDir is foreign.ReadDir. The entries are not to be changed.
func (l *Looks) ReadDir(path string, entriesMax int) ([]fs.DirEntry, error) {
	f := l.folder(path)
	if f == nil {
		return foreign.ReadDir(path, entriesMax)
	}
	m := l.memory
	m.mu.Lock()
	entries, changes := f.entries, f.changes
	m.mu.Unlock()
	if entries != nil && len(entries) <= entriesMax {
		return entries, nil
	}
	entries, err := foreign.ReadDir(path, entriesMax)
	if err != nil {
		return entries, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.changes == changes {
		f.entries = append([]fs.DirEntry{}, entries...) // not nil
	}
	return entries, nil
}

// folder returns what is remembered of a folder; nil: nothing is.
func (l *Looks) folder(path string) *folder {
	if l == nil {
		return nil
	}
	f, isKnown := l.folders[path]
	if isKnown {
		return f
	}
	if f = l.memory.folder(path); f != nil && l.folders[f.above] == nil && !l.isReal(f) {
		f = nil
	}
	l.folders[path] = f
	return f
}

// folder returns a folder that is watched; nil: it cannot be.
func (m *Memory) folder(path string) *folder {
	m.mu.Lock()
	now := time.Now()
	f := m.folders[path]
	switch {
	case f != nil && f.id != 0:
		m.mu.Unlock()
		return f
	case f != nil && now.Before(f.retry), f == nil && len(m.folders) >= FoldersMax, now.Before(m.retry):
		m.mu.Unlock()
		return nil
	}
	if m.watch == nil {
		if m.watch = newWatch(); m.watch == nil {
			m.retry = now.Add(retryAfter)
			m.mu.Unlock()
			return nil
		}
	}
	f = &folder{path: path, above: above(path), retry: now.Add(retryAfter), names: map[string]seen{}}
	m.folders[path] = f
	w := m.watch
	m.mu.Unlock()
	id, self, err := watchFolder(w, path) // while a disk does not answer, others are
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.watch != w: // all was forgotten meanwhile
		return nil
	case err != nil:
		if isRefusal(err) {
			m.retry = now.Add(retryAfter)
		}
		return nil
	case m.watched[id] != nil: // a folder under two names has one watch
		return nil
	case m.folders[path] != f: // moved meanwhile
		w.remove(id)
		return nil
	}
	f.id, f.self = id, self
	m.watched[id] = f
	if above := m.folders[f.above]; above == nil || above.id == 0 {
		m.drop(path, path) // what lies below may have been moved away with what is above
	}
	return f
}

// above is the folder that a path is in, "" of one without.
func above(path string) string { return path[:max(0, strings.LastIndexByte(path, filepath.Separator))] }

// errUnfit is of a folder whose changes its watch does not tell.
var errUnfit = fs.ErrInvalid

// watchFolder watches a folder, and returns what it was before and after.
func watchFolder(w *watch, path string) (id int32, self Info, err error) {
	if real, err := filepath.EvalSymlinks(path); err != nil || real != path || filesystem.Foreign(path) != "" {
		return 0, Info{}, errUnfit // a link on the way may be turned, another machine may write
	}
	before, err := lstat(path)
	if err != nil {
		return 0, Info{}, err
	}
	if id, err = w.add(path); err != nil {
		return 0, Info{}, err
	}
	if self, err = lstat(path); err != nil || !self.isSame(before) {
		w.remove(id)
		return 0, Info{}, errUnfit
	}
	return id, self, nil
}

// isSame reports whether two looks were at the same file, changed or not.
func (i Info) isSame(other Info) bool {
	return i.Inode == other.Inode && i.device == other.device && i.Mode == other.Mode
}

// isReal reports whether a folder is still the one that is watched. Its watch tells when it is
// moved, but not when one above it is: the highest folder below which all are watched is
// looked at once a pass.
func (l *Looks) isReal(f *folder) bool {
	m := l.memory
	m.mu.Lock()
	top := f
	for above := m.folders[top.above]; above != nil && above.id != 0; above = m.folders[top.above] {
		top = above
	}
	m.mu.Unlock()
	real, isKnown := l.real[top.path]
	if !isKnown {
		info, err := lstat(top.path)
		real = err == nil && info.isSame(top.self)
		l.real[top.path] = real
	}
	if !real {
		m.mu.Lock()
		m.drop(top.path, "")
		m.mu.Unlock()
	}
	return real
}
