package notify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filesystem"
)

// Folders notices changes in several folders. Its methods may be called by several goroutines.
type Folders struct {
	options Options
	wake    chan struct{}
	done    sync.WaitGroup

	mu      sync.Mutex // of what is watched; never held where an event is taken
	watcher *fsnotify.Watcher
	broken  string // why there is no watcher
	retry   time.Time
	folders map[string]*folder
	order   []string // of folders: the first come first where there are too many

	changedMu sync.Mutex
	changed   map[string]bool
	all       bool            // more than changed
	watched   map[string]bool // the keys of folders
	lost      map[string]bool // of watched, those whose watch ended
	failed    string          // of the watcher as a whole
}

// folder is one that should be watched.
type folder struct {
	mode   Mode
	info   fs.FileInfo // of what is notified
	retry  time.Time   // not before, where it failed
	failed string      // why, the last time
}

// Limits of what is kept.
const (
	changedMax = 4096             // names; where more change, everything may have
	retryAfter = 30 * time.Second // until a system that had no watches is asked again
)

// Why a folder is polled.
const (
	whyNotThere = "the folder is not there"
	whyTooMany  = "64 other folders are notified already"
	whyNoLeft   = "this user has no watches left; raise fs.inotify.max_user_watches"
	whyNoMore   = "this user or process has too many files or watchers open; raise fs.inotify.max_user_instances"
)

// New watches no folder yet.
func New(options Options) *Folders {
	return &Folders{options: options, wake: make(chan struct{}, 1), folders: map[string]*folder{}, changed: map[string]bool{}, lost: map[string]bool{}}
}

// Close ends the watching.
func (f *Folders) Close() {
	f.mu.Lock()
	f.drop()
	f.mu.Unlock()
	f.done.Wait()
}

// drop closes the watcher.
func (f *Folders) drop() {
	if f.watcher != nil {
		_ = f.watcher.Close() // nothing was written
		f.watcher = nil
	}
}

// Wake has a value where Changed has something to return.
func (f *Folders) Wake() <-chan struct{} { return f.wake }

// Changed returns the paths that changed since the last call; all says that there may be
// others.
func (f *Folders) Changed() (paths []string, all bool) {
	f.changedMu.Lock()
	defer f.changedMu.Unlock()
	for path := range f.changed {
		paths = append(paths, path)
	}
	all, f.all = f.all, false
	clear(f.changed)
	return paths, all
}

// Set watches these folders and no others, and returns those that are notified from now on, for
// what changed in them before was not noticed. Of more than FoldersMax the last are polled.
func (f *Folders) Set(paths []string) (fresh []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	wanted := map[string]bool{}
	for _, path := range paths {
		wanted[path] = true
	}
	for path, at := range f.folders {
		if !wanted[path] {
			f.forget(path, at)
			delete(f.folders, path)
		}
	}
	for _, path := range paths {
		if f.folders[path] == nil {
			f.folders[path] = &folder{mode: Mode{How: Polled, Why: whyTooMany}}
		}
	}
	f.changedMu.Lock()
	f.watched = wanted
	f.changedMu.Unlock()
	f.order = slices.Clone(paths)
	return f.check()
}

// Check looks whether folders came, went or were replaced, and returns those that are notified
// from now on. It is to be called each second.
func (f *Folders) Check() (fresh []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.check()
}

func (f *Folders) check() (fresh []string) {
	f.takeLosses()
	notified := 0
	for _, at := range f.folders {
		if at.mode.How == Notified {
			notified++
		}
	}
	for i, path := range f.order {
		at := f.folders[path]
		was := at.mode.How == Notified
		switch {
		case was && f.isThere(path, at):
		case was, notified < FoldersMax, f.lastNotified() > i:
			if f.look(path, at) {
				fresh = append(fresh, path)
			}
		default:
			at.mode.Why = whyTooMany
		}
		if is := at.mode.How == Notified; is && !was {
			notified++
		} else if was && !is {
			notified--
		}
		if notified > FoldersMax {
			last := f.order[f.lastNotified()]
			f.forget(last, f.folders[last])
			notified--
		}
	}
	return fresh
}

// lastNotified returns the place in the order of the last folder that is notified; -1: none is.
func (f *Folders) lastNotified() int {
	for i, path := range slices.Backward(f.order) {
		if f.folders[path].mode.How == Notified {
			return i
		}
	}
	return -1
}

// takeLosses notes what the events said of watches that ended.
func (f *Folders) takeLosses() {
	f.changedMu.Lock()
	lost, failed := f.lost, f.failed
	f.lost, f.failed = map[string]bool{}, ""
	f.changedMu.Unlock()
	for path := range lost {
		if at := f.folders[path]; at != nil && at.mode.How == Notified {
			f.forget(path, at)
		}
	}
	if failed != "" {
		f.fail(failed)
	}
}

// fail leaves all folders to polling for a while.
func (f *Folders) fail(why string) {
	f.drop()
	f.broken, f.retry = why, time.Now().Add(retryAfter)
	for _, at := range f.folders {
		at.mode, at.info = Mode{How: Polled, Why: why}, nil
	}
}

// isThere reports whether a folder is still the one that is notified.
func (f *Folders) isThere(path string, at *folder) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, at.info)
}

func (f *Folders) forget(path string, at *folder) {
	if at.info != nil && f.watcher != nil {
		_ = f.watcher.Remove(path) // the system may have done it
	}
	at.mode, at.info = Mode{How: Polled, Why: whyNotThere}, nil
}

// look tries to have a folder notified, and reports whether it is.
func (f *Folders) look(path string, at *folder) bool {
	f.forget(path, at)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		at.retry = time.Time{}
		return false
	case !info.IsDir():
		at.mode.Why = "it is no folder"
		return false
	}
	if why := f.unfit(path, at); why != "" {
		at.mode.Why = why
		return false
	}
	if err := f.watcher.Add(path); err != nil {
		at.failed, at.retry = inWords(err), time.Now().Add(retryAfter)
		at.mode.Why = at.failed
		return false
	}
	at.mode, at.info = Mode{How: Notified}, info
	return true
}

// unfit says why a folder cannot be notified, if anything is known before it is tried.
func (f *Folders) unfit(path string, at *folder) string {
	switch {
	case f.options.Poll != "":
		return f.options.Poll
	case time.Now().Before(at.retry):
		return at.failed
	}
	if name := filesystem.Foreign(path); name != "" {
		return fmt.Sprintf("it is on a file system that may not notify of what others write (%s)", name)
	}
	if entriesMax == 0 {
		return f.open()
	}
	if _, err := foreign.ReadDir(path, entriesMax); errors.Is(err, foreign.ErrTooLarge) {
		return fmt.Sprintf("it has more than %d files, each of which takes a descriptor here", entriesMax)
	}
	return f.open()
}

// open makes the watcher where there is none, or says why there is none.
func (f *Folders) open() string {
	if f.watcher != nil {
		return ""
	}
	if time.Now().Before(f.retry) {
		return f.broken
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		f.broken, f.retry = inWords(err), time.Now().Add(retryAfter)
		return f.broken
	}
	f.watcher, f.broken = watcher, ""
	f.done.Go(func() { f.take(watcher) }) // it waits for the system; ends when the watcher is closed
	return ""
}

// take collects what a watcher reports.
func (f *Folders) take(watcher *fsnotify.Watcher) {
	for {
		select {
		case event, open := <-watcher.Events:
			if !open {
				return
			}
			if event.Op != fsnotify.Chmod { // alone: nothing was written
				f.note(event)
			}
		case err, open := <-watcher.Errors:
			if !open {
				return
			}
			f.noteError(err)
		}
	}
}

func (f *Folders) note(event fsnotify.Event) {
	f.changedMu.Lock()
	if f.watched[event.Name] && (event.Op.Has(fsnotify.Remove) || event.Op.Has(fsnotify.Rename)) {
		f.lost[event.Name] = true
	}
	if f.changed[event.Name] = true; len(f.changed) > changedMax {
		f.all = true
		clear(f.changed)
	}
	f.changedMu.Unlock()
	f.ring()
}

func (f *Folders) noteError(err error) {
	f.changedMu.Lock()
	f.all = true
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		f.failed = inWords(err)
	}
	f.changedMu.Unlock()
	f.ring()
}

func (f *Folders) ring() {
	select {
	case f.wake <- struct{}{}:
	default: // somebody will look already
	}
}

// Mode returns how a folder is watched now.
func (f *Folders) Mode(path string) Mode {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at := f.folders[path]; at != nil {
		return at.mode
	}
	return Mode{How: Polled, Why: "nobody watches it"}
}

// Polled returns the first folder of these that is polled, and how; "" where all are notified.
func (f *Folders) Polled(paths []string) (string, Mode) {
	for _, path := range paths {
		if mode := f.Mode(path); mode.How == Polled {
			return path, mode
		}
	}
	return "", Mode{How: Notified}
}

// inWords says what a system's error means here.
func inWords(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return whyNoLeft
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return whyNoMore
	}
	return err.Error()
}

func parent(path string) string { return filepath.Dir(filepath.Clean(path)) }
