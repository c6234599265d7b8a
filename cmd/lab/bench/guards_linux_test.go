//go:build amd64 || arm64

package bench

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/lab/bench/tracer"
	"github.com/ed-irl/impressionism/host/store/index"
)

var update = flag.Bool("update", false, "write what is counted to testdata")

// guardLength is how long the path of the guards' folder is. Paths are stored: were their
// length the machine's, so were the bytes.
const guardLength = 60

// guarded is a machine of one user on which system calls are counted.
type guarded struct {
	t        *testing.T
	root     string
	models   string // links resolved
	home     home
	programs programs
	prompts  map[string]prompt
	counts   map[string]tracer.Counts
	tracer   *tracer.Tracer
	playing  string // path
	sessions int
}

// Ensure that no hook asks more of the kernel than the committed baseline says: system
// calls, files opened, bytes read and written, files waited for until they are on the disk.
func TestGuards(t *testing.T) {
	g := newGuarded(t)
	failed := make(chan error)
	go func() { failed <- g.countAll() }() // ends with its thread, see tracer.New
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	holdToBaseline(t, g.counts)
}

// newGuarded builds the programs and indexes a small catalog.
func newGuarded(t *testing.T) *guarded {
	t.Helper()
	repository, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	statSources(t, repository)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(folder, strings.Repeat("g", max(1, guardLength-len(folder)-1)))
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	models := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if models == "" {
		envtest.SkipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	o, err := parse([]string{"-program", releasedPath(t, "impressionism"), "-models", models, "-corpus", filepath.Join(root, "absent")}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	g := &guarded{t: t, root: root, prompts: map[string]prompt{}, counts: map[string]tracer.Counts{}}
	if g.programs, err = build(t.Context(), o, folder); err != nil {
		t.Fatal(err)
	}
	if g.models, err = filepath.EvalSymlinks(models); err != nil {
		t.Fatal(err)
	}
	if err := g.prepare(o); err != nil {
		t.Fatal(err)
	}
	return g
}

// template is the data folder that is restored before events.
func (g *guarded) template() string { return g.root + "-template" }

// prepare makes the home, indexes it and chooses prompts.
func (g *guarded) prepare(o options) error {
	if err := json.Unmarshal(candidatesFile, &candidates); err != nil {
		return err
	}
	skills, err := readExamples(filepath.Join(o.root, "examples", "skills"))
	if err != nil {
		return err
	}
	h := home{user: filepath.Join(g.root, "user"), data: filepath.Join(g.root, "data"), work: filepath.Join(g.root, "work")}
	if err := writeSkills(filepath.Join(h.user, ".claude", "skills"), skills); err != nil {
		return err
	}
	if err := h.make(o.models, true); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(g.root, "run"), 0o700); err != nil {
		return err
	}
	h.environ = append(append(h.variables(), patient...), "XDG_RUNTIME_DIR="+filepath.Join(g.root, "run"), "IMPRESSIONISM_WARM_WAIT_MS=1000")
	g.home = h
	s := &scout{launcher: launcher{meter: g.programs.meter, folder: filepath.Dir(g.root)}, subject: g.programs.subject}
	ctx := g.t.Context()
	if _, err := s.command(ctx, h, "index", "--json"); err != nil {
		return err
	}
	if err := g.choose(ctx, s); err != nil {
		return err
	}
	// A turn that ends leaves state.db as it is between two turns of a user.
	if err := s.followed(ctx, h, g.prompts["words"].text, stopEvent); err != nil {
		return err
	}
	if output, err := exec.Command("cp", "-a", h.data, g.template()).CombinedOutput(); err != nil {
		return fmt.Errorf("keep the data folder: %w: %s", err, output)
	}
	return nil
}

// choose finds a prompt for each way in which one is answered.
func (g *guarded) choose(ctx context.Context, s *scout) error {
	for _, one := range []struct {
		name, tier string
		texts      []string
		silent     bool
	}{
		{"silence", "", candidates.Silent, true},
		{"words", index.TierLexical, candidates.Words, false},
		{"model", index.TierModel, candidates.Meaning, false},
	} {
		found, err := s.settled(ctx, g.home, one.texts, one.tier, one.silent)
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		g.prompts[one.name] = found
	}
	return nil
}

// hookPaths are the paths that an event takes, in the order in which they are counted.
var hookPaths = []string{"Stop", "PostToolUse", "silence", "words", "model"}

// serverQuiet is how long a server must ask nothing of the kernel to count as idle, and
// serverBegins how long after its start it has looked at the index by itself.
const (
	serverQuiet  = 300 * time.Millisecond
	serverBegins = 6 * time.Second
	playLimit    = 2 * time.Minute
)

// countAll counts every path of every way to answer.
func (g *guarded) countAll() (err error) {
	if g.tracer, err = tracer.New(); err != nil {
		return err
	}
	defer g.tracer.Close()
	if err := g.countAlone("alone", g.programs.alone()); err != nil {
		return err
	}
	if g.programs.thin != "" {
		if err := g.countAlone("thin, alone", g.programs.client()); err != nil {
			return err
		}
		if err := g.countServed("thin, served", g.programs.client()); err != nil {
			return err
		}
	}
	if err := g.countServed("served", g.programs.alone()); err != nil {
		return err
	}
	return g.countBesideCode()
}

// countBesideCode sends the events again where the project has an index of its code: hooks
// must ask no more of the kernel, and leave that index alone.
func (g *guarded) countBesideCode() error {
	source := filepath.Join(g.home.work, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return err
	}
	for _, path := range hookPaths {
		if err := g.restore(); err != nil {
			return err
		}
		index := exec.Command(g.programs.subject, "code", "index", "--force", "--no-vectors", "--quiet")
		index.Dir, index.Env = g.home.work, g.home.environ
		if output, err := index.CombinedOutput(); err != nil {
			return fmt.Errorf("index the code: %w: %s", err, output)
		}
		counts, _, err := g.play(path, g.programs.alone(), nil)
		if err != nil {
			return fmt.Errorf("beside an index of code: %s: %w", path, err)
		}
		for name := range counts.Files {
			if strings.HasPrefix(name, "data/code/") {
				g.t.Errorf("beside an index of code: %s: the hook opens %s", path, name)
			}
		}
		for _, found := range differencesOf("beside an index of code: "+path, g.counts["alone: "+path], counts) {
			g.t.Error(found)
		}
	}
	return nil
}

// countAlone counts hooks that have no server.
func (g *guarded) countAlone(way string, command []string) error {
	for _, path := range hookPaths {
		if err := g.restore(); err != nil {
			return err
		}
		counts, _, err := g.play(path, command, nil)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", way, path, err)
		}
		g.counts[way+": "+path] = counts
	}
	return nil
}

// countServed counts hooks that a server answers, and the server's part. The server has
// answered the same event before: what it keeps is there.
func (g *guarded) countServed(way string, command []string) error {
	if err := g.restore(); err != nil {
		return err
	}
	in, held, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	defer held.Close()
	server, err := g.start([]string{g.programs.subject, "mcp"}, in)
	if err != nil {
		return err
	}
	if err := g.tracer.Until(serverBegins, func() bool { return false }); !errors.Is(err, tracer.ErrLimit) {
		return fmt.Errorf("the server ended: %w", err)
	}
	for _, path := range hookPaths {
		for range 2 {
			hook, served, err := g.play(path, command, server)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", way, path, err)
			}
			if served.Calls["socket"] == 0 {
				return fmt.Errorf("%s: %s: the server was not asked: %v", way, path, served.Calls)
			}
			g.counts[way+": "+path], g.counts[way+", the server: "+path] = hook, served
		}
	}
	held.Close()
	return g.tracer.Until(playLimit, server.Ended)
}

// play sends an event in a session of its own, after a prompt if it follows one, and
// returns what the hook and the server (which may be nil) did for it.
func (g *guarded) play(path string, command []string, server *tracer.Process) (hook, served tracer.Counts, err error) {
	g.sessions++
	g.playing = path
	session := fmt.Sprintf("guarded-%04d", g.sessions)
	follows := map[string]func(home, string) []byte{"Stop": stopEvent, "PostToolUse": toolEvent}[path]
	if follows != nil {
		words := g.prompts["words"]
		if _, err := g.send(command, promptEvent(g.home, session, words.text), suggests(words.expect), server); err != nil {
			return hook, served, err
		}
	}
	input, check := []byte(nil), nothing
	if follows != nil {
		input = follows(g.home, session)
	} else {
		asked := g.prompts[path]
		input = promptEvent(g.home, session, asked.text)
		if asked.expect != "" {
			check = suggests(asked.expect)
		}
	}
	if server != nil {
		server.Take()
	}
	if hook, err = g.send(command, input, check, server); err == nil && server != nil {
		served = server.Take()
	}
	return hook, served, err
}

// send runs one hook to its end, waits until the server rests, and checks the answer.
func (g *guarded) send(command []string, input []byte, check func(outcome) error, server *tracer.Process) (tracer.Counts, error) {
	name := filepath.Join(g.root, "event.json")
	if err := os.WriteFile(name, input, 0o600); err != nil {
		return tracer.Counts{}, err
	}
	in, err := os.Open(name)
	if err != nil {
		return tracer.Counts{}, err
	}
	defer in.Close()
	hook, err := g.start(command, in)
	if err != nil {
		return tracer.Counts{}, err
	}
	if err := g.tracer.Until(playLimit, hook.Ended); err != nil {
		return tracer.Counts{}, err
	}
	if server != nil {
		rests := func() bool { return server.Ended() || server.QuietFor(serverQuiet) }
		if err := g.tracer.Until(playLimit, rests); err != nil {
			return tracer.Counts{}, fmt.Errorf("wait for the server: %w", err)
		}
	}
	o := outcome{reading: reading{Exit: hook.Exit()}}
	o.out, err = os.ReadFile(filepath.Join(g.root, "stdout"))
	if err == nil {
		o.errOut, err = os.ReadFile(filepath.Join(g.root, "stderr"))
	}
	return hook.Take(), errors.Join(err, check(o))
}

// start starts a program with its output in files of the machine's folder.
func (g *guarded) start(command []string, in *os.File) (*tracer.Process, error) {
	files := []*os.File{in}
	suffix, label := "", g.label
	if len(command) > 1 && command[1] == "mcp" { // the server's streams stay its own
		suffix, label = "-server", g.serverLabel
	}
	for _, stream := range []string{"stdout", "stderr"} {
		file, err := os.Create(filepath.Join(g.root, stream+suffix))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		files = append(files, file)
	}
	return g.tracer.Start(tracer.Command{Args: command, Dir: g.home.work, Environ: g.home.environ, Files: files, Label: label})
}

// restore brings the data folder back to what it was after indexing.
func (g *guarded) restore() error {
	if err := os.RemoveAll(g.home.data); err != nil {
		return err
	}
	if output, err := exec.Command("cp", "-a", g.template(), g.home.data).CombinedOutput(); err != nil {
		return fmt.Errorf("restore the data folder: %w: %s", err, output)
	}
	return nil
}

// chance is what differs from run to run in the name of a file.
var chance = regexp.MustCompile(`[0-9a-f]{8,}|[0-9]{4,}`)

// label names the files of the machine, and those of the models. A model that loads while
// words settle the prompt is left out: how far it gets is chance.
func (g *guarded) label(path string) string {
	linked := filepath.Join(g.home.data, "models")
	if g.playing == "words" && (strings.HasPrefix(path, g.models) || strings.HasPrefix(path, linked)) {
		return ""
	}
	if besideRuntime.MatchString(path) && filepath.Base(path) != "libonnxruntime.so" {
		return ""
	}
	for _, place := range []struct{ folder, name string }{{g.root, ""}, {g.models, "models"}} {
		below, ok := strings.CutPrefix(path, place.folder+"/")
		if !ok {
			continue
		}
		below = skillFile.ReplaceAllString(filepath.Join(place.name, below), "/skills/*")
		return chance.ReplaceAllString(below, "#")
	}
	return ""
}

// serverLabel is label for a server. Whether it has its place yet is asked by the clock, not by an
// event: a slow machine would count that, another not.
func (g *guarded) serverLabel(path string) string {
	if name := g.label(path); name != "run" && !strings.HasPrefix(name, "run/") {
		return name
	}
	return ""
}

// besideRuntime matches what the dynamic loader looks for beside ONNX Runtime's library: how
// much that is depends on the processor and on the C library.
var besideRuntime = regexp.MustCompile(`/onnxruntime-[^/]+/`)

// skillFile is the path of a skill: all count as one.
var skillFile = regexp.MustCompile(`/skills/[^/]+`)
