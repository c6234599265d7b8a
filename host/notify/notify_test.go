package notify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// soon waits until something holds.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

// until collects names that changed until one is among them, and reports whether it came
// before the deadline.
func until(f *Folders, name string, wait time.Duration) bool {
	deadline := time.After(wait)
	for {
		select {
		case <-f.Wake():
			if paths, _ := f.Changed(); slices.Contains(paths, name) {
				return true
			}
		case <-deadline:
			return false
		}
	}
}

// Ensure a folder that comes later, goes, comes again and is replaced by another is notified
// each time, without anybody asking anew.
func TestFolderComesAndGoes(t *testing.T) {
	above := t.TempDir()
	folder := filepath.Join(above, "later")
	f := New(Options{})
	t.Cleanup(f.Close)
	if fresh := f.Set([]string{folder}); len(fresh) != 0 || f.Mode(folder) != (Mode{Polled, whyNotThere}) {
		t.Fatalf("got %q, %+v before it is there", fresh, f.Mode(folder))
	}
	for round := range 3 {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		soon(t, "notified", func() bool { f.Check(); return f.Mode(folder).How == Notified })
		name := filepath.Join(folder, fmt.Sprint(round))
		write(t, name)
		if !until(f, name, time.Minute) {
			t.Errorf("round %d: no notice", round)
		}
		if round == 1 { // its place is taken while nobody looks
			if err := os.Rename(folder, filepath.Join(above, "away")); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		soon(t, "polled", func() bool { f.Check(); return f.Mode(folder).Why == whyNotThere })
	}
}

// Ensure what is not watched any more is not reported, and that one folder more than may be
// notified is polled until there is room.
func TestSetAndLimit(t *testing.T) {
	above := t.TempDir()
	var folders []string
	for i := range FoldersMax + 1 {
		folders = append(folders, filepath.Join(above, fmt.Sprint(i)))
		if err := os.Mkdir(folders[i], 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f := New(Options{})
	t.Cleanup(f.Close)
	if fresh := f.Set(folders); len(fresh) != FoldersMax {
		t.Errorf("%d are notified, want %d", len(fresh), FoldersMax)
	}
	if path, mode := f.Polled(folders); path != folders[FoldersMax] || mode.Why != whyTooMany {
		t.Errorf("got %q %+v", path, mode)
	}
	last := folders[FoldersMax]
	if fresh := f.Set(append([]string{last}, folders[:FoldersMax]...)); !slices.Equal(fresh, []string{last}) || f.Mode(folders[FoldersMax-1]).Why != whyTooMany {
		t.Errorf("got %q when the last became the first, %+v", fresh, f.Mode(folders[FoldersMax-1]))
	}
	f.Set(folders)
	if fresh := f.Set(folders[1:]); !slices.Equal(fresh, folders[FoldersMax:]) {
		t.Errorf("got %q", fresh)
	}
	write(t, filepath.Join(folders[0], "x"))
	write(t, filepath.Join(folders[1], "x"))
	if !until(f, filepath.Join(folders[1], "x"), time.Minute) {
		t.Error("no notice")
	}
	if until(f, filepath.Join(folders[0], "x"), 100*time.Millisecond) {
		t.Error("a notice of a folder that is not watched")
	}
}

// Ensure a folder on a file system that others write, and one for which the system has no
// watch left, are polled, the reason is in words, and the latter is tried again.
func TestPolled(t *testing.T) {
	folder := t.TempDir()
	f := New(Options{Poll: "asked for"})
	t.Cleanup(f.Close)
	if f.Set([]string{folder}); f.Mode(folder) != (Mode{Polled, "asked for"}) {
		t.Errorf("got %+v", f.Mode(folder))
	}
	for err, want := range map[error]string{
		&os.SyscallError{Syscall: "inotify_init", Err: syscall.EMFILE}:         "max_user_instances",
		fmt.Errorf("%w: %q", syscall.ENOSPC, "x"):                              "max_user_watches",
		errors.New("something else"):                                           "something else",
		&os.PathError{Op: "inotify_add_watch", Path: "x", Err: syscall.ENFILE}: "max_user_instances",
	} {
		if got := inWords(err); !strings.Contains(got, want) {
			t.Errorf("%v: got %q", err, got)
		}
	}
	g := New(Options{})
	t.Cleanup(g.Close)
	g.Set([]string{folder})
	g.noteError(syscall.ENOSPC)
	g.Check()
	if g.Mode(folder) != (Mode{Polled, whyNoLeft}) {
		t.Errorf("got %+v after the system failed", g.Mode(folder))
	}
	g.retry = time.Time{}
	g.folders[folder].retry, g.folders[folder].failed = time.Now().Add(time.Hour), whyNoLeft // it had none for this folder
	for range 2 {
		if g.Check(); g.Mode(folder) != (Mode{Polled, whyNoLeft}) {
			t.Errorf("got %+v until it is tried again", g.Mode(folder))
		}
	}
	g.folders[folder].retry = time.Time{}
	if fresh := g.Check(); len(fresh) != 1 || g.Mode(folder).How != Notified {
		t.Errorf("got %q, %+v once it may be tried again", fresh, g.Mode(folder))
	}
}

// Ensure a queue that ran over says that everything may have changed, and ends nothing.
func TestOverflow(t *testing.T) {
	folder := t.TempDir()
	f := New(Options{})
	t.Cleanup(f.Close)
	f.Set([]string{folder})
	f.noteError(fsnotify.ErrEventOverflow)
	<-f.Wake()
	if _, all := f.Changed(); !all {
		t.Error("not all")
	}
	for i := range changedMax + 1 {
		f.note(fsnotify.Event{Name: fmt.Sprint(i), Op: fsnotify.Write})
	}
	if paths, all := f.Changed(); !all || len(paths) > changedMax {
		t.Errorf("all is %v, %d names", all, len(paths))
	}
	if f.Check(); f.Mode(folder).How != Notified {
		t.Errorf("got %+v", f.Mode(folder))
	}
}

// Ensure one folder's notices come both ways, at once where the system notifies, and end with
// their context.
func TestNotices(t *testing.T) {
	for _, options := range []Options{{}, {Poll: "asked for"}} {
		folder := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		n := Folder(ctx, folder, options)
		want := Mode{Notified, ""}
		if options.Poll != "" {
			want = Mode{Polled, "asked for"}
		}
		if n.Mode() != want {
			t.Errorf("got %+v, want %+v", n.Mode(), want)
		}
		write(t, filepath.Join(folder, "x"))
		select {
		case <-n.C:
		case <-time.After(time.Minute):
			t.Errorf("%+v: no notice", options)
		}
		cancel()
		for range n.C { // it ends
		}
	}
}

// Ensure asking how a folder would be watched answers for one that is not there yet.
func TestProbe(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{folder, filepath.Join(folder, "not", "yet")} {
		if mode := Probe(path); mode.How != Notified {
			t.Errorf("%s: got %+v", path, mode)
		}
	}
}
