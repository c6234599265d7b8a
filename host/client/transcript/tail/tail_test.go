package tail_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript/tail"
	"github.com/ed-irl/impressionism/host/notify"
)

// line is the n-th prompt of a session.
func line(session string, n int) string {
	return fmt.Sprintf(`{"type":"user","uuid":"%s-%d","sessionId":"%[1]s","timestamp":"2026-03-01T10:00:00Z","message":{"content":"prompt %d"}}`+"\n", session, n, n)
}

// watching is a watch under way, with what it gave by file.
type watching struct {
	*tail.Watcher
	t      testing.TB
	folder string
	mu     sync.Mutex
	got    map[string][]string
	last   map[string]transcript.Position
	stop   func()
}

// watch starts a watch of a path in a folder.
func watch(t testing.TB, folder, path string, options tail.Options) *watching {
	t.Helper()
	w := &watching{
		Watcher: tail.New(filepath.Join(folder, path), records.Layout(), options),
		t:       t, folder: folder, got: map[string][]string{}, last: map[string]transcript.Position{},
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Run(ctx, w.take); err != nil {
			t.Error(err)
		}
	}()
	w.stop = func() { cancel(); <-done }
	t.Cleanup(w.stop)
	return w
}

func (w *watching) take(p tail.Part) {
	w.mu.Lock()
	defer w.mu.Unlock()
	name, err := filepath.Rel(w.folder, p.Path)
	if err != nil {
		w.t.Error(err)
	}
	name = filepath.ToSlash(name)
	for _, e := range p.Events {
		word := strings.TrimPrefix(e.Text, "prompt ")
		if e.Kind != transcript.KindPrompt {
			word = e.Kind + ":" + e.Text
		}
		w.got[name] = append(w.got[name], word)
	}
	w.last[name] = p.Position
}

// wants waits until a file's events are these.
func (w *watching) wants(name, want string) {
	w.t.Helper()
	got := ""
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		got = strings.Join(w.got[name], " ")
		w.mu.Unlock()
		if got == want {
			return
		}
	}
	w.t.Fatalf("%s: got %q, want %q; %+v", name, got, want, w.State())
}

// begun waits until what comes is what comes later.
func (w *watching) begun() {
	w.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); w.State().Folders == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatal("not begun within two minutes")
		}
	}
}

// files are those of one folder, written as a client does.
type files struct {
	t      testing.TB
	folder string
}

func (f files) path(name string) string { return filepath.Join(f.folder, filepath.FromSlash(name)) }

func (f files) appends(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o700); err != nil {
		f.t.Fatal(err)
	}
	file, err := os.OpenFile(f.path(name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(text)
		_ = file.Close()
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f files) writes(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(f.path(name), []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f files) renames(from, to string) {
	f.t.Helper()
	if err := os.Rename(f.path(from), f.path(to)); err != nil {
		f.t.Fatal(err)
	}
}

func (f files) removes(name string) {
	f.t.Helper()
	if err := os.RemoveAll(f.path(name)); err != nil {
		f.t.Fatal(err)
	}
}

// modes are both ways in which changes are noticed.
var modes = map[string]tail.Options{notify.Notified: {}, notify.Polled: {Poll: "asked for"}}

// each runs a test in both modes.
func each(t *testing.T, path string, options tail.Options, test func(t *testing.T, f files, start func() *watching)) {
	t.Helper()
	for name, mode := range modes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := files{t, t.TempDir()}
			with := options
			with.Poll = mode.Poll
			test(t, f, func() *watching { return watch(t, f.folder, path, with) })
		})
	}
}

// Ensure lines are given when they are whole, those that were there and those that come, one
// that was torn when its rest comes, and one without an end once nobody goes on with it.
func TestLines(t *testing.T) {
	each(t, "s.jsonl", tail.Options{}, func(t *testing.T, f files, start func() *watching) {
		f.writes("s.jsonl", line("s", 1)+line("s", 2)+line("s", 3)[:50])
		w := start()
		w.wants("s.jsonl", "1 2")
		f.appends("s.jsonl", line("s", 3)[50:]+line("s", 4))
		w.wants("s.jsonl", "1 2 3 4")
		f.appends("s.jsonl", strings.TrimSuffix(line("s", 5), "\n"))
		w.wants("s.jsonl", "1 2 3 4 5")
		f.appends("s.jsonl", "\n"+line("s", 6)+`{"type":"user","uuid":"x","mess`) // killed in mid-line
		w.wants("s.jsonl", "1 2 3 4 5 6")
		f.appends("s.jsonl", "\n"+line("s", 7))
		w.wants("s.jsonl", "1 2 3 4 5 6 7")
		f.appends("other.jsonl", line("o", 1))
		f.appends("s.jsonl", line("s", 8))
		w.wants("s.jsonl", "1 2 3 4 5 6 7 8")
		w.wants("other.jsonl", "") // it is not the one
	})
}

// Ensure a file that is cut, written anew, replaced, renamed, removed or not there yet is read on,
// nothing twice that has an id, and that a restart says why.
func TestRewritten(t *testing.T) {
	each(t, "", tail.Options{}, func(t *testing.T, f files, start func() *watching) {
		w := start()
		f.writes("s.jsonl", line("s", 1)+line("s", 2)+line("s", 3))
		w.wants("s.jsonl", "1 2 3")
		f.writes("s.jsonl", line("s", 1)+line("s", 2))
		w.wants("s.jsonl", "1 2 3 restarted:truncated")
		f.appends("s.jsonl", line("s", 3)+line("s", 4))
		w.wants("s.jsonl", "1 2 3 restarted:truncated 4")
		f.writes("new", line("s", 9)+line("s", 1)+line("s", 2)+line("s", 3)+line("s", 4)+line("s", 5))
		f.renames("new", "s.jsonl")
		w.wants("s.jsonl", "1 2 3 restarted:truncated 4 restarted:replaced 9 5")
		f.writes("new", line("s", 9)+line("s", 1)+line("s", 2)+line("s", 3)+line("s", 4)+line("s", 5)+line("s", 6))
		f.renames("new", "s.jsonl") // the same as far as it was read
		w.wants("s.jsonl", "1 2 3 restarted:truncated 4 restarted:replaced 9 5 6")
		f.removes("s.jsonl")
		f.writes("later.jsonl", line("l", 1))
		w.wants("later.jsonl", "1")
		f.writes("s.jsonl", line("s", 7))
		w.wants("s.jsonl", "1 2 3 restarted:truncated 4 restarted:replaced 9 5 6 restarted:truncated 7")
		f.appends("later.jsonl", strings.Replace(line("l", 2), `"uuid":"l-2",`, "", 1))
		w.wants("later.jsonl", "1 2")
		f.renames("later.jsonl", "named.jsonl")
		f.appends("named.jsonl", line("l", 3))
		w.wants("named.jsonl", "3") // the second has no id by which it could be known
		if w.State().Restarts != 3 {
			t.Errorf("%d restarts", w.State().Restarts)
		}
	})
}

// Ensure what was written to a file just before it was removed or another took its place is not
// lost.
func TestWrittenBeforeItWent(t *testing.T) {
	each(t, "", tail.Options{}, func(t *testing.T, f files, start func() *watching) {
		f.writes("s.jsonl", line("s", 1))
		w := start()
		w.wants("s.jsonl", "1")
		f.appends("s.jsonl", line("s", 2))
		f.removes("s.jsonl")
		w.wants("s.jsonl", "1 2")
		f.writes("s.jsonl", line("s", 3))
		w.wants("s.jsonl", "1 2 restarted:truncated 3")
		f.appends("s.jsonl", line("s", 4))
		f.writes("new", line("s", 5)+line("s", 6)+line("s", 7))
		f.renames("s.jsonl", "away")
		f.renames("new", "s.jsonl")
		w.wants("s.jsonl", "1 2 restarted:truncated 3 4 restarted:replaced 5 6 7")
	})
}

// Ensure the files of subagents are read where they are asked for, whose folders come while the
// session goes on, and not otherwise; nor are the files of others.
func TestAgents(t *testing.T) {
	each(t, "projects", tail.Options{Agents: true}, func(t *testing.T, f files, start func() *watching) {
		w := start()
		without := watch(t, f.folder, "projects", tail.Options{})
		f.appends("projects/p/s.jsonl", line("s", 1))
		w.wants("projects/p/s.jsonl", "1")
		aside := func(n int) string {
			return strings.Replace(line("a", n), `"sessionId":"a"`, `"sessionId":"s","isSidechain":true`, 1)
		}
		f.appends("projects/p/s/subagents/agent-1.jsonl", aside(1))
		w.wants("projects/p/s/subagents/agent-1.jsonl", "1")
		f.appends("projects/p/s/subagents/agent-1.jsonl", aside(2))
		f.appends("projects/p/s/tool-results/agent-1.jsonl", line("x", 1))
		f.appends("projects/p/notes.txt", line("x", 1))
		f.appends("projects/p/agent-2.jsonl", aside(4)) // beside its session, as older clients have it
		w.wants("projects/p/agent-2.jsonl", "4")
		w.wants("projects/p/s/subagents/agent-1.jsonl", "1 2")
		f.appends("projects/p/s.jsonl", line("s", 2)+aside(3))
		w.wants("projects/p/s.jsonl", "1 2")
		without.wants("projects/p/s.jsonl", "1 2")
		for got, want := range map[*watching][]string{
			w: {"projects/p/s.jsonl", "projects/p/agent-2.jsonl", "projects/p/s/subagents/agent-1.jsonl"}, without: {"projects/p/s.jsonl"},
		} {
			got.mu.Lock()
			for name := range got.got {
				if !slices.Contains(want, name) {
					t.Errorf("%s was read", name)
				}
			}
			got.mu.Unlock()
		}
	})
}

// Ensure a watch goes on where another ended, and begins at the end where that is asked for: behind
// the last whole line.
func TestFrom(t *testing.T) {
	each(t, "", tail.Options{}, func(t *testing.T, f files, start func() *watching) {
		f.writes("s.jsonl", line("s", 1)+line("s", 2)+line("s", 3)[:20])
		w := start()
		w.wants("s.jsonl", "1 2")
		w.stop()
		f.appends("s.jsonl", line("s", 3)[20:]+line("s", 4)+line("s", 5)[:30])
		from := map[string]transcript.Position{f.path("s.jsonl"): w.last["s.jsonl"]}
		on := watch(t, f.folder, "", tail.Options{From: from})
		end := watch(t, f.folder, "", tail.Options{FromEnd: true})
		on.wants("s.jsonl", "3 4")
		end.begun()
		f.appends("s.jsonl", line("s", 5)[30:])
		f.appends("t.jsonl", line("t", 1))
		on.wants("s.jsonl", "3 4 5")
		end.wants("s.jsonl", "5")
		end.wants("t.jsonl", "1")
	})
}

// Ensure a folder that is not there yet, or goes and comes again, is watched from then on.
func TestFolderLater(t *testing.T) {
	each(t, "projects", tail.Options{}, func(t *testing.T, f files, start func() *watching) {
		w := start()
		f.appends("projects/p/s.jsonl", line("s", 1))
		w.wants("projects/p/s.jsonl", "1")
		f.renames("projects", "away")
		f.appends("projects/q/t.jsonl", line("t", 1))
		w.wants("projects/q/t.jsonl", "1")
		f.appends("projects/q/t.jsonl", line("t", 2))
		w.wants("projects/q/t.jsonl", "1 2")
	})
}

// Ensure a session that ended days ago is read again when it goes on, and is not before; its
// folder is not notified until then.
func TestOld(t *testing.T) {
	t.Parallel()
	f := files{t, t.TempDir()}
	f.appends("p/old.jsonl", line("o", 1))
	long := time.Now().Add(-72 * time.Hour)
	for _, name := range []string{"p/old.jsonl", "p"} {
		if err := os.Chtimes(f.path(name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	w := watch(t, f.folder, "", tail.Options{FromEnd: true})
	w.begun()
	if s := w.State(); s.Folders != 1 || s.Files != 0 {
		t.Errorf("got %+v before", s)
	}
	f.appends("p/old.jsonl", line("o", 2))
	w.wants("p/old.jsonl", "2")
	if s := w.State(); s.Folders != 2 || s.Files != 1 {
		t.Errorf("got %+v after", s)
	}
}

// Ensure what the system does not notify of is found by looking: here, what is written under another
// name of the file, in another folder.
func TestNotNotified(t *testing.T) {
	t.Parallel()
	f, elsewhere := files{t, t.TempDir()}, files{t, t.TempDir()}
	f.writes("s.jsonl", line("s", 1))
	if err := os.Link(f.path("s.jsonl"), elsewhere.path("s.jsonl")); err != nil {
		t.Fatal(err)
	}
	w := watch(t, f.folder, "", tail.Options{})
	w.wants("s.jsonl", "1")
	elsewhere.appends("s.jsonl", line("s", 2))
	w.wants("s.jsonl", "1 2")
}

// Ensure the mode is told, with the reason where nothing is notified.
func TestMode(t *testing.T) {
	for how, options := range modes {
		f := files{t, t.TempDir()}
		f.writes("s.jsonl", line("s", 1))
		w := watch(t, f.folder, "", options)
		w.wants("s.jsonl", "1")
		if got := w.Mode(); got.How != how || got.Why != options.Poll {
			t.Errorf("got %+v, want %s", got, how)
		}
		if s := w.State(); s.Files != 1 || s.Folders != 1 || s.Problem != "" {
			t.Errorf("got %+v", s)
		}
	}
}
