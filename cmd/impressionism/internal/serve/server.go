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
	"sync"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
)

// server answers hooks in a process that the client keeps, and uses the time
// between them to embed what the index lacks.
type server struct {
	*env.Env
	kept *hook.Kept
	gate serve.Gate
	work chan string // workspaces whose index is to be completed, each once
	due  sync.Map    // those in work
	rest embedRest
	idle time.Duration // without anything to serve, until all is let go

	opinions opinions
}

func newWarmServer(e *env.Env) *server {
	idle := time.Duration(e.Loaded.Warm.IdleMinutes) * time.Minute
	return &server{Env: e, kept: hook.NewKept(e), work: make(chan string, workMax), idle: idle}
}

// take is a serve.Server's.
func (s *server) take(offer serve.Offer) (serve.Turn, error) {
	h, err := s.begin(offer)
	if err != nil {
		return serve.Turn{}, err
	}
	turn := h.Turn
	done := s.gate.Serve()
	s.kept.SetDue(turn, offer.Event.Workspace, hook.Latest(h.Env, offer.Event.Name), done)
	return serve.Turn{
		Answer: func(ctx context.Context, told serve.Told) serve.Result {
			result, failed := s.answerSafely(ctx, h, offer.Event, told)
			done()
			if err := s.kept.Put(turn, failed); err != nil {
				result.Problems = append(result.Problems, serve.Problem{Code: decide.ProblemState, Text: err.Error()})
			}
			return result
		},
		Drop: func() {
			done()
			_ = s.kept.Put(turn, nil) // nothing was written
		},
	}, nil
}

// begin is all that can fail before an event is recorded: until then the hook still
// has it, and works alone.
func (s *server) begin(offer serve.Offer) (h *hook.Invocation, err error) {
	var turn *hook.Turn
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
		}
		if err != nil && turn != nil {
			err = errors.Join(err, s.kept.Put(turn, err))
		}
	}()
	if s.kept.IsLate(s.Now(), offer.Event.Workspace) {
		return nil, hook.ErrLate
	}
	if turn, err = s.kept.Take(); err != nil {
		return nil, err
	}
	h = &hook.Invocation{Env: s.forEvent(offer.Elapsed), Lent: &hook.Lent{Turn: turn, Opinion: s.opinion}}
	if err := h.Configure(offer.Event.Workspace); err != nil {
		return nil, err
	}
	return h, turn.Sessions.SetBusy(hook.BusyWait(h.Env, offer.Event.Name))
}

// answerSafely keeps a panic over one event from the others.
func (s *server) answerSafely(ctx context.Context, h *hook.Invocation, event abi.Event, told serve.Told) (result serve.Result, failed error) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
			result = serve.Result{Problems: []serve.Problem{{Code: decide.ProblemPanic, Text: failed.Error()}}}
		}
	}()
	return s.answer(ctx, h, event, told)
}

// answer is what a hook does, from where it has state.db open.
func (s *server) answer(ctx context.Context, h *hook.Invocation, event abi.Event, told serve.Told) (result serve.Result, failed error) {
	h.Told = told
	response := h.Respond(ctx, event)
	result.Answer = hook.Encode(h.Env, event, response)
	for _, problem := range slices.Concat(h.Noted, response.Problems) {
		result.Problems = append(result.Problems, serve.Problem{Code: problem.Code, Text: problem.Err.Error()})
	}
	h.NoteEvent(event, response)
	s.after(h.Env, event.Workspace, response.Report)
	return result, failureOf(response)
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

// after wakes what completes the index where an event found it wanting. Texts without
// a vector are not: where no model is, they stay.
func (s *server) after(e *env.Env, workspace string, report *index.Report) {
	if report == nil || report.Pending == 0 && report.Waiting == 0 {
		return
	}
	model := modelMark(e)
	if (report.Waiting > 0 || model != "") && !s.rest.rests(s.Now(), model) {
		s.wake(workspace)
	}
}

// workMax is how many workspaces wait to be completed; the next prompt of another
// wakes again.
const workMax = 16

func (s *server) wake(workspace string) {
	if _, waits := s.due.LoadOrStore(workspace, true); waits {
		return
	}
	select {
	case s.work <- workspace:
	default:
		s.due.Delete(workspace)
	}
}
