package main

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
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
)

// warmServer answers hooks in a process that the client keeps, and uses the time
// between them to embed what the index lacks.
type warmServer struct {
	*app
	kept *kept
	gate serve.Gate
	work chan string // workspaces whose index is to be completed, each once
	due  sync.Map    // those in work
	rest embedRest
	idle time.Duration // without anything to serve, until all is let go
}

func (a *app) newWarmServer() *warmServer {
	idle := time.Duration(a.loaded.Warm.IdleMinutes) * time.Minute
	return &warmServer{app: a, kept: newKept(a), work: make(chan string, workMax), idle: idle}
}

// warmRun is what a hook's work is given where a server does it.
type warmRun struct {
	*keptTurn
	told  serve.Told
	noted []decide.Problem // for the hook to write down
}

// offerToPrint has the hook print an answer. If it has ended, the answer was not said.
func (r *warmRun) offerToPrint(answer []byte) (said bool) { return r.told.Rendered(answer) == nil }

// take is a serve.Server's.
func (s *warmServer) take(offer serve.Offer) (serve.Turn, error) {
	h, err := s.begin(offer)
	if err != nil {
		return serve.Turn{}, err
	}
	turn := h.keptTurn
	done := s.gate.Serve()
	s.kept.setDue(turn, offer.Event.Workspace, h.latest(offer.Event.Name), done)
	return serve.Turn{
		Answer: func(ctx context.Context, told serve.Told) serve.Result {
			result, failed := s.answerSafely(ctx, h, offer.Event, told)
			done()
			if err := s.kept.put(turn, failed); err != nil {
				result.Problems = append(result.Problems, serve.Problem{Code: decide.ProblemState, Text: err.Error()})
			}
			return result
		},
		Drop: func() {
			done()
			_ = s.kept.put(turn, nil) // nothing was written
		},
	}, nil
}

// begin is all that can fail before an event is recorded: until then the hook still
// has it, and works alone.
func (s *warmServer) begin(offer serve.Offer) (h *hookRun, err error) {
	var turn *keptTurn
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
		}
		if err != nil && turn != nil {
			err = errors.Join(err, s.kept.put(turn, err))
		}
	}()
	if s.kept.isLate(s.now(), offer.Event.Workspace) {
		return nil, errLate
	}
	if turn, err = s.kept.take(); err != nil {
		return nil, err
	}
	h = &hookRun{app: s.forEvent(offer.Elapsed), warmRun: &warmRun{keptTurn: turn}}
	if err := h.configure(offer.Event.Workspace); err != nil {
		return nil, err
	}
	return h, turn.sessions.SetBusy(h.busyWait(offer.Event.Name))
}

// answerSafely keeps a panic over one event from the others.
func (s *warmServer) answerSafely(ctx context.Context, h *hookRun, event abi.Event, told serve.Told) (result serve.Result, failed error) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = fmt.Errorf("%v\n%.2000s", reason, debug.Stack())
			result = serve.Result{Problems: []serve.Problem{{Code: decide.ProblemPanic, Text: failed.Error()}}}
		}
	}()
	return s.answer(ctx, h, event, told)
}

// answer is what a hook does, from where it has state.db open.
func (s *warmServer) answer(ctx context.Context, h *hookRun, event abi.Event, told serve.Told) (result serve.Result, failed error) {
	h.told = told
	response := h.respond(ctx, event)
	result.Answer = h.encode(event, response)
	for _, problem := range slices.Concat(h.noted, response.Problems) {
		result.Problems = append(result.Problems, serve.Problem{Code: problem.Code, Text: problem.Err.Error()})
	}
	h.noteEvent(event, response)
	s.after(h.app, event.Workspace, response.Report)
	return result, failureOf(response)
}

// forEvent is this program as it would be had it been started for one event.
func (s *warmServer) forEvent(elapsed time.Duration) *app {
	return &app{
		kinds: s.kinds, environ: s.environ, in: bytes.NewReader(nil), out: io.Discard, errOut: io.Discard,
		started: s.now().Add(-elapsed), now: s.now, worked: s.share(), cwd: s.cwd, executable: s.executable,
		served: s.served, configDir: s.configDir, settings: s.settings, modules: s.modules,
	}
}

// share is the processor time of this process from now on, by the events that are
// being answered.
func (s *warmServer) share() func() time.Duration {
	if s.worked == nil {
		return nil
	}
	before := s.worked()
	return func() time.Duration { return (s.worked() - before) / time.Duration(s.kept.underWay()) }
}

// failureOf gives the first problem after which databases are opened anew. Only
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
func (s *warmServer) after(a *app, workspace string, report *index.Report) {
	if report == nil || report.Pending == 0 && report.Waiting == 0 {
		return
	}
	model := modelMark(a)
	if (report.Waiting > 0 || model != "") && !s.rest.rests(s.now(), model) {
		s.wake(workspace)
	}
}

// workMax is how many workspaces wait to be completed; the next prompt of another
// wakes again.
const workMax = 16

func (s *warmServer) wake(workspace string) {
	if _, waits := s.due.LoadOrStore(workspace, true); waits {
		return
	}
	select {
	case s.work <- workspace:
	default:
		s.due.Delete(workspace)
	}
}
