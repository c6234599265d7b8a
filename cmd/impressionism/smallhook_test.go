//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/config/folders"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/session"
)

// buildSmall returns the small program, which is built once.
var buildSmall = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "small")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", folder, "../impressionism-hook")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the small program: %w: %s", err, said)
	}
	return os.ReadFile(filepath.Join(folder, "impressionism-hook"))
})

// smallHome has both programs in one folder, a catalog and a data folder.
type smallHome struct {
	t               *testing.T
	whole, small    string
	environ         []string
	work, log, data string
}

func newSmallHome(t *testing.T, settings ...string) *smallHome {
	t.Helper()
	built, err := buildSmall()
	envtest.Must(t, err)
	self, err := os.Executable()
	envtest.Must(t, err)
	bin := t.TempDir()
	h := &smallHome{t: t, whole: filepath.Join(bin, "impressionism"), small: filepath.Join(bin, "impressionism-hook")}
	envtest.Must(t, os.WriteFile(h.small, built, 0o755))
	if os.Link(self, h.whole) != nil {
		envtest.CopySelf(t, h.whole)
	}
	h.environ = append(envtest.HookEnviron(t), "PATH="+os.Getenv("PATH"))
	h.data = strings.TrimPrefix(h.environ[1], folders.EnvHome+"=")
	h.environ = append(h.environ, settings...)
	h.work, h.log = t.TempDir(), filepath.Join(h.data, "log")
	return h
}

// event is a prompt of a session.
func (h *smallHome) event(session, prompt string) []byte {
	return envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": session, "cwd": h.work, "prompt": prompt})
}

const migration = "write a database migration that adds a column"

// command is the small program, about to run.
func (h *smallHome) command(input io.Reader, args ...string) (command *exec.Cmd, out, errOut *bytes.Buffer) {
	command, out, errOut = exec.Command(h.small, args...), new(bytes.Buffer), new(bytes.Buffer)
	command.Dir, command.Env, command.Stdin, command.Stdout, command.Stderr = h.work, h.environ, input, out, errOut
	return command, out, errOut
}

// run runs the small program, which must never fail.
func (h *smallHome) run(input io.Reader, args ...string) (out, errOut string) {
	h.t.Helper()
	command, printed, said := h.command(input, args...)
	if err := command.Run(); err != nil {
		h.t.Errorf("the hook fails: %v", err)
	}
	return printed.String(), said.String()
}

// place is where the server of this home is met.
func (h *smallHome) place() relay.Place {
	place, err := relay.PlaceOf(h.env().Lookup, "")
	envtest.Must(h.t, err)
	return place
}

func (h *smallHome) env() *env.Env {
	e := env.Of(wire.ShippedKinds(), h.environ, bytes.NewReader(nil), io.Discard, io.Discard, time.Now())
	envtest.Must(h.t, e.Configure(h.work))
	return e
}

// prompts are those of a session that are stored, the last first.
func (h *smallHome) prompts(id string) []session.Prompt {
	store, err := wire.Open(h.env(), "")
	envtest.Must(h.t, err)
	defer store.Close()
	prompts, err := store.Prompts(id, 10_000)
	envtest.Must(h.t, err)
	return prompts
}

// serve starts a server, and waits until it answers hooks.
func (h *smallHome) serve() *exec.Cmd {
	server := exec.Command(h.whole, "mcp")
	server.Dir, server.Env = h.work, h.environ
	_, err := server.StdinPipe()
	envtest.Must(h.t, err)
	envtest.Must(h.t, server.Start())
	h.t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	h.await(func() bool { // the file is there before anybody listens
		connection, err := net.Dial("unix", h.place().Socket)
		return err == nil && connection.Close() == nil
	})
	return server
}

func (h *smallHome) await(is func() bool) {
	h.t.Helper()
	for until := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			h.t.Fatal("waited a minute in vain")
		}
	}
}

// answeredWarm counts the events that a server says it answered.
func (h *smallHome) answeredWarm() int {
	logged, _ := os.ReadFile(h.log)
	return bytes.Count(logged, []byte("answered by the warm server"))
}

// fakeServer takes the events of this home's hooks and does something else than answer.
func (h *smallHome) fakeServer(wait time.Duration, answer func(ctx context.Context, told serve.Told) serve.Result) {
	program, err := relay.Program(h.whole)
	envtest.Must(h.t, err)
	terms := wire.ServerTerms(h.env(), nil)
	server := &serve.Server{
		Announce: func() (relay.Identity, relay.Terms, error) {
			return relay.Identify(program, nil, h.environ, folders.EnvPrefix, terms.Names), terms, nil
		},
		Take: func(relay.Offer) (serve.Turn, error) {
			return serve.Turn{Wait: wait, Drop: func() {}, Answer: func(ctx context.Context, told serve.Told) (serve.Result, error) {
				return answer(ctx, told), nil
			}}, nil
		},
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, h.place(), func() { close(ready) }) }()
	<-ready
	h.t.Cleanup(func() { cancel(); envtest.Must(h.t, <-ended) })
}

const patient = "IMPRESSIONISM_WARM_WAIT_MS=10000"

// Ensure the small program answers as the whole one does, with and without a server, hands
// its flags on, and leaves one of our own commands to the whole program.
func TestSmallHook(t *testing.T) {
	h := newSmallHome(t, patient, "IMPRESSIONISM_LOG_LEVEL=debug")
	alone, errOut := h.run(bytes.NewReader(h.event("s1", migration)))
	if !strings.Contains(alone, "/database-migrations") || errOut != "" {
		t.Fatalf("alone: %q, %q", alone, errOut)
	}
	h.serve()
	if warm, errOut := h.run(bytes.NewReader(h.event("s2", migration))); warm != alone || errOut != "" {
		t.Errorf("with a server: %q, %q, want %q", warm, errOut, alone)
	}
	h.await(func() bool { return h.answeredWarm() == 1 })
	if said, _ := h.run(bytes.NewReader(h.event("s3", migration)), "--set", "suggest.notify=never"); said == alone || !strings.Contains(said, "/database-migrations") {
		t.Errorf("with a flag: %q", said)
	}
	if said, _ := h.run(bytes.NewReader(h.event("s2", "/impressionism:why"))); !strings.Contains(said, "database-migrations") || !strings.Contains(said, `"block"`) {
		t.Errorf("one of our own commands: %q", said)
	}
	if _, errOut := h.run(strings.NewReader(`{"hook_event_name":`)); !strings.Contains(errOut, "not-json") {
		t.Errorf("half an event: %q", errOut)
	}
	if h.answeredWarm() != 1 {
		t.Errorf("the server answered %d events", h.answeredWarm())
	}
}

// Ensure what can be wrong with the whole program, with stdin and with the server is
// silence with exit code 0, with a reason on stderr, and no event is lost.
func TestSmallHookFaults(t *testing.T) {
	for name, spoil := range map[string]func(h *smallHome) error{
		"no whole program": func(h *smallHome) error { return os.Remove(h.whole) },
		"one that may not be run": func(h *smallHome) error {
			return errors.Join(os.Remove(h.whole), os.WriteFile(h.whole, []byte("x"), 0o644))
		},
		"one of another machine": func(h *smallHome) error {
			return errors.Join(os.Remove(h.whole), os.WriteFile(h.whole, []byte("\x7fELF\x02\x01\x01\x00garbage"), 0o755))
		},
		"a folder in place of it":    func(h *smallHome) error { return errors.Join(os.Remove(h.whole), os.Mkdir(h.whole, 0o755)) },
		"the whole program is empty": func(h *smallHome) error { return errors.Join(os.Remove(h.whole), os.WriteFile(h.whole, nil, 0o755)) },
	} {
		h := newSmallHome(t)
		h.run(strings.NewReader("no event")) // begins the log
		envtest.Must(t, spoil(h))
		if out, errOut := h.run(bytes.NewReader(h.event("s1", migration))); out != "" || !strings.Contains(errOut, "/impressionism:setup") || strings.Contains(errOut, migration) {
			t.Errorf("%s: %q, %q", name, out, errOut)
		}
		if logged, err := os.ReadFile(h.log); err != nil || !strings.Contains(string(logged), `"code":"start"`) || !json.Valid(logged[bytes.LastIndexByte(logged[:len(logged)-1], '\n')+1:]) {
			t.Errorf("%s: logged %s, %v", name, logged, err)
		}
	}

	h := newSmallHome(t, patient)
	server := h.serve()
	large := io.MultiReader(strings.NewReader(`{"hook_event_name":"UserPromptSubmit","prompt":"`), io.LimitReader(endless{}, 100<<20), strings.NewReader(`"}`))
	if _, errOut := h.run(large); !strings.Contains(errOut, "too-large") {
		t.Errorf("100 MB: %q", errOut)
	}
	if _, errOut := h.run(nil); !strings.Contains(errOut, "empty") {
		t.Errorf("no stdin: %q", errOut)
	}
	event := h.event("s2", migration+strings.Repeat(" and more", 100_000))
	if out, errOut := h.run(bytes.NewReader(event)); !strings.Contains(out, "/database-migrations") {
		t.Errorf("an event of %d bytes: %q, %q", len(event), out, errOut)
	}
	for _, closed := range []string{">&-", "2>&-", ">&- 2>&-", "| true"} { // streams that nobody reads
		command := exec.Command("bash", "-o", "pipefail", "-c", `"$0" `+closed, h.small)
		command.Dir, command.Env, command.Stdin = h.work, h.environ, bytes.NewReader(h.event("closed "+closed, migration))
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %q", closed, err, out)
		}
		if prompts := h.prompts("closed " + closed); len(prompts) != 1 {
			t.Errorf("%s: stored %d times", closed, len(prompts))
		}
	}
	read, write, err := os.Pipe()
	envtest.Must(t, err)
	_, err = write.Write(h.event("s3", migration)[:50])
	envtest.Must(t, err)
	began := time.Now()
	if _, errOut := h.run(read); !strings.Contains(errOut, "no answer after 2") || time.Since(began) < 2*time.Second {
		t.Errorf("stdin that never ends: %q after %v", errOut, time.Since(began))
	}
	envtest.Must(t, errors.Join(read.Close(), write.Close()))

	envtest.Must(t, server.Process.Kill())
	_ = server.Wait()
	if out, _ := h.run(bytes.NewReader(h.event("s4", migration))); !strings.Contains(out, "/database-migrations") || env.Exists(h.place().Folder) {
		t.Errorf("after the server was killed: %q, its folder exists: %t", out, env.Exists(h.place().Folder))
	}

	h = newSmallHome(t, "IMPRESSIONISM_WARM_WAIT_MS=20")
	server = h.serve()
	envtest.Must(t, server.Process.Signal(syscall.SIGSTOP))
	for _, prompt := range []string{migration, migration + strings.Repeat(" and more", 20_000), migration + strings.Repeat(" and more", 200_000)} { // the last fits no pipe
		if out, errOut := h.run(bytes.NewReader(h.event(fmt.Sprint("s", len(prompt)), prompt))); !strings.Contains(out, "/database-migrations") {
			t.Errorf("with a server that stands still: %q, %q", out, errOut)
		}
	}
	envtest.Must(t, server.Process.Signal(syscall.SIGCONT))
	if out, _ := h.run(bytes.NewReader(h.event("s9", migration))); !strings.Contains(out, "/database-migrations") || len(h.prompts(fmt.Sprint("s", len(migration)))) != 1 {
		t.Errorf("after it goes on: %q", out)
	}
}

type endless struct{}

func (endless) Read(buf []byte) (int, error) {
	for i := range buf {
		buf[i] = 'x'
	}
	return len(buf), nil
}

// Ensure an event that a server takes and does not answer is stored once, with the reason,
// and that one which the server has nothing of is answered by the whole program.
func TestSmallHookServerFails(t *testing.T) {
	h := newSmallHome(t, patient)
	h.fakeServer(20*time.Millisecond, func(ctx context.Context, _ serve.Told) serve.Result {
		<-ctx.Done()
		return serve.Result{}
	})
	if out, errOut := h.run(bytes.NewReader(h.event("late", migration))); out != "" || !strings.Contains(errOut, "deadline: no answer after") {
		t.Errorf("a server that is late: %q, %q", out, errOut)
	}
	if prompts := h.prompts("late"); len(prompts) != 1 || prompts[0].Outcome != session.OutcomeLate {
		t.Errorf("stored %+v", prompts)
	}

	h = newSmallHome(t, patient)
	h.fakeServer(time.Minute, func(context.Context, serve.Told) serve.Result { panic("as if it were killed") })
	if out, errOut := h.run(bytes.NewReader(h.event("dies", migration))); !strings.Contains(out, "/database-migrations") {
		t.Errorf("a server that dies: %q, %q", out, errOut)
	}
	if prompts := h.prompts("dies"); len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested {
		t.Errorf("stored %+v", prompts)
	}

	h = newSmallHome(t, patient)
	h.fakeServer(time.Minute, func(_ context.Context, told serve.Told) serve.Result {
		told.Recorded()
		panic("as if it were killed")
	})
	if out, errOut := h.run(bytes.NewReader(h.event("recorded", migration))); out != "" || !strings.Contains(errOut, "recorded and not answered") {
		t.Errorf("a server that dies after it recorded: %q, %q", out, errOut)
	}
}

// Ensure that with servers killed and replaced at random each event is stored once, and
// each prompt is answered once, or silent with a reason: 2,000 hooks with
// IMPRESSIONISM_SOAK, else a few.
func TestSmallHookSoak(t *testing.T) {
	const most = 2000 // a quick machine sends many before a second server has ended
	hooks := 80
	if sampletest.Soak() {
		hooks = most
	}
	h := newSmallHome(t, "IMPRESSIONISM_WARM_WAIT_MS=50", "IMPRESSIONISM_LOG_LEVEL=debug")
	h.run(bytes.NewReader(h.event("first", migration))) // makes the databases
	ctx, stop := context.WithCancel(t.Context())
	var kills atomic.Int64
	ended := make(chan struct{})
	go func() { // until stop is called
		defer close(ended)
		random := rand.New(rand.NewPCG(1, 2))
		for ; ctx.Err() == nil; kills.Add(1) {
			server := exec.Command(h.whole, "mcp")
			server.Dir, server.Env = h.work, h.environ
			in, _ := server.StdinPipe()
			if err := server.Start(); err != nil {
				t.Error(err)
				break
			}
			time.Sleep(time.Duration(50+random.IntN(400)) * time.Millisecond)
			if kills.Load()%3 == 2 {
				_ = in.Close() // it ends as it should
			} else {
				_ = server.Process.Kill()
			}
			_ = server.Wait()
		}
	}()
	type said struct{ out, errOut string }
	answers := make([]said, most)
	var workers sync.WaitGroup
	next := make(chan int)
	for range 4 {
		workers.Go(func() {
			for i := range next {
				out, errOut := h.run(bytes.NewReader(h.event(fmt.Sprint("soak-", i), migration)))
				answers[i] = said{out, errOut}
			}
		})
	}
	sent := 0
	for ; sent < hooks || sent < most && kills.Load() < 2; sent++ {
		next <- sent
	}
	close(next)
	workers.Wait()
	stop()
	<-ended
	store, err := wire.Open(h.env(), "") // takes in what hooks left
	envtest.Must(t, err)
	defer store.Close()
	silent := 0
	for i, answer := range answers[:sent] {
		prompts, err := store.Prompts(fmt.Sprint("soak-", i), 10)
		envtest.Must(t, err)
		suggested := strings.Count(answer.out, "/database-migrations")
		if len(prompts) != 1 || suggested > 1 {
			t.Errorf("hook %d: stored %d times, said %q", i, len(prompts), answer.out)
			continue
		}
		told := prompts[0].Outcome == session.OutcomeSuggested
		if suggested == 1 && !told || suggested == 0 && answer.errOut == "" && !told {
			t.Errorf("hook %d: said %q, %q, stored as %q", i, answer.out, answer.errOut, prompts[0].Outcome)
		}
		if suggested == 0 {
			silent++
		}
	}
	warm := h.answeredWarm()
	t.Logf("%d hooks, %d servers ended, %d events answered by one, %d silent", sent, kills.Load(), warm, silent)
	if warm == 0 || kills.Load() < 2 || silent > sent/10 {
		t.Errorf("%d servers ended, %d events answered by one, %d silent", kills.Load(), warm, silent)
	}
}
