package unfinished

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// transcript returns the lines of a session in which a command failed, as the client writes
// them.
func (d *desk) transcript(session, prompt string) string {
	head := fmt.Sprintf(`"sessionId":%q,"cwd":%q,"gitBranch":"main","timestamp":"2026-01-02T03:04:06Z"`, session, d.workspace)
	return fmt.Sprintf(`{"type":"user",%[1]s,"message":{"role":"user","content":%[2]q}}
{"type":"assistant",%[1]s,"message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./upload"}}]}}
{"type":"user",%[1]s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 1\n--- FAIL: TestUpload (0.00s)"}]}}
`, head, prompt)
}

// Ensure whatever became of a transcript, what is told is less and never another session's work:
// the request and the file are known from events alone, and what a subagent did is not its work.
func TestTranscripts(t *testing.T) {
	const prompt, failing = "Write the upload page", "Failing: `go test ./upload`"
	d := newDesk(t)
	d.work("one", prompt, filepath.Join(d.workspace, "upload.go"))
	d.record(abi.Event{Name: abi.EventToolUsed, SessionID: "one", Agent: "a1", ToolName: "Bash", ToolInput: `{"command":"go test ./upload"}`}) // of a subagent, and it passed
	whole := d.transcript("one", prompt)
	other := d.transcript("other", "Draw the map of the harbour")
	huge := fmt.Sprintf(`{"type":"user","sessionId":"one","message":{"role":"user","content":[{"type":"image","data":"%s"}]}}`+"\n", strings.Repeat("x", 9<<20))
	filler := strings.Repeat(`{"type":"progress","sessionId":"one","text":"`+strings.Repeat("y", 4000)+`"}`+"\n", 10_000)
	for _, test := range []struct {
		name, lines string
		failing     bool
	}{
		{"whole", whole, true},
		{"absent", "", false},
		{"torn at the end", whole + d.transcript("one", "never")[:90], true},
		{"torn in the middle of the result", whole[:len(whole)-30], false},
		{"torn at the beginning", whole[100:], true},
		{"not text", "\x00\xff\xfe\x00{{{\n\n\n[1]\n\"x\"\nnull\n", false},
		{"lines of no known kind", strings.ReplaceAll(strings.ReplaceAll(whole, `"user"`, `"guest"`), `"assistant"`, `"robot"`), false},
		{"rewritten by another session", other, false},
		{"the copy of a resumed session", strings.ReplaceAll(whole, `"sessionId":"one"`, `"sessionId":"before"`), true},
		{"of another workspace", strings.ReplaceAll(whole, d.workspace, "/elsewhere"), false},
		{"50 MB with a line of 9 MB at the end", filler + whole + huge, true},
		{"50 MB with a line of 9 MB before it", filler + huge + whole, true},
		{"50 MB behind it", whole + filler, false},
	} {
		path := filepath.Join(d.env.ClientHome(), "projects", "-w", "one.jsonl")
		envtest.WriteFile(t, path, test.lines)
		if test.lines == "" {
			envtest.Must(t, os.Remove(path))
		}
		got := d.tell("two", "startup", time.Hour).Text
		if !strings.Contains(got, `Goal: "`+prompt+`"`) || !strings.Contains(got, "upload.go") {
			t.Errorf("%s: what events say is missing in\n%s", test.name, got)
		}
		if strings.Contains(got, "not answered") {
			t.Errorf("%s: events have an answer, and it is denied in\n%s", test.name, got)
		}
		if strings.Contains(got, failing) != test.failing || strings.Contains(got, "harbour") || strings.Contains(got, "never") {
			t.Errorf("%s: got\n%s", test.name, got)
		}
	}
}

// Ensure a transcript's place that is no file holds up nothing.
func TestTranscriptThatIsNoFile(t *testing.T) {
	d := newDesk(t)
	d.work("one", "Write the upload page", filepath.Join(d.workspace, "upload.go"))
	path := filepath.Join(d.env.ClientHome(), "projects", "-w", "one.jsonl")
	for name, put := range map[string]func() error{
		"a folder":      func() error { return os.Mkdir(path, 0o700) },
		"a broken link": func() error { return os.Symlink(filepath.Join(d.workspace, "absent"), path) },
		"a device":      func() error { return os.Symlink(os.DevNull, path) },
		"without end":   func() error { return os.Symlink("/dev/zero", path) },
	} {
		if runtime.GOOS == "windows" {
			t.Skip("links want rights there")
		}
		envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		envtest.Must(t, put())
		left, err := d.store.LastLeft(d.workspace, "two")
		envtest.Must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		h, _ := Draw(ctx, d.env, d.store, left, "startup", d.now)
		cancel()
		if got := h.Text("startup"); !strings.Contains(got, "upload.go") {
			t.Errorf("%s: got %q", name, got)
		}
		envtest.Must(t, os.Remove(path))
	}
}

// Ensure a list of todos in a shape that nobody knows ends what was known of todos.
func TestUnknownTodos(t *testing.T) {
	const known = `{"todos":[{"content":"answer with 413","status":"in_progress"}]}`
	for _, test := range []struct {
		input string
		open  bool
	}{
		{known, true},
		{`{"todos":[{"what":"answer with 413","percent":100}]}`, false},
		{`{"todos":{"1":"answer with 413"}}`, false},
		{`{"plan":["answer with 413"]}`, false},
		{`{"todos":[{"content":"answer with 413","status":"frozen"}]}`, false},
		{`{"todos":[`, false},
		{`{}`, true}, // a tool that only lists
		{`"text"`, true},
	} {
		d := newDesk(t)
		d.record(abi.Event{Name: abi.EventPrompt, SessionID: "one", Prompt: "Write the upload page"})
		for _, input := range []string{known, test.input} {
			d.record(abi.Event{Name: abi.EventToolUsed, SessionID: "one", ToolName: "TodoWrite", ToolInput: input})
		}
		d.record(abi.Event{Name: abi.EventSessionEnded, SessionID: "one"})
		got := d.tell("two", "startup", time.Hour).Text
		if strings.Contains(got, `Open: "answer with 413"`) != test.open || !strings.Contains(got, "upload page") {
			t.Errorf("%s: got %q", test.input, got)
		}
	}
}

// Ensure each state in which a repository can be is told as git has it: detached, in a worktree,
// in a submodule, in the middle of a rebase, and before the first commit.
func TestRepositories(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		envtest.SkipOrFail(t, "git is absent")
	}
	in := func(folder string, args ...string) func(*desk) {
		return func(d *desk) {
			command := exec.Command("git", append([]string{"-C", filepath.Join(d.workspace, folder), "-c", "user.name=S", "-c", "user.email=s@example.com", "-c", "protocol.file.allow=always"}, args...)...)
			var printed bytes.Buffer
			command.Stdout, command.Stderr = &printed, &printed
			if err := command.Run(); err != nil && args[0] != "rebase" {
				d.Fatalf("git %v: %v: %s", args, err, printed.String())
			}
		}
	}
	file := func(name, text string) func(*desk) {
		return func(d *desk) { envtest.WriteFile(d.TB, filepath.Join(d.workspace, name), text) }
	}
	base := []func(*desk){in("", "init", "-q", "-b", "main"), file("upload.go", "one\n"), in("", "add", "-A"), in("", "commit", "-q", "-m", "first")}
	for _, test := range []struct {
		name          string
		before, after []func(*desk) // the session's work
		folder        string
		want          string
	}{
		{"on a branch", base, []func(*desk){file("upload.go", "two\n")}, "", `(branch "main", 1 h ago, files as git has them now).+upload.go \(modified\)`},
		{"detached", append(base[:4:4], in("", "checkout", "-q", "--detach")), []func(*desk){file("upload.go", "two\n")}, "", `files as git has them now.+upload.go (modified)`},
		{"detached, and moved since", append(base[:4:4], in("", "checkout", "-q", "--detach")), []func(*desk){file("upload.go", "two\n"), in("", "commit", "-q", "-am", "more")}, "", ""},
		{"detached since", base, []func(*desk){file("upload.go", "two\n"), in("", "checkout", "-q", "--detach")}, "", ""},
		{"before the first commit", []func(*desk){in("", "init", "-q", "-b", "main")}, []func(*desk){file("upload.go", "one\n")}, "", `upload.go (untracked)`},
		{"in a rebase", append(base[:4:4], in("", "checkout", "-q", "-b", "topic"), file("upload.go", "ours\n"), in("", "commit", "-q", "-am", "ours")), []func(*desk){
			in("", "checkout", "-q", "main"), file("upload.go", "theirs\n"), in("", "commit", "-q", "-am", "theirs"), in("", "checkout", "-q", "topic"), in("", "rebase", "main"),
		}, "", `branch "topic", 1 h ago, a rebase is under way, files as git has them now).+upload.go (in conflict)`},
		{"in a worktree", append(base[:4:4], in("", "worktree", "add", "-q", "-b", "tree", "tree")), []func(*desk){file("tree/upload.go", "two\n")}, "tree", `(branch "tree", 1 h ago, files as git has them now).+upload.go (modified)`},
		{"in a submodule", append(base[:4:4], in("", "init", "-q", "-b", "main", "other"), file("other/upload.go", "one\n"), in("other", "add", "-A"), in("other", "commit", "-q", "-m", "theirs"),
			in("", "submodule", "add", "-q", "./other", "sub"), in("", "commit", "-q", "-m", "with a part")), []func(*desk){file("sub/upload.go", "two\n")}, "sub", `files as git has them now.+upload.go (modified)`},
		{"of a submodule, seen from above", append(base[:4:4], in("", "init", "-q", "-b", "main", "other"), file("other/upload.go", "one\n"), in("other", "add", "-A"), in("other", "commit", "-q", "-m", "theirs"),
			in("", "submodule", "add", "-q", "./other", "sub"), in("", "commit", "-q", "-m", "with a part")), []func(*desk){file("sub/new.go", "two\n")}, "", `-`},
		{"git's files are damaged", base, []func(*desk){file("upload.go", "two\n"), file(".git/index", "no index"), file(".git/HEAD", "ref: refs/heads/main\n")}, "", `not checked against git.+Edited: upload.go`},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t)
			for _, step := range test.before {
				step(d)
			}
			above := d.workspace
			d.workspace = filepath.Join(above, test.folder)
			name := "upload.go"
			if test.want == "-" {
				name = "sub/new.go"
			}
			d.work("one", "Write the upload page", filepath.Join(d.workspace, name))
			d.workspace = above
			for _, step := range test.after {
				step(d)
			}
			d.workspace = filepath.Join(above, test.folder)
			left, err := d.store.LastLeft(d.workspace, "two")
			envtest.Must(t, err)
			h, _ := Draw(t.Context(), d.env, d.store, left, "startup", d.now.Add(time.Hour))
			got := h.Text("startup")
			if test.want == "-" {
				if strings.Contains(got, "new.go (modified)") || strings.Contains(got, "Committed") {
					t.Errorf("got %q", got)
				}
				return
			}
			rest := got
			for part := range strings.SplitSeq(strings.ReplaceAll(test.want, `\`, ""), ".+") {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Fatalf("got %q (%s), want %q", got, h.Why, part)
				}
				rest = after
			}
			if (got == "") != (test.want == "") {
				t.Errorf("got %q, want nothing", got)
			}
		})
	}
}

// Ensure a clock that jumps back neither hides the work that was done last nor ages it.
func TestClockJumpsBack(t *testing.T) {
	d := newDesk(t)
	d.work("one", "Write the upload page", filepath.Join(d.workspace, "upload.go"))
	d.now = d.now.Add(-48 * time.Hour)
	d.work("two", "Write the download page", filepath.Join(d.workspace, "download.go"))
	got := d.tell("three", "startup", -24*time.Hour)
	if got.Of != "two" || !strings.Contains(got.Text, "download page") || strings.Contains(got.Text, "ago") {
		t.Errorf("got %+v", got)
	}
}
