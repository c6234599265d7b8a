//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/visible"
)

// lessonHome is a person with a project under git, in which lessons are told.
type lessonHome struct {
	t             *testing.T
	base, project string
	environ       []string
}

const aboutMigrations = "write the database migration that adds a column to postings, with a lock timeout"

func newLessonHome(t *testing.T) *lessonHome {
	t.Helper()
	base := t.TempDir()
	h := &lessonHome{t: t, base: base, project: filepath.Join(base, "project")}
	h.environ = append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"), "IMPRESSIONISM_WARM_ENABLED=false", "PATH="+os.Getenv("PATH"))
	envtest.WriteFile(t, filepath.Join(h.project, "README.md"), "A project.\n")
	envtest.WriteFile(t, filepath.Join(base, "outside.md"), "Set a lock timeout in each database migration that adds a column to postings.\n")
	h.git("init", "-q")
	t.Chdir(h.project)
	return h
}

func (h *lessonHome) git(args ...string) {
	h.t.Helper()
	git := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	git.Dir = h.project
	if out, err := git.CombinedOutput(); err != nil {
		h.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (h *lessonHome) commit() {
	h.t.Helper()
	h.git("add", "-A")
	h.git("commit", "-q", "--allow-empty", "-m", "x")
}

// run runs a command and returns what it printed, errors last.
func (h *lessonHome) run(input []byte, args ...string) string {
	h.t.Helper()
	var out, errOut bytes.Buffer
	run(args, h.environ, bytes.NewReader(input), &out, &errOut)
	return out.String() + errOut.String()
}

// hook sends an event and returns the context that the model is given.
func (h *lessonHome) hook(fields map[string]any) string {
	h.t.Helper()
	fields["cwd"] = h.project
	event, err := json.Marshal(fields)
	envtest.Must(h.t, err)
	said := h.run(event, "hook")
	var answer struct {
		Output struct {
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if said != "" {
		if err := json.Unmarshal([]byte(said), &answer); err != nil {
			h.t.Errorf("%v: got %q: %v", fields["hook_event_name"], said, err)
		}
	}
	return answer.Output.Context
}

func (h *lessonHome) starts(session string) string {
	h.t.Helper()
	h.list() // a hook does not wait for git on a busy machine
	return h.hook(map[string]any{"hook_event_name": "SessionStart", "session_id": session, "source": "startup"})
}

func (h *lessonHome) asks(session, prompt string) string {
	h.t.Helper()
	return h.hook(map[string]any{"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": prompt})
}

func (h *lessonHome) ends(session string) {
	h.t.Helper()
	h.hook(map[string]any{"hook_event_name": "SessionEnd", "session_id": session, "reason": "other"})
	time.Sleep(2 * time.Millisecond) // what is written now was written after it
}

// list is what `lessons list --json` prints.
func (h *lessonHome) list() (all shape.Lessons) {
	h.t.Helper()
	printed := h.run(nil, "lessons", "list", "--json")
	if err := json.Unmarshal([]byte(printed), &all); err != nil {
		h.t.Fatalf("got %q: %v", printed, err)
	}
	return all
}

type hostileFile struct {
	Case, At, File, Is, As, Text, Link, Encoding string
	Told, Mine                                   bool
	Repeat                                       int
}

type hostileEvents struct {
	Case                    string
	Told                    bool
	Stored, Proposed, Cited int
	Repeat                  int
	Events                  []struct{ Prompt, Answer, Tool, Result, Agent string }
}

func hostileLessons(t *testing.T) (cases struct {
	Files  []hostileFile
	Events []hostileEvents
},
) {
	t.Helper()
	data, err := os.ReadFile("testdata/hostile-lessons.yaml")
	envtest.Must(t, err)
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	envtest.Must(t, decoder.Decode(&cases))
	return cases
}

// put writes the file of a case.
func (c hostileFile) put(t *testing.T, path string) {
	t.Helper()
	if c.Link != "" {
		envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		envtest.Must(t, os.Symlink(c.Link, path))
		return
	}
	text := c.Text
	if c.Repeat > 0 {
		text = strings.Repeat(text, c.Repeat/len(text))
	}
	if c.Encoding == "utf-16" {
		var wide bytes.Buffer
		envtest.Must(t, binary.Write(&wide, binary.LittleEndian, utf16.Encode([]rune("\uFEFF"+text))))
		text = wide.String()
	}
	envtest.WriteFile(t, path, text)
}

// Ensure a hostile file of lessons is told, withheld or refused as its case says, and that
// whatever is told of it is one line without tags and hidden characters.
func TestHostileLessons(t *testing.T) {
	for _, c := range hostileLessons(t).Files {
		t.Run(c.Case, func(t *testing.T) {
			h := newLessonHome(t)
			mine, shared := filepath.Join(h.base, "data", "lessons"), filepath.Join(h.project, ".claude", "impressionism", "lessons")
			if c.Mine {
				envtest.WriteFile(t, filepath.Join(mine, "L-mmmmm.md"), "Add a column to postings with a lock timeout, mine.\n")
			}
			if c.File == "" {
				c.File = "L-aaaaa.md"
			}
			path := filepath.Join(shared, c.File)
			if strings.HasPrefix(c.At, "user") {
				path = filepath.Join(mine, c.File)
			}
			writer := strings.HasSuffix(c.At, "session")
			if writer {
				h.commit()
				h.starts("writer")
				time.Sleep(20 * time.Millisecond)
			}
			c.put(t, path)
			h.commit()
			if writer {
				time.Sleep(20 * time.Millisecond)
				h.ends("writer")
			}
			time.Sleep(20 * time.Millisecond)
			h.starts("s1")
			c.checkState(t, h.list(), path)
			context := h.asks("s1", aboutMigrations)
			if visible.Text(context) != context {
				t.Errorf("the model is told what cannot be seen: %q", context)
			}
			told := false
			for line := range strings.Lines(context) {
				told = told || strings.HasPrefix(line, "- [L-") && (!c.Mine || !strings.Contains(line, "mine"))
				if strings.HasPrefix(line, "- [L-") && strings.ContainsAny(line, "<>") {
					t.Errorf("a tag: %q", line)
				}
			}
			if told != c.Told || len(context) > 1000 {
				t.Errorf("told %v, want %v: %q", told, c.Told, context)
			}
		})
	}
}

// checkState holds the state of a case's file against what is listed.
func (c hostileFile) checkState(t *testing.T, all shape.Lessons, path string) {
	t.Helper()
	got, mine := "absent", !c.Mine
	for _, l := range all.Lessons {
		if l.File == path || c.As == "any" && filepath.Dir(l.File) == filepath.Dir(path) {
			got = l.State
		}
		mine = mine || l.Scope == "user" && l.State == "active"
	}
	if !mine {
		t.Error("the user's own may not be told any more")
	}
	for _, file := range all.Rejected {
		if file.Path == path {
			got = "rejected:" + file.Code
			if file.Reason == "" {
				t.Error("it is refused without a reason")
			}
		}
	}
	if got != c.Is {
		t.Errorf("it is %s, want %s: %+v", got, c.Is, all)
	}
}

// Ensure nothing that a session's model, tools, subagents and pastes say stores a lesson, makes
// one look used, or makes more wait than its case says.
func TestHostileEvents(t *testing.T) {
	for _, c := range hostileLessons(t).Events {
		t.Run(c.Case, func(t *testing.T) {
			h := newLessonHome(t)
			envtest.WriteFile(t, filepath.Join(h.project, ".claude", "impressionism", "lessons", "L-aaaaa.md"), "Set a lock timeout in each database migration that adds a column to postings.\n")
			h.commit()
			time.Sleep(20 * time.Millisecond)
			h.starts("s1")
			prompt := "good morning"
			if c.Told {
				prompt = aboutMigrations
			}
			if told := h.asks("s1", prompt); strings.Contains(told, "[L-aaaaa]") != c.Told {
				t.Fatalf("told %q, want %v", told, c.Told)
			}
			for _, event := range c.Events {
				fields := map[string]any{"session_id": "s1"}
				if event.Agent != "" {
					fields["agent_id"] = event.Agent
				}
				switch {
				case event.Tool != "":
					fields["hook_event_name"], fields["tool_name"] = "PostToolUse", event.Tool
					fields["tool_input"], fields["tool_response"] = map[string]any{"command": "cat page"}, event.Result
				case event.Answer != "":
					fields["hook_event_name"], fields["last_assistant_message"] = "Stop", event.Answer
				default:
					fields["hook_event_name"], fields["prompt"] = "UserPromptSubmit", event.Prompt+strings.Repeat(event.Prompt, c.Repeat/len(event.Prompt))
				}
				h.hook(fields)
			}
			all := h.list()
			if stored := len(all.Lessons) - 1; stored != c.Stored || all.Proposed != c.Proposed {
				t.Errorf("%d stored, %d proposed; want %d, %d", stored, all.Proposed, c.Stored, c.Proposed)
			}
			if status, want := h.run(nil, "status"), "1 of them used"; strings.Contains(status, want) != (c.Cited > 0) {
				t.Errorf("cited, want %d: %s", c.Cited, status)
			}
			if found := h.run(nil, "export"); strings.Contains(found, "AKIAIOSFODNN7EXAMPLQ") {
				t.Error("a secret is kept")
			}
		})
	}
}
