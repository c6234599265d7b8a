//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// allocated is what a process has allocated since it began.
type allocated struct {
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// countedFile names the file to which runCounted writes, but for its end: the program's
// first argument. Hook and server would not know each other by a variable of ours.
const countedFile = "COUNTED_FILE"

// init adds a program to those of TestMain, which other systems do not have.
func init() { testPrograms["counted"] = runCounted }

// runCounted is main of a program that writes what it has allocated when it ends, and
// whenever it is sent SIGUSR1.
func runCounted() {
	name := os.Getenv(countedFile) + os.Args[1]
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		for range asked {
			writeAllocated(name)
		}
	}()
	code := run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	writeAllocated(name)
	os.Exit(code)
}

func writeAllocated(name string) {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	encoded, err := json.Marshal(allocated{stats.Mallocs, stats.TotalAlloc})
	if err == nil {
		err = os.WriteFile(name+".part", encoded, 0o600)
	}
	if err == nil {
		err = os.Rename(name+".part", name)
	}
	if err != nil {
		panic(err)
	}
}

// counting is a user's machine on which allocations are counted.
type counting struct {
	t        *testing.T
	base     string
	environ  []string
	sessions int
}

// What the allocations of the same program differ by, and of how many events the least is
// taken: what two goroutines may both do, as to compile the ruleset, is chance. A
// server's are the least mean of so many rounds: what it does by the clock falls into some.
const (
	allocationsShare = .05
	countedEvents    = 8
	countedRounds    = 4
)

// Ensure that no hook and no server allocates more for an event than the committed
// baseline says.
func TestAllocations(t *testing.T) {
	now := map[string]allocated{}
	plain := newCounting(t, "")
	for _, path := range []string{"Stop", "PostToolUse", "silence", "words"} {
		now["alone: "+path] = plain.alone(path)
	}
	plain.served(now, "Stop", "PostToolUse", "silence", "words")
	if models := envtest.Models(); models != "" {
		c := newCounting(t, models)
		now["alone: model"] = c.alone("model")
		c.served(now, "model")
	}
	holdAllocations(t, now)
}

// holdAllocations compares with what is committed, or commits it.
func holdAllocations(t *testing.T, now map[string]allocated) {
	t.Helper()
	name := filepath.Join("testdata", "allocations.json")
	if *update {
		encoded, err := json.MarshalIndent(now, "", "\t")
		envtest.Must(t, err)
		envtest.Must(t, os.WriteFile(name, append(encoded, '\n'), 0o644))
		return
	}
	encoded, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no baseline yet, run: make guards: %v", err)
	}
	envtest.Must(t, err)
	baseline := map[string]allocated{}
	envtest.Must(t, json.Unmarshal(encoded, &baseline))
	for _, path := range slices.Sorted(maps.Keys(now)) {
		is := now[path]
		was, has := baseline[path]
		if !has || !within(was.Objects, is.Objects) || !within(was.Bytes, is.Bytes) {
			t.Errorf("%s: allocates %d objects and %d bytes instead of %d and %d (5 %% are allowed); if that is meant, run: make guards; and commit testdata with the reason",
				path, is.Objects, is.Bytes, was.Objects, was.Bytes)
		}
	}
}

func within(was, is uint64) bool {
	return float64(max(was, is)-min(was, is)) <= allocationsShare*float64(was)
}

// newCounting makes a home with the example skills and indexes it.
func newCounting(t *testing.T, models string) *counting {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	envtest.Must(t, err)
	for _, folder := range []string{"data", "work", "home/.claude", "run"} {
		envtest.Must(t, os.MkdirAll(filepath.Join(base, folder), 0o700))
	}
	skills := os.DirFS(filepath.Join(envtest.Root(t), "examples", "skills"))
	envtest.Must(t, os.CopyFS(filepath.Join(base, "home", ".claude", "skills"), skills))
	c := &counting{t: t, base: base, environ: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(base, "home"), "IMPRESSIONISM_HOME=" + filepath.Join(base, "data"),
		"XDG_RUNTIME_DIR=" + filepath.Join(base, "run"), "IMPRESSIONISM_WARM_WAIT_MS=1000",
	}}
	for _, name := range envtest.WideDeadlines {
		c.environ = append(c.environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	if models != "" {
		envtest.Must(t, os.Symlink(models, filepath.Join(base, "data", "models")))
		embedSamples(t, filepath.Join(base, "data"), c.environ)
	}
	c.run(c.command("index"))
	c.event("Stop", c.session("Stop")) // what the first event of a user makes is there
	return c
}

func (c *counting) command(args ...string) *exec.Cmd {
	command := exec.Command("counted", args...)
	command.Dir = filepath.Join(c.base, "work")
	command.Env = append(slices.Clone(c.environ), countedFile+"="+c.result(""))
	return command
}

// result is the file to which a program writes what it has allocated.
func (c *counting) result(program string) string { return filepath.Join(c.base, "counted-"+program) }

func (c *counting) run(command *exec.Cmd) string {
	c.t.Helper()
	output, err := command.Output()
	envtest.Must(c.t, err)
	return string(output)
}

// prompts are answered as their names say with the example skills; events follow one.
var prompts = map[string]string{
	"silence": "thanks, looks good",
	"words":   "write a multi-stage Dockerfile for the API and make the image smaller",
	"model":   "our container is two gigabytes and takes forever to pull",
}

// alone sends events of sessions of their own and returns the least that a hook
// allocated.
func (c *counting) alone(path string) (least allocated) {
	c.t.Helper()
	for range countedEvents {
		least = fewer(least, c.event(path, c.session(path)))
	}
	return least
}

// fewer returns the one with fewer objects, of which the first may be none.
func fewer(a, b allocated) allocated {
	if a.Objects > 0 && a.Objects <= b.Objects {
		return a
	}
	return b
}

// session returns a new session in which an event can happen.
func (c *counting) session(path string) string {
	c.t.Helper()
	c.sessions++
	session := "counted-" + strconv.Itoa(1000+c.sessions)
	if _, isPrompt := prompts[path]; !isPrompt {
		c.event("words", session)
	}
	return session
}

// event sends an event and returns what the hook allocated.
func (c *counting) event(path, session string) allocated {
	c.t.Helper()
	prompt, isPrompt := prompts[path]
	name, fields := path, map[string]string{"tool_name": "Bash", "tool_use_id": "toolu_1", "tool_input": `{"command":"go test ./..."}`, "tool_response": `{"stdout":"ok"}`}
	if isPrompt {
		name, fields = "UserPromptSubmit", map[string]string{"prompt": prompt}
	}
	answer := c.send(name, session, fields)
	if suggests := path == "words" || path == "model"; suggests != (answer != "") {
		c.t.Fatalf("%s: the hook answers %q", path, answer)
	}
	return c.read("hook")
}

func (c *counting) send(event, session string, fields map[string]string) (answer string) {
	c.t.Helper()
	fields["hook_event_name"], fields["session_id"], fields["cwd"] = event, session, filepath.Join(c.base, "work")
	command := c.command("hook")
	command.Stdin = bytes.NewReader(envtest.EncodeEvent(fields))
	return c.run(command)
}

func (c *counting) read(program string) (counted allocated) {
	c.t.Helper()
	encoded, err := os.ReadFile(c.result(program))
	envtest.Must(c.t, err)
	envtest.Must(c.t, json.Unmarshal(encoded, &counted))
	return counted
}

// served counts hooks that a server answers, and what the server allocates for each.
func (c *counting) served(now map[string]allocated, paths ...string) {
	c.t.Helper()
	server := c.command("mcp")
	in, err := server.StdinPipe()
	envtest.Must(c.t, err)
	envtest.Must(c.t, server.Start())
	defer func() {
		envtest.Must(c.t, in.Close())
		envtest.Must(c.t, server.Wait())
	}()
	c.awaitServer()
	for _, path := range paths {
		c.event(path, c.session(path))
		for range countedRounds {
			var sessions [countedEvents / countedRounds]string
			for i := range sessions {
				sessions[i] = c.session(path)
			}
			before := c.ask(server)
			for _, session := range sessions {
				now["served: "+path] = fewer(now["served: "+path], c.event(path, session))
			}
			after, n := c.ask(server), uint64(len(sessions))
			if after.Objects-before.Objects < 100*n {
				c.t.Fatalf("%s: the server was not asked", path)
			}
			mean := allocated{(after.Objects - before.Objects) / n, (after.Bytes - before.Bytes) / n}
			now["served, the server: "+path] = fewer(now["served, the server: "+path], mean)
		}
	}
}

// awaitServer waits until the server has its socket and has looked at the index.
func (c *counting) awaitServer() {
	c.t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if found, _ := filepath.Glob(filepath.Join(c.base, "run", "impressionism", "*")); len(found) > 1 {
			break
		}
		if time.Now().After(until) {
			c.t.Fatal("the server has no socket after a minute")
		}
	}
	time.Sleep(4 * time.Second) // serve.embedAfter and what follows
}

// ask has the server write what it has allocated.
func (c *counting) ask(server *exec.Cmd) allocated {
	c.t.Helper()
	time.Sleep(200 * time.Millisecond) // what follows an answer
	envtest.Must(c.t, os.RemoveAll(c.result("mcp")))
	envtest.Must(c.t, server.Process.Signal(syscall.SIGUSR1))
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(c.result("mcp")); err == nil {
			return c.read("mcp")
		}
	}
	c.t.Fatal("the server does not say what it has allocated")
	return allocated{}
}
