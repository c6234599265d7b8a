package tail

import (
	"context"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
)

// file is one transcript.
type file struct {
	path     string
	size     int64 // when it was looked at last
	modTime  time.Time
	endOf    int64                // where FromEnd begins
	follower *transcript.Follower // nil: nothing was read of it
	isDue    bool
	grown    time.Time // when something was read last
}

// add takes in a file, unless it is known. It may be one that had another name.
func (w *Watcher) add(path string) {
	if w.files[path] != nil {
		return
	}
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || len(w.files) >= transcript.FilesMax {
		return
	}
	if f := w.moved(info); f != nil {
		delete(w.files, f.path)
		f.path = path
		f.follower.Moved(path)
		w.files[path] = f
		w.mark(f)
		return
	}
	f := &file{path: path, size: info.Size(), modTime: info.ModTime()}
	_, kept := w.options.From[path]
	if !w.started && w.options.FromEnd && !kept {
		f.endOf = info.Size()
	}
	w.files[path] = f
	if w.isRecent(f.modTime) {
		w.mark(f)
	}
}

// moved finds the file that had another name before.
func (w *Watcher) moved(info os.FileInfo) *file {
	if !w.started {
		return nil
	}
	for _, f := range w.files {
		if f.follower == nil || f.follower.Info() == nil || !os.SameFile(info, f.follower.Info()) {
			continue
		}
		if now, err := os.Lstat(f.path); err != nil || !os.SameFile(info, now) {
			return f
		}
	}
	return nil
}

// mark lists a file to be read.
func (w *Watcher) mark(f *file) {
	if !f.isDue {
		f.isDue = true
		w.due = append(w.due, f)
	}
}

// stat looks whether a file changed, and reports whether it is there.
func (w *Watcher) stat(f *file) bool {
	info, err := os.Lstat(f.path)
	if err != nil || !info.Mode().IsRegular() {
		if f.follower != nil && f.follower.IsOpen() {
			w.mark(f) // what was written before it went
		}
		return false
	}
	unread := f.follower != nil && f.follower.Size() < info.Size() // it could not be read then
	if unread || info.Size() != f.size || !info.ModTime().Equal(f.modTime) {
		f.size, f.modTime = info.Size(), info.ModTime()
		w.mark(f)
	}
	return true
}

// readDue reads a part of each file that is due, and reports whether any is left.
func (w *Watcher) readDue(ctx context.Context) bool {
	due := w.due
	w.due = nil
	for i, f := range due {
		if ctx.Err() != nil {
			w.due = append(w.due, due[i:]...)
			return true
		}
		f.isDue = false
		if w.read(f) {
			w.mark(f)
		}
	}
	return len(w.due) > 0
}

// read reads a part of a file, and reports whether there is more.
func (w *Watcher) read(f *file) bool {
	if f.follower == nil {
		f.follower = w.follow(f)
	}
	if info, err := os.Lstat(f.path); err == nil {
		f.size, f.modTime = info.Size(), info.ModTime()
	}
	before := f.follower.Size()
	more, err := f.follower.Read(w.buffer, func(events []transcript.Event) { w.hand(f, events) })
	if err != nil {
		w.problem(err)
	}
	if f.follower.Size() != before {
		f.grown = w.options.Now()
	}
	w.keepOpen(f)
	return more && err == nil
}

// follow makes what reads a file.
func (w *Watcher) follow(f *file) *transcript.Follower {
	decoder := func() transcript.Decoder { return w.layout.Decoder(f.path, w.options.Usage) }
	if f.endOf > 0 {
		return transcript.FollowEnd(f.path, f.endOf, w.seen, decoder)
	}
	return transcript.Follow(f.path, w.options.From[f.path], w.seen, decoder)
}

func (w *Watcher) hand(f *file, events []transcript.Event) {
	if events[0].Kind == transcript.KindRestarted {
		w.stateMu.Lock()
		w.state.Restarts++
		w.stateMu.Unlock()
	}
	w.give(Part{Path: f.path, Events: events, Position: f.follower.Position()})
}

// keepOpen keeps the files open that were read last. On Windows an open file could not be renamed
// or removed by its owner.
func (w *Watcher) keepOpen(f *file) {
	if at := slices.Index(w.open, f); at >= 0 {
		w.open = slices.Delete(w.open, at, at+1)
	}
	if !f.follower.IsOpen() {
		return
	}
	if w.open = append(w.open, f); len(w.open) > openMax || runtime.GOOS == "windows" {
		w.open[0].follower.Close()
		w.open = slices.Delete(w.open, 0, 1)
	}
}

// settleAfter is how long nothing is written until a last line without an end is taken for
// whole, if it is one otherwise.
const settleAfter = time.Second

// settle gives last lines that nobody goes on with.
func (w *Watcher) settle() {
	for _, f := range w.files {
		if f.follower != nil && !f.isDue && f.follower.Waits() && w.options.Now().Sub(f.grown) >= settleAfter && f.size == f.follower.Size() {
			f.follower.Settle(func(events []transcript.Event) { w.hand(f, events) })
		}
	}
}
