package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/logfile"
)

// hookMemoryBytes is when a hook's garbage is collected at all: it ends before
// it needs to.
const hookMemoryBytes = 512 << 20

// runHook answers one event and always ends with 0: whatever goes wrong, the
// prompt goes on. This is the only place that fails open.
//
// The work runs on a goroutine of its own, so that this one can end the process
// at the deadline whatever holds the work up. See RATIONALE.md, "Why a watchdog
// in every hook?".
func (a *app) runHook(args []string) int {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(hookMemoryBytes)
	runtime.GOMAXPROCS(max(2, runtime.NumCPU()))
	h := &hookRun{app: a, events: make(chan abi.Event, 1), answers: make(chan []byte, 1), recorded: make(chan struct{})}
	if h.traced = len(args) == 1 && args[0] == "--trace"; len(args) > 0 && !h.traced {
		fmt.Fprintln(a.errOut, "impressionism: hook takes no arguments but --trace; its input is the event's JSON")
		return exitOK
	}
	go h.work()
	h.watch()
	return exitOK
}

// hookRun is one hook under way.
type hookRun struct {
	*app
	events   chan abi.Event
	answers  chan []byte
	spoke    atomic.Bool            // something was written to stderr
	recorded chan struct{}          // closed once the event is stored
	rendered atomic.Pointer[[]byte] // the answer, before it is stored as told
	traced   bool                   // --trace
}

// decodeDeadline bounds reading an event, before it is known which one it is.
const decodeDeadline = 2 * time.Second

// watch prints the answer, or nothing when the deadline passes first.
func (h *hookRun) watch() {
	timer := time.NewTimer(decodeDeadline)
	defer timer.Stop()
	note := func(problem host.Problem) { fmt.Fprintln(h.errOut, "impressionism:", oneLine(problem.Error())) }
	for {
		select {
		case event := <-h.events:
			note = h.note // from here on it is known where the log is
			timer.Reset(h.deadline(event.Name).Sub(h.now()))
		case answer := <-h.answers:
			if len(answer) == 0 {
				return
			}
			if _, err := h.out.Write(answer); err != nil {
				note(host.Problem{Code: "stdout", Err: err})
			}
			return
		case <-timer.C:
			if answer := h.lastWord(); len(answer) > 0 {
				_, _ = h.out.Write(answer) // whoever reads no more cannot be told
				return
			}
			h.awaitRecord()
			h.noteBriefly(note, host.Problem{Code: host.ProblemDeadline, Err: fmt.Errorf("no answer after %v", h.now().Sub(h.started).Round(time.Millisecond))})
			return
		}
	}
}

// recordWait is how long an event that is not stored yet is waited for when time
// is up: a row that is lost never comes back.
const recordWait = 100 * time.Millisecond

func (h *hookRun) awaitRecord() {
	select {
	case <-h.recorded:
	case <-time.After(recordWait):
	}
}

// noteWait is how long writing the log may hold up a process whose time is up.
const noteWait = 10 * time.Millisecond

// noteBriefly notes a problem, unless the disk is what holds everything up.
func (h *hookRun) noteBriefly(note func(host.Problem), problem host.Problem) {
	done := make(chan struct{})
	go func() {
		note(problem)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(noteWait):
	}
}

// lastWord is the answer that is there when time is up: it may be stored as told
// already, and would not be said again.
func (h *hookRun) lastWord() []byte {
	select {
	case answer := <-h.answers:
		return answer
	default:
	}
	if answer := h.rendered.Load(); answer != nil {
		return *answer
	}
	return nil
}

func (h *hookRun) work() {
	defer func() {
		if reason := recover(); reason != nil {
			h.note(host.Problem{Code: host.ProblemPanic, Err: fmt.Errorf("%v\n%.2000s", reason, debug.Stack())})
			h.answers <- nil
		}
	}()
	event, err := hook.Decode(h.in, h.now())
	if err != nil {
		h.noteEarly(err)
		h.answers <- nil
		return
	}
	h.answers <- h.answer(event)
}

// noteEarly notes what is known before there is an event.
func (h *hookRun) noteEarly(err error) {
	code := "decode"
	if coded, ok := errors.AsType[*hook.DecodeError](err); ok {
		code = "decode-" + coded.Code
	}
	if h.loaded == nil && h.configure("") != nil {
		fmt.Fprintln(h.errOut, "impressionism:", err)
		return
	}
	h.note(host.Problem{Code: code, Err: err})
}

func (h *hookRun) answer(event abi.Event) []byte {
	event.Workspace = h.workspaceOf(event.Workspace)
	if err := h.configure(event.Workspace); err != nil {
		fmt.Fprintln(h.errOut, "impressionism:", err)
		return nil
	}
	h.events <- event
	if !known(event.Name) {
		return nil
	}
	response := h.respond(event)
	if h.traced {
		h.printTrace(event, response)
	}
	for _, problem := range response.Problems {
		h.note(problem)
	}
	h.noteEvent(event, response)
	return encode(event, response)
}

func encode(event abi.Event, response host.Response) []byte {
	return hook.Encode(hook.Answer{Event: event.Name, Context: response.Context, SystemMessage: response.Notice})
}

func (h *hookRun) respond(event abi.Event) host.Response {
	list := h.listAhead(event)
	sessions, salvaged, err := h.openSessions(h.busyWait(event.Name), h.maySalvage(event.Name))
	if err != nil {
		h.note(host.Problem{Code: host.ProblemState, Err: err})
	}
	if salvaged != "" {
		h.note(host.Problem{Code: host.ProblemState, Err: errors.New(salvaged)})
	}
	h.trustProject(event.Workspace, sessions)
	for _, problem := range h.loaded.Errors {
		h.note(host.Problem{Code: host.ProblemConfig, Err: problem})
	}
	wired := h.wire(event.Workspace, sessions)
	wired.List, wired.Prepare = list, h.prepare(wired.Engine)
	wired.Model = h.model(coldQueries)
	wired.Recorded = func() { close(h.recorded) }
	wired.Passages = h.passages()
	wired.Rendered = func(response host.Response) {
		answer := encode(event, response)
		h.rendered.Store(&answer)
	}
	response := wired.Respond(context.Background(), event, h.deadlines(event.Name))
	h.closeSessions(sessions, event.Name, &response)
	return response
}

func known(event string) bool {
	switch event {
	case abi.EventSessionStart, abi.EventPrompt, abi.EventToolUse, abi.EventStop, abi.EventCompact, abi.EventSessionEnd:
		return true
	}
	return false
}

// note writes a reason to the log and one line to stderr, where the client
// shows it only in debug mode.
func (h *hookRun) note(problem host.Problem) {
	if h.spoke.CompareAndSwap(false, true) { // the client shows the first line only
		fmt.Fprintln(h.errOut, "impressionism:", oneLine(problem.Error()))
	}
	if h.loaded == nil {
		return
	}
	limits := logfile.Limits{Bytes: int64(h.loaded.Log.Megabytes) << 20, Files: h.loaded.Log.Files, Level: h.loaded.Log.Level}
	// A log that cannot be written leaves the line on stderr.
	_ = logfile.Append(h.paths.Log, limits, levelOf(problem.Code), problem.Code, problem.Err.Error(), h.now())
}
