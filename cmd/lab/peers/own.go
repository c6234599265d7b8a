package peers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// ownModel is the model of a user who changes no setting.
const ownModel = "all-MiniLM-L6-v2-skills"

// patience is so long, in milliseconds, that no deadline decides what is suggested.
const patience = "60000"

// ownItem is an item in our program's answer.
var ownItem = regexp.MustCompile(`(?m)^- /(\S+) - `)

// ours is our program in one catalog.
type ours struct {
	run     *run
	catalog *catalog
	data    string
	environ []string
}

// own indexes the catalog and starts the server that a client would start.
func own(ctx context.Context, r *run, c *catalog) (*peer, error) {
	o := ours{run: r, catalog: c, data: filepath.Join(c.folder, "data")}
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return nil, err
	}
	if onnx.Installed(r.models, ownModel) == nil {
		// A copy would have other times, and count as damaged.
		if err := os.Symlink(r.models, filepath.Join(o.data, "models")); err != nil {
			return nil, err
		}
	}
	o.environ = append(bench.Variables(c.user, o.data), r.settings...)
	index := bench.Start{Command: []string{r.subject, "index", "--json"}, Dir: c.work, Environ: o.environ}
	if _, err := output(ctx, index); err != nil {
		return nil, err
	}
	alone := o.with("IMPRESSIONISM_WARM_ENABLED=false")
	// Whom an event was answered by stands in the log at this level.
	served := o.with("IMPRESSIONISM_LOG_LEVEL=debug")
	p := &peer{told: ownItem, ask: o.ask(alone)}
	stop, err := o.serve(ctx, served)
	if err != nil {
		return nil, err
	}
	p.end = func() []string {
		peak := serverPeak(stop.pid)
		notes := stop.stop() // it logs an event after its answer: only now all are in the log
		return append([]string{fmt.Sprintf("%s: the server answered %d of %d timed prompts; its peak is %s MB",
			c.name, o.served(roundSession), len(c.sample(r.rounds+1, r.seed)), peak)}, notes...)
	}
	p.ways = []way{{nameOwn, o.hook(alone)}, {nameOwn + ", with server", o.hook(served)}}
	p.variants = []variant{{nameOwn, func(a answer, _ float64) []string { return a.told }}}
	return p, nil
}

func (o ours) with(setting string) []string { return append(slices.Clone(o.environ), setting) }

// hook starts the small program, as the client does: it lies beside the whole one.
func (o ours) hook(environ []string) func(session, prompt string) bench.Start {
	return func(session, prompt string) bench.Start {
		return bench.Start{
			Command: []string{o.run.subject + "-hook"}, Dir: o.catalog.work, Environ: environ, Input: o.catalog.event(session, prompt),
		}
	}
}

// ask starts the hook for each prompt, each in a session of its own, as nothing is suggested
// twice in one. No deadline ends it: what is missed by them, rounds tell.
func (o ours) ask(alone []string) func(context.Context, []eval.Query) ([]answer, error) {
	hook := o.hook(append(slices.Clone(alone), "IMPRESSIONISM_HOOK_PROMPT_MS="+patience, "IMPRESSIONISM_HOOK_MODEL_MS="+patience, "IMPRESSIONISM_HOOK_REFRESH_MS="+patience))
	reader := peer{told: ownItem}
	return func(ctx context.Context, queries []eval.Query) ([]answer, error) {
		answers := make([]answer, len(queries))
		for i, query := range queries {
			printed, err := output(ctx, hook("quality-"+query.ID, query.Text))
			if err == nil {
				answers[i].told, err = reader.read(printed)
			}
			if err != nil {
				return nil, fmt.Errorf("prompt %s: %w", query.ID, err)
			}
		}
		return answers, nil
	}
}

// server is a running one, which ends when its input does.
type server struct {
	pid   int
	input io.Closer
	wait  func() error
}

func (s server) stop() []string {
	_ = s.input.Close() // it may have ended
	if err := s.wait(); err != nil {
		return []string{fmt.Sprintf("the server ended with: %v", err)}
	}
	return nil
}

// serveWait is how long a server may take to begin, on a busy machine.
const serveWait = 30 * time.Second

// serve starts the server as the client does, and makes sure that it answers.
func (o ours) serve(ctx context.Context, environ []string) (server, error) {
	command := exec.CommandContext(ctx, o.run.subject, "mcp")
	command.Dir, command.Env = o.catalog.work, environ
	input, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return server{}, fmt.Errorf("start the server: %w", err)
	}
	s := server{pid: command.Process.Pid, input: input, wait: command.Wait}
	for until := time.Now().Add(serveWait); time.Now().Before(until); {
		if _, err := output(ctx, o.hook(environ)(firstSession, "thanks")); err != nil {
			return s, errors.Join(err, s.wait())
		}
		if o.served(firstSession) > 0 {
			return s, nil
		}
	}
	s.stop()
	return s, errors.New("the server answered nothing; see the log with IMPRESSIONISM_LOG_LEVEL=debug")
}

// firstSession is that of the prompts which find out whether the server answers.
const firstSession = "served"

// served counts the prompts that the log says the server answered, of sessions that begin so.
func (o ours) served(session string) int {
	text, err := os.ReadFile(filepath.Join(o.data, "log"))
	if err != nil {
		return 0
	}
	return len(regexp.MustCompile(`prompt of session `+session+`\S* was answered by the warm server`).FindAll(text, -1))
}

var peakLine = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// serverPeak is the largest resident size of the server, in MB, where the system tells.
func serverPeak(pid int) string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "?"
	}
	match := peakLine.FindSubmatch(status)
	if match == nil {
		return "?"
	}
	kilobytes, err := strconv.ParseFloat(string(match[1]), 64)
	if err != nil {
		return "?"
	}
	return fmt.Sprintf("%.0f", kilobytes*1024/1e6)
}
