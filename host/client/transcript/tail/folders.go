package tail

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/notify"
)

// folder is one that has transcripts, or folders of them.
type folder struct {
	modTime time.Time // when it was listed last
	unsure  bool      // it changed so shortly before that a later change may have the same time
	files   int       // that are wanted
	inside  int       // folders that are wanted
}

// sureAfter is how much older than a look a folder's time has to be, so that every later change
// moves it: some file systems count in steps of two seconds.
const sureAfter = 3 * time.Second

// Sweeps look at every file, also at those of sessions that ended long ago: one of them may go
// on. They come so seldom that they cost at most some thousandth of the time.
const (
	sweepEvery = 5 * time.Second
	sweepShare = 1000
)

// sweepAll lists all folders and looks at all files.
func (w *Watcher) sweepAll() {
	began := time.Now()
	w.list(w.root)
	for path, f := range w.files {
		if !w.stat(f) && (f.follower == nil || !w.isRecent(f.modTime)) {
			delete(w.files, path) // it went before it was read, or long after
		}
	}
	w.notifyActive()
	w.swept, w.sweep = time.Now(), max(sweepEvery, sweepShare*time.Since(began))
}

// list lists a folder and those inside.
func (w *Watcher) list(path string) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		delete(w.folders, path)
		return
	}
	at := &folder{modTime: info.ModTime(), unsure: w.options.Now().Sub(info.ModTime()) < sureAfter}
	w.folders[path] = at
	entries, err := foreign.ReadDir(path, transcript.FilesMax)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			w.problem(err)
		}
		return
	}
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		switch {
		case entry.IsDir() && w.wants(name, true):
			at.inside++
			w.list(name)
		case entry.Type().IsRegular() && w.wants(name, false):
			at.files++
			w.add(name)
		}
	}
}

// relist lists a folder that changed.
func (w *Watcher) relist(path string) bool {
	info, err := os.Stat(path)
	if at := w.folders[path]; err == nil && !at.unsure && info.ModTime().Equal(at.modTime) {
		return false
	}
	w.list(path)
	return true
}

// take looks at what the system says has changed. Names that were not there before come first:
// one of them may be a file that another name had.
func (w *Watcher) take(paths []string, all bool) {
	if all {
		w.sweepAll()
		return
	}
	var known []*file
	listed := false
	for _, path := range paths {
		if f := w.files[path]; f != nil {
			known = append(known, f)
			continue
		}
		if w.folders[path] != nil || w.wants(path, true) {
			if info, err := os.Lstat(path); err == nil && info.IsDir() {
				w.list(path)
				listed = true
				continue
			}
		}
		if w.wants(path, false) {
			w.add(path)
			listed = true
		}
	}
	for _, f := range known {
		w.mark(f)
	}
	if listed {
		w.notifyActive()
	}
}

// look finds by looking what notification finds: each 250 ms in folders that are polled and,
// with all, each second in every folder.
func (w *Watcher) look(all bool) {
	if all && time.Since(w.swept) >= w.sweep {
		w.sweepAll()
	}
	listed := false
	if all {
		for _, path := range w.notices.Check() {
			w.list(path)
			listed = true
		}
		w.settle()
	}
	for path := range w.folders {
		if all || w.notices.Mode(path).How == notify.Polled && w.isActive(path) {
			listed = w.relist(path) || listed
		}
	}
	for _, f := range w.files {
		if w.isRecent(f.modTime) && (all || w.notices.Mode(filepath.Dir(f.path)).How == notify.Polled) {
			w.stat(f)
		}
	}
	if listed || all && w.folders[w.root] == nil {
		if w.folders[w.root] == nil {
			w.list(w.root)
		}
		w.notifyActive()
	}
}

// isActive reports whether a folder belongs to the sessions of the last day.
func (w *Watcher) isActive(path string) bool {
	at := w.folders[path]
	return path == w.root || at != nil && w.isRecent(at.modTime)
}

// isRecent reports whether a time is of the last day. A clock that was set back makes nothing old.
func (w *Watcher) isRecent(at time.Time) bool {
	return w.only != "" || w.options.Now().Sub(at) < activeFor
}

// notifyActive has the folders of active sessions notified, those that were written last first.
// The root is always among them. A folder that has nothing but folders with files is not: what
// comes into it is found each second.
func (w *Watcher) notifyActive() {
	for {
		paths := w.active()
		fresh := w.notices.Set(paths)
		for _, path := range fresh {
			w.list(path) // what came before it was notified
		}
		if len(fresh) == 0 {
			w.note(paths)
			return
		}
	}
}

// active returns the folders of active sessions.
func (w *Watcher) active() []string {
	last := map[string]time.Time{}
	for _, f := range w.files {
		if at := filepath.Dir(f.path); f.modTime.After(last[at]) {
			last[at] = f.modTime
		}
	}
	for path, at := range w.folders {
		if at.files == 0 && at.inside == 0 { // something may come into it
			last[path] = at.modTime
		}
	}
	delete(last, w.root)
	paths := make([]string, 0, len(last)+1)
	for path, at := range last {
		if w.isRecent(at) {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(last[b].Compare(last[a]), cmp.Compare(a, b))
	})
	return append([]string{w.root}, paths...)
}

// note keeps what State returns.
func (w *Watcher) note(paths []string) {
	files := 0
	for _, f := range w.files {
		if w.isRecent(f.modTime) {
			files++
		}
	}
	_, mode := w.notices.Polled(paths)
	w.stateMu.Lock()
	defer w.stateMu.Unlock()
	w.state.Mode, w.state.Folders, w.state.Files = mode, len(paths), files
}
