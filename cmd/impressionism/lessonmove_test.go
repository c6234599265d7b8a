//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// moved are the texts of all files that importing and promoting may write, by path.
func (h *lessonHome) moved() map[string]string {
	h.t.Helper()
	found := map[string]string{}
	for _, pattern := range []string{
		filepath.Join(h.project, "CLAUDE.md"), filepath.Join(h.project, ".claude", "skills", "*", "SKILL.md"),
		filepath.Join(h.project, ".claude", "impressionism", "lessons", "*"), filepath.Join(h.base, "data", "lessons", "*"),
	} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			content, err := os.ReadFile(path)
			envtest.Must(h.t, err)
			found[path] = string(content)
		}
	}
	return found
}

const movedLesson = "---\nid: L-aaaaa\n---\nSet a lock timeout in each database migration that adds a column to postings.\n"

// team are lessons of others, as export writes them.
func team(t *testing.T, lessons int) string {
	t.Helper()
	var lines strings.Builder
	for i := range lessons {
		line, err := json.Marshal(map[string]any{"title": fmt.Sprintf("Printer %d of Contoso", 9000+i), "text": fmt.Sprintf("Send labels of the warehouse to port %d, the printer of Contoso listens nowhere else.", 9000+i)})
		envtest.Must(t, err)
		lines.WriteString(string(line) + "\n")
	}
	return lines.String()
}

// Ensure a process that is killed at any moment of import or promote leaves each file as it was
// before or as it is after; that a lesson is then somewhere, and that undo, or the same command
// again, ends what was begun.
func TestKilledWhileLessonsMove(t *testing.T) {
	runs, lessons := 15, 8
	if sampletest.Soak() {
		runs = 600
	}
	program := filepath.Join(t.TempDir(), "impressionism")
	envtest.CopySelf(t, program)
	h := newLessonHome(t)
	file := filepath.Join(h.base, "team.jsonl")
	envtest.WriteFile(t, file, team(t, lessons))
	commands := [][]string{
		{"lessons", "import", file},
		{"lessons", "import", file, "--yes"},
		{"lessons", "promote", "L-aaaaa", "--to", "claude-md", "--write"},
		{"lessons", "promote", "L-aaaaa", "--to", "user", "--write"},
		{"lessons", "promote", "L-aaaaa", "--to", "skill", "--write"},
	}
	k := newKillings(runs)
	for k.more() {
		args := commands[k.done%len(commands)]
		name := strings.Join(args[1:], " ")
		h.fresh()
		start := h.moved()
		h.kill(k, program, name, args...)
		h.wholeAfter(name, start, false)
		if args[1] == "promote" {
			said := h.run(nil, "lessons", "undo")
			got := h.moved()
			maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasSuffix(path, ".tmp") }) // of who was killed
			if !maps.Equal(got, start) {
				t.Errorf("%s, killed, undone (%q): got %q, want %q", name, said, got, start)
			}
			continue
		}
		h.run(nil, args...)
		h.wholeAfter(name+" again", start, false)
		if got := h.list(); len(got.Lessons)+got.Proposed != 1+lessons {
			t.Errorf("%s again: %d lessons, %d proposed, want %d in all", name, len(got.Lessons), got.Proposed, 1+lessons)
		}
	}
	if k.killed < runs/3 {
		t.Errorf("only %d of %d were killed while they ran", k.killed, k.done)
	}
}

// fresh begins anew, with one lesson that may be told and a file of instructions.
func (h *lessonHome) fresh() {
	h.t.Helper()
	for _, dir := range []string{filepath.Join(h.base, "data"), filepath.Join(h.project, ".claude")} {
		envtest.Must(h.t, os.RemoveAll(dir))
	}
	envtest.WriteFile(h.t, filepath.Join(h.project, "CLAUDE.md"), "# Postings\n")
	envtest.WriteFile(h.t, filepath.Join(h.project, ".claude", "impressionism", "lessons", "L-aaaaa-lock.md"), movedLesson)
	h.run(nil, "lessons", "list")
	h.run(nil, "lessons", "keep", "L-aaaaa")
}

// wholeAfter holds files against what they were: each is as before, or whole and one that was
// to be written, and the lesson is somewhere. Nothing of a write that failed lies about, unless
// the process was killed.
func (h *lessonHome) wholeAfter(name string, start map[string]string, tidy bool) {
	h.t.Helper()
	somewhere := false
	for path, content := range h.moved() {
		somewhere = somewhere || strings.Contains(content, "Set a lock timeout in each database migration")
		whole := content == start[path] || strings.HasSuffix(content, "\n") && (strings.Contains(content, "port 90") || strings.HasSuffix(content, "the printer reads no other\n") || strings.Contains(content, "Set a lock timeout"))
		if base := filepath.Base(path); !strings.HasSuffix(base, ".md") { // of atomicfile
			whole = !tidy
		}
		if !whole {
			h.t.Errorf("%s: %s is neither as before nor as after: %q", name, path, content)
		}
	}
	if !somewhere {
		h.t.Errorf("%s: the lesson is lost: %q", name, h.moved())
	}
}

func init() { testPrograms["full-disk"] = fullDisk }

// fullDisk is the program on a disk that has room for files of a size alone. A limit on file
// sizes serves as the disk.
func fullDisk() {
	signal.Ignore(syscall.SIGXFSZ) // a write then fails instead
	most, err := strconv.ParseUint(os.Getenv("TEST_FULL_DISK"), 10, 64)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	main()
}

// Ensure keep, learn, import and promote on a full disk, wherever it becomes full, say so and lose
// nothing: once there is room the same command does what it should have done.
func TestLessonsOnAFullDisk(t *testing.T) {
	program := filepath.Join(t.TempDir(), "full-disk")
	envtest.CopySelf(t, program)
	h := newLessonHome(t)
	file := filepath.Join(h.base, "team.jsonl")
	envtest.WriteFile(t, file, team(t, 3))
	const typed = "Use port 9000 for the collector of Fabrikam, it listens nowhere else"
	rooms := []int{0, 400, 700, 1000}
	if sampletest.Soak() {
		rooms = []int{0, 60, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500, 2000}
	}
	for _, test := range []struct {
		args []string
		want int // lessons, and proposals, in the end
	}{
		{[]string{"lessons", "keep", "1"}, 2},
		{[]string{"learn", typed}, 3},
		{[]string{"lessons", "import", file}, 5},
		{[]string{"lessons", "import", file, "--yes"}, 5},
		{[]string{"lessons", "promote", "L-aaaaa", "--to", "claude-md", "--write"}, 1},
		{[]string{"lessons", "promote", "L-aaaaa", "--to", "user", "--write"}, 2},
	} {
		failed := 0
		for _, room := range rooms {
			h.fresh()
			h.starts("s1")
			h.hook(map[string]any{"hook_event_name": "Stop", "session_id": "s1", "last_assistant_message": "LESSON: Set the queue of Contoso to 70 - the printer reads no other"})
			h.ends("s1")
			if before := h.list(); before.Proposed != 1 || len(before.Lessons) != 1 {
				t.Fatalf("%d lessons, %d proposed", len(before.Lessons), before.Proposed)
			}
			h.run(nil, "lessons", "review")
			name := fmt.Sprintf("%s, room for %d", strings.Join(test.args, " "), room)
			start := h.moved()
			command, out := h.process(program, nil, test.args...)
			command.Env = append(command.Env, "TEST_FULL_DISK="+strconv.Itoa(room))
			if err := command.Run(); err != nil {
				failed++
				if said := out.String(); !strings.Contains(said, "file too large") && !strings.Contains(said, "disk") || len(strings.Split(strings.TrimSpace(said), "\n")) > 3 {
					t.Errorf("%s: %v: got %q", name, err, said)
				}
			}
			h.wholeAfter(name, start, true)
			if all := h.list(); len(all.Lessons)+all.Proposed < 1 || all.Proposed+len(all.Lessons) < 2 && test.want > 1 {
				t.Errorf("%s: something is lost: %+v", name, all)
			}
			h.run(nil, test.args...)
			if all := h.list(); len(all.Lessons)+all.Proposed != test.want {
				t.Errorf("%s, then with room: %d lessons, %d proposed, want %d: %q", name, len(all.Lessons), all.Proposed, test.want, out)
			}
		}
		if failed == 0 {
			t.Errorf("%v: the disk was never full", test.args)
		}
	}
}

// Ensure where the project cannot be written, keep, learn, import and promote say which file could
// not be made, and the proposal goes on waiting; with --user it is kept.
func TestLessonsOfAReadOnlyProject(t *testing.T) {
	base, err := os.MkdirTemp("", "impressionism-read-only-") // nobody reaches it
	envtest.Must(t, err)
	t.Cleanup(func() { os.RemoveAll(base) })
	program := filepath.Join(base, "impressionism")
	envtest.CopySelf(t, program)
	h := newLessonHome(t)
	h.base, h.project = base, filepath.Join(base, "project")
	h.environ = append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"), "IMPRESSIONISM_WARM_ENABLED=false", "PATH="+os.Getenv("PATH"))
	envtest.WriteFile(t, filepath.Join(h.project, "CLAUDE.md"), "# Postings\n")
	envtest.WriteFile(t, filepath.Join(base, "team.jsonl"), team(t, 2))
	envtest.Must(t, os.Chmod(base, 0o755))
	envtest.Must(t, os.Mkdir(filepath.Join(base, "data"), 0o777))
	envtest.Must(t, os.Chmod(filepath.Join(base, "data"), 0o777))
	envtest.Must(t, os.Chmod(h.project, 0o555))
	t.Cleanup(func() { os.Chmod(h.project, 0o755) })
	as := func(input string, args ...string) (string, error) {
		command, out := h.process(program, []byte(input), args...)
		if os.Getuid() == 0 { // root may write everything
			command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		err := command.Run()
		return out.String(), err
	}
	event := func(name, more string) {
		t.Helper()
		if said, err := as(fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s","cwd":%q%s}`, name, h.project, more), "hook"); err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
	}
	event("SessionStart", `,"source":"startup"`)
	event("Stop", `,"last_assistant_message":"LESSON: Set the queue of Contoso to 70 - the printer reads no other"`)
	event("SessionEnd", `,"reason":"other"`)
	if said, err := as("", "lessons", "review"); err != nil {
		t.Fatalf("review: %v: %s", err, said)
	}
	waits := func() int {
		t.Helper()
		printed, err := as("", "lessons", "list", "--json")
		var all shape.Lessons
		if err != nil || json.Unmarshal([]byte(printed), &all) != nil {
			t.Fatalf("%v: %s", err, printed)
		}
		return all.Proposed
	}
	for _, args := range [][]string{
		{"lessons", "keep", "1"},
		{"learn", "Use port 9000 for the collector of Fabrikam, it listens nowhere else"},
		{"lessons", "import", filepath.Join(base, "team.jsonl"), "--yes"},
	} {
		said, err := as("", args...)
		if err == nil || !strings.Contains(said, ".claude") || !strings.Contains(said, "permission denied") {
			t.Errorf("%v: %v: got %q", args, err, said)
		}
		if n := waits(); n != 1 {
			t.Errorf("%v: %d proposals wait, want 1", args, n)
		}
	}
	if said, err := as("", "lessons", "keep", "1", "--user"); err != nil || waits() != 0 {
		t.Errorf("keep --user: %v: %s", err, said)
	}
	if said, err := as("", "lessons", "import", filepath.Join(base, "team.jsonl")); err != nil || waits() != 2 {
		t.Errorf("import as proposals: %v: %s", err, said)
	}
}
