// Package serve is the server that the client keeps: it answers hooks, serves searches
// over MCP and completes the index between events. See RATIONALE.md, "Why does one
// server stay, and why can every hook work without it?".
package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/index"
)

// server answers hooks in a process that the client keeps, and uses the time
// between them to embed what the index lacks.
type server struct {
	*env.Env
	kept *hook.Kept
	gate serve.Gate
	work queue // listings whose index is to be completed

	started chan string // workspaces where a session started, whose lessons may wait to be checked
	ended   queue       // workspaces where a turn ended or a session started, whose code may have changed
	code    keptCode
	idle    time.Duration // without anything to serve, until all is let go

	rest, codeRest embedRest

	opinions  opinions
	announced announced
}

func newWarmServer(e *env.Env) *server {
	_, _ = wire.Program() // as which it serves, though it may wait for that until after an upgrade; announce tells the error
	idle := time.Duration(e.Loaded.Warm.IdleMinutes) * time.Minute
	return &server{Env: e, kept: hook.NewKept(e), work: newQueue(), started: make(chan string, workMax), ended: newQueue(), idle: idle}
}

// take is a serve.Server's.
func (s *server) take(offer relay.Offer) (serve.Turn, error) {
	b, err := s.begin(offer)
	if err != nil {
		return serve.Turn{}, err
	}
	return serve.Turn{
		Wait: b.h.Wait(b.event.Name),
		Answer: func(ctx context.Context, told serve.Told) (result serve.Result, err error) {
			var failed error
			defer func() { s.noted(decide.ProblemState, s.kept.Put(b.turn, failed)) }()
			defer b.done()
			if failed = s.ready(ctx, b.h, b.event); failed != nil {
				return serve.Result{}, failed
			}
			result, failed = s.answerSafely(ctx, b.h, b.event, told)
			b.done()
			if failed == nil && s.kept.UnderWay() == 1 { // the hook has ended, so nobody waits for the disk
				s.noted(decide.ProblemState, b.turn.Sessions.ShortenLog())
				s.kept.Looks.Check(s.Now())
			}
			return result, nil
		},
		Drop: func() {
			b.done()
			_ = s.kept.Put(b.turn, nil) // nothing was written
		},
		Late: func() { s.kept.SetLate(s.Now(), b.workspace) },
	}, nil
}

// errNotOurs refuses an event that a hook has to answer alone, whoever serves.
var errNotOurs = errors.New("no event for a server")

// ready opens what answering an event takes. Where that fails nothing is recorded, and the
// hook works alone.
func (s *server) ready(ctx context.Context, h *hook.Invocation, event abi.Event) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
		}
	}()
	if err := h.Turn.Ready(ctx); err != nil {
		return err
	}
	return h.Turn.Sessions.SetBusy(hook.BusyWait(h.Env, event.Name))
}

// begun is an event that a server could answer.
type begun struct {
	h         *hook.Invocation
	turn      *hook.Turn
	event     abi.Event
	workspace string // as the client names it: to resolve it, its disk has to answer
	done      func()
}

// begin takes a turn for an event, if it is one to answer, and reads it. The turn comes
// first: a workspace whose disk does not answer holds up reading its settings, and then
// counts as one that is late.
func (s *server) begin(offer relay.Offer) (b begun, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
		}
		if err != nil && b.turn != nil {
			b.done()
			_ = s.kept.Put(b.turn, nil) // nothing is open yet
		}
	}()
	e := s.forEvent(offer.Elapsed)
	input, workspace, err := readInput(e, offer)
	if err != nil {
		return b, err
	}
	b.workspace = workspace
	if s.kept.IsLate(s.Now(), workspace) {
		return b, hook.ErrLate
	}
	if b.turn, err = s.kept.Take(s.Now()); err != nil {
		return b, err
	}
	b.done = s.gate.Serve()
	if err = s.kept.SetDue(b.turn, workspace, s.Now(), b.done); err != nil {
		return b, err
	}
	if b.event, err = readEvent(e, offer, input, workspace); err != nil {
		return b, err
	}
	if !s.compares(e) {
		return b, errNotOurs
	}
	b.h = &hook.Invocation{Env: e, Lent: &hook.Lent{Turn: b.turn, Opinion: s.opinion}}
	return b, s.kept.SetDue(b.turn, workspace, hook.Latest(e, b.event.Name), b.done)
}

// readInput reads what a hook handed over as the hook would, and where it comes from. It
// looks at no file. The input of a look is nil.
func readInput(e *env.Env, offer relay.Offer) (input client.Input, workspace string, err error) {
	if offer.Asks == relay.AsksLook {
		return nil, string(offer.Input), nil
	}
	if input, err = e.Client().Read(bytes.NewReader(offer.Input), ""); err != nil {
		return nil, "", errNotOurs
	}
	workspace = input.Workspace()
	if workspace == "" || !utf8.ValidString(workspace) { // without one, the hook's own folder counts
		return nil, "", errNotOurs
	}
	return input, workspace, nil
}

// readEvent reads the settings of a workspace, and its event.
func readEvent(e *env.Env, offer relay.Offer, input client.Input, workspace string) (event abi.Event, err error) {
	if input == nil {
		event.Workspace = workspace
		return event, e.Configure(workspace)
	}
	workspace = e.WorkspaceOf(workspace)
	if err := e.Configure(workspace); err != nil {
		return event, err
	}
	event, err = input.Event(offer.At)
	if err != nil || !e.Loaded.Warm.Enabled || !hook.Known(event.Name) || strings.HasPrefix(event.Command, env.PluginName+":") {
		return event, errNotOurs
	}
	event.Workspace, event.LocalTime = workspace, env.LocalTime(event.Time)
	return event, nil
}

// answerSafely keeps a panic over one event from the others.
func (s *server) answerSafely(ctx context.Context, h *hook.Invocation, event abi.Event, told serve.Told) (result serve.Result, failed error) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
			s.noted(decide.ProblemPanic, failed)
			result = serve.Result{Note: "impressionism: " + textline.OneLine(failed.Error()) + "\n"}
		}
	}()
	return serve.Result{}, s.answer(ctx, h, event, told)
}

// answer is what a hook does, from where it has state.db open.
func (s *server) answer(ctx context.Context, h *hook.Invocation, event abi.Event, told serve.Told) (failed error) {
	h.Told = told
	response := h.Respond(ctx, event)
	h.LogAll(event, response)
	lacks := event.Name == abi.EventSessionStarted || // of what was made for another recipe nothing tells
		slices.ContainsFunc(response.Problems, func(p decide.Problem) bool { return p.Code == decide.ProblemVectors })
	s.after(h.Env, listed{event.Workspace, event.SessionID}, response.Touched, response.Report, lacks)
	if (event.Name == abi.EventSessionStarted || event.Name == abi.EventTurnEnded) && env.Exists(s.Paths.Code) { // else no code has an index
		s.ended.add(listed{workspace: event.Workspace}, nil)
	}
	if event.Name == abi.EventSessionStarted {
		select {
		case s.started <- event.Workspace:
		default: // so many wait that the next start asks again
		}
	}
	return failureOf(response)
}

// forEvent is this program as it would be had it been started for one event.
func (s *server) forEvent(elapsed time.Duration) *env.Env {
	return &env.Env{
		Kinds: s.Kinds, Environ: s.Environ, In: bytes.NewReader(nil), Out: io.Discard, ErrOut: io.Discard,
		Started: s.Now().Add(-elapsed), Now: s.Now, Worked: s.share(), Dir: s.Dir, Executable: s.Executable,
		Served: s.Served, ConfigDir: s.ConfigDir, Settings: s.Settings, Modules: s.Modules,
	}
}

// share is the processor time of this process from now on, by the events that are
// being answered.
func (s *server) share() func() time.Duration {
	if s.Worked == nil {
		return nil
	}
	before := s.Worked()
	return func() time.Duration { return (s.Worked() - before) / time.Duration(s.kept.UnderWay()) }
}

// failureOf returns the first problem after which databases are opened anew. Only
// damage of state.db is told as such: that of the index is mended by then.
func failureOf(response respond.Response) error {
	for _, problem := range response.Problems {
		switch problem.Code {
		case decide.ProblemState:
			return problem.Err
		case decide.ProblemIndex, decide.ProblemRebuilt:
			return errors.New(problem.Error())
		}
	}
	return nil
}

// after wakes what completes the index where an event found it wanting, whose listing was
// drawn with the files that its session touched, or where lacks says that vectors of the model
// in use may be missing. Without a model texts stay as they are.
func (s *server) after(e *env.Env, of listed, touched []string, report *index.Report, lacks bool) {
	if report == nil || report.Pending == 0 && report.Waiting == 0 && !lacks {
		return
	}
	model := modelMark(e)
	if (report.Waiting > 0 || model != "") && !s.rest.rests(s.Now(), model) {
		if len(touched) == 0 {
			of.session = "" // as every session that touched nothing
		}
		s.work.add(of, touched)
	}
}

// workMax is how many listings wait; the next event of another asks again.
const workMax = 16

// listed is whose listing is meant: that of a workspace, or that of a session which touched
// files there. Those of two sessions are not one: the same skill may have another id in each.
type listed struct{ workspace, session string }

// queue holds listings, each once, with the files that its session touched.
type queue struct {
	waiting chan listed
	in      *sync.Map // listed: []string
}

func newQueue() queue { return queue{make(chan listed, workMax), new(sync.Map)} }

// add adds a listing, unless too many wait. One that waits already has these files from now on.
func (q queue) add(of listed, touched []string) {
	_, waits := q.in.Swap(of, touched)
	q.send(of, waits)
}

// again adds a listing that was received before, unless it waits, with files of a later event.
func (q queue) again(of listed, touched []string) {
	_, waits := q.in.LoadOrStore(of, touched)
	q.send(of, waits)
}

func (q queue) send(of listed, waits bool) {
	if waits {
		return
	}
	select {
	case q.waiting <- of:
	default:
		q.in.Delete(of)
	}
}

// taken is said of a listing that was received, and returns its files.
func (q queue) taken(of listed) []string {
	touched, _ := q.in.LoadAndDelete(of)
	files, _ := touched.([]string)
	return files
}
