//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// process prepares the program as a process of its own.
func (h *lessonHome) process(program string, input []byte, args ...string) (*exec.Cmd, *bytes.Buffer) {
	command := exec.Command(program, args...)
	command.Dir, command.Env, command.Stdin = h.project, h.environ, bytes.NewReader(input)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	return command, &out
}

// files are the contents of the project's lessons by name.
func (h *lessonHome) files() map[string]string {
	h.t.Helper()
	found := map[string]string{}
	paths, _ := filepath.Glob(filepath.Join(h.project, ".claude", "impressionism", "lessons", "*.md"))
	for _, path := range paths {
		content, err := os.ReadFile(path)
		envtest.Must(h.t, err)
		found[filepath.Base(path)] = string(content)
	}
	return found
}

// killings kill commands at random moments of their runs.
type killings struct {
	random     *rand.Rand
	takes      map[string]time.Duration // how long a command of a name ran when nobody killed it
	runs, done int                      // how many are wanted, and how many were begun
	killed     int                      // how many of them were still running
}

func newKillings(runs int) *killings {
	return &killings{random: rand.New(rand.NewPCG(7, 11)), takes: map[string]time.Duration{}, runs: runs}
}

// more reports whether another command is to be killed: until as many were begun as are wanted,
// and a third of them was killed.
func (k *killings) more() bool { return k.done < k.runs || k.killed < k.runs/3 && k.done < 10*k.runs }

// kill runs a command and kills it after a while that is drawn from how long one of its name took;
// the first of a name is left to end.
func (h *lessonHome) kill(k *killings, program, name string, args ...string) {
	h.t.Helper()
	command, _ := h.process(program, nil, args...)
	command.WaitDelay = time.Second // an editor that it started outlives it
	after := time.Minute
	if takes := k.takes[name]; takes > 0 {
		after = time.Duration(k.random.Int64N(int64(takes) * 5 / 4))
	}
	began := time.Now()
	envtest.Must(h.t, command.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = command.Wait() // an error where it was killed
	}()
	select {
	case <-ended:
	case <-time.After(after):
		_ = command.Process.Kill()
		<-ended
	}
	k.done++
	if status, _ := command.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		k.killed++
	} else {
		k.takes[name] = time.Since(began)
	}
}

// Ensure a process that is killed at any moment of keep, edit, undo, delete or learn leaves each
// lesson's file as it was before or as it is after, loses no proposal, and that keep and learn can
// be given again.
func TestKilledWhileLessonsChange(t *testing.T) {
	runs := 25
	if sampletest.Soak() {
		runs = 600
	}
	program := filepath.Join(t.TempDir(), "impressionism")
	envtest.CopySelf(t, program)
	h := newLessonHome(t)
	editor := filepath.Join(h.base, "editor")
	envtest.WriteFile(t, editor, "#!/bin/sh\nprintf -- '---\\nid: L-aaaaa\\n---\\nEdited: set a lock timeout in each migration of postings.\\n' > \"$1.new\" && mv \"$1.new\" \"$1\"\n")
	envtest.Must(t, os.Chmod(editor, 0o755))
	h.environ = append(h.environ, "EDITOR="+editor, "VISUAL=")
	const before = "---\nid: L-aaaaa\n---\nSet a lock timeout in each database migration that adds a column to postings.\n"
	const after = "---\nid: L-aaaaa\n---\nEdited: set a lock timeout in each migration of postings.\n"
	const typed = "Use port 9000 for the collector of Fabrikam, it listens nowhere else"
	k := newKillings(runs)
	for k.more() {
		name := []string{"keep", "edit", "undo", "delete", "learn"}[k.done%5]
		for _, dir := range []string{filepath.Join(h.base, "data"), filepath.Join(h.project, ".claude")} {
			envtest.Must(t, os.RemoveAll(dir))
		}
		path := filepath.Join(h.project, ".claude", "impressionism", "lessons", "L-aaaaa-lock.md")
		envtest.WriteFile(t, path, before)
		args, changed := []string{"lessons", name, "L-aaaaa"}, map[string]string{"L-aaaaa-lock.md": after}
		switch name {
		case "keep":
			h.starts("s1")
			h.hook(map[string]any{"hook_event_name": "Stop", "session_id": "s1", "last_assistant_message": "LESSON: " + typed})
			args, changed = []string{"lessons", "keep", "1"}, nil
			h.run(nil, "lessons", "drop", "L-aaaaa")
			h.run(nil, "lessons", "review")
		case "undo":
			h.run(nil, "lessons", "edit", "L-aaaaa")
			args, changed = []string{"lessons", "undo"}, map[string]string{"L-aaaaa-lock.md": before}
		case "delete":
			changed = map[string]string{}
		case "learn":
			args, changed = []string{"learn", typed}, nil
		}
		start := h.files()
		h.kill(k, program, name, args...)
		got := h.files()
		for file, content := range got {
			was, isThere := start[file]
			want, known := changed[file]
			learned := changed == nil && strings.Contains(content, typed) && strings.HasSuffix(content, "\n")
			if !(isThere && content == was) && !(known && content == want) && !learned {
				t.Errorf("%s: %s is neither as before nor as after: %q", name, file, content)
			}
		}
		if _, isThere := got["L-aaaaa-lock.md"]; !isThere && name != "delete" {
			t.Errorf("%s: the lesson is gone", name)
		}
		all := h.list() // nothing that is kept is damaged
		if name == "keep" && all.Proposed+len(all.Lessons) < 2 {
			t.Errorf("the proposal is lost: %+v", all)
		}
		h.run(nil, args...)
		if name == "keep" || name == "learn" {
			found := 0
			for _, content := range h.files() {
				if strings.Contains(content, typed) {
					found++
				}
			}
			if all = h.list(); found != 1 || all.Proposed != 0 {
				t.Errorf("%s again: %d files, %d proposed", name, found, all.Proposed)
			}
		}
	}
	if k.killed < runs/3 {
		t.Errorf("only %d of %d were killed while they ran", k.killed, k.done)
	}
}

// Ensure sixteen sessions that are told, cite, propose, store and keep at once lose nothing.
func TestSessionsLearnAtOnce(t *testing.T) {
	const sessions = 16
	program := filepath.Join(t.TempDir(), "impressionism")
	envtest.CopySelf(t, program)
	h := newLessonHome(t)
	envtest.WriteFile(t, filepath.Join(h.project, ".claude", "impressionism", "lessons", "L-aaaaa.md"), "Set a lock timeout in each database migration that adds a column to postings.\n")
	h.commit()
	time.Sleep(20 * time.Millisecond)
	h.starts("first")
	h.ends("first")
	var all sync.WaitGroup
	for i := range sessions {
		all.Go(func() {
			say := func(event string, more string) {
				input := fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s%d","cwd":%q%s}`, event, i, h.project, more)
				command, out := h.process(program, []byte(input), "hook")
				if err := command.Run(); err != nil {
					t.Errorf("%s: %v: %s", input, err, out)
				}
				if event == "UserPromptSubmit" && !strings.Contains(out.String(), "L-") {
					t.Errorf("%s: got %s", input, out)
				}
			}
			say("SessionStart", `,"source":"startup"`)
			say("UserPromptSubmit", `,"prompt":"`+aboutMigrations+`"`)
			say("Stop", fmt.Sprintf(`,"last_assistant_message":"As in [L-aaaaa].\nLESSON: Use port 90%02d - the collector number %d of Fabrikam listens there"`, i, i))
			say("UserPromptSubmit", fmt.Sprintf(`,"prompt":"LESSON: Use queue 70%02d - the printer number %d of Contoso reads it"`, i, i))
		})
	}
	all.Wait()
	listed := h.list()
	if len(listed.Lessons) != 1+sessions || listed.Proposed != sessions {
		t.Errorf("%d lessons, %d proposed, want %d and %d", len(listed.Lessons), listed.Proposed, 1+sessions, sessions)
	}
	if status, want := h.run(nil, "status"), fmt.Sprintf(", %d of them used", sessions); !strings.Contains(status, want) {
		t.Errorf("want %q: %s", want, status)
	}
	ids := map[string]bool{}
	for _, line := range strings.Split(h.run(nil, "lessons", "review"), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && strings.HasPrefix(fields[1], "L-") {
			ids[fields[1]] = true
		}
	}
	for id := range ids {
		all.Go(func() {
			command, out := h.process(program, nil, "lessons", "keep", id)
			if err := command.Run(); err != nil {
				t.Errorf("keep %s: %v: %s", id, err, out)
			}
		})
	}
	all.Wait()
	if listed = h.list(); len(listed.Lessons) != 1+2*sessions || listed.Proposed != 0 {
		t.Errorf("kept: %d lessons, %d proposed, want %d and 0", len(listed.Lessons), listed.Proposed, 1+2*sessions)
	}
	for _, l := range listed.Lessons {
		if l.State != "active" {
			t.Errorf("%s is %s: %s", l.ID, l.State, l.Why)
		}
	}
}
