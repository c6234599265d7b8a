package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/warm"
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
	h := newHookRun(a)
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
	spoke    atomic.Bool   // something was written to stderr
	recorded chan struct{} // closed once the event is stored: markRecorded
	marking  sync.Once
	rendered atomic.Pointer[[]byte]    // the answer, before it is stored as told
	handed   atomic.Pointer[warm.Call] // the event is the server's to answer
	traced   bool                      // --trace
	*warmRun                           // in a process that lives on; nil in one of its own
}

func newHookRun(a *app) *hookRun {
	return &hookRun{app: a, events: make(chan abi.Event, 1), answers: make(chan []byte, 1), recorded: make(chan struct{})}
}

func (h *hookRun) markRecorded() { h.marking.Do(func() { close(h.recorded) }) }

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
			if !h.awaitRecord() {
				note = h.markLate(note)
			}
			h.noteBriefly(note, host.Problem{Code: host.ProblemDeadline, Err: fmt.Errorf("no answer after %v", h.now().Sub(h.started).Round(time.Millisecond))})
			return
		}
	}
}

// recordWait is how long an event that is not stored yet is waited for when time
// is up: a row that is lost never comes back.
const recordWait = 100 * time.Millisecond

func (h *hookRun) awaitRecord() (recorded bool) {
	select {
	case <-h.recorded:
		return true
	case <-time.After(recordWait):
		return false
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
	event.LocalTime = localTime(event.Time)
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

// note writes a reason to the log and one line to stderr, where the client
// shows it only in debug mode.
func (h *hookRun) note(problem host.Problem) {
	if h.warmRun != nil {
		h.noted = append(h.noted, problem)
		return
	}
	if h.spoke.CompareAndSwap(false, true) { // the client shows the first line only
		fmt.Fprintln(h.errOut, "impressionism:", oneLine(problem.Error()))
	}
	if h.loaded == nil {
		return
	}
	// A log that cannot be written leaves the line on stderr.
	_ = logfile.Append(h.paths.Log, h.logLimits(), levelOf(problem.Code), problem.Code, problem.Err.Error(), h.now())
}

func (a *app) logLimits() logfile.Limits {
	return logfile.Limits{Bytes: int64(a.loaded.Log.Megabytes) << 20, Files: a.loaded.Log.Files, Level: a.loaded.Log.Level}
}
