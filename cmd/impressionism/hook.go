package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/session"
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
func (a *app) runHook(args []string, others commands) int {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(hookMemoryBytes)
	runtime.GOMAXPROCS(max(2, runtime.NumCPU()))
	h := newHookRun(a, others)
	if err := h.parseFlags(args); err != nil {
		fmt.Fprintf(a.errOut, "impressionism: hook: %v; its input is the event's JSON, see: impressionism hook --help\n", err)
		return exitOK
	}
	go h.work()
	h.watch()
	return exitOK
}

// parseFlags reads the flags that cobra reads for other commands.
func (h *hookRun) parseFlags(args []string) error {
	if len(args) == 0 {
		return nil
	}
	flags := pflag.NewFlagSet("hook", pflag.ContinueOnError)
	flags.BoolVar(&h.traced, "trace", false, "")
	flags.Func("client", "", h.chooseClient)
	flags.StringVar(&h.configDir, "config-dir", h.configDir, "")
	settings := flags.StringArray("set", nil, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("it takes no arguments; got %.40q", flags.Arg(0))
	}
	return h.parseSettings(*settings)
}

// commands are what a hook calls of the program's other commands. They are handed in,
// so that what answers events knows none of them.
type commands struct {
	execute    func(a *app, args []string) int // runs one command line
	printTrace func(a *app, event abi.Event, response respond.Response)
}

// hookRun is one hook under way.
type hookRun struct {
	*app
	others   commands
	ends     deadline.Deadline      // of the event, for the work
	events   chan deadline.Deadline // the same for the watchdog, as soon as the event is known
	answers  chan []byte
	decoded  chan abi.Event // the event with its texts
	named    bool           // the watchdog knows which event it is
	spoke    atomic.Bool    // something was written to stderr
	recorded atomic.Bool
	rendered atomic.Pointer[rendered]   // the answer, before it is stored as told; set once
	event    atomic.Pointer[abi.Event]  // once it is decoded
	handed   atomic.Pointer[serve.Call] // the event is the server's to answer
	noMemory error                      // why state.db can be neither written nor read
	traced   bool                       // --trace
	*warmRun                            // in a process that lives on; nil in one of its own
}

func newHookRun(a *app, others commands) *hookRun {
	return &hookRun{app: a, others: others, events: make(chan deadline.Deadline, 1), answers: make(chan []byte, 1), decoded: make(chan abi.Event, 1)}
}

// rendered is an answer that is not stored yet, and what is to be stored of it; the
// server stores what it has rendered.
type rendered struct {
	answer   []byte
	handover *session.Handover
}

// readDeadline bounds reading an event, before it is known which one it is.
const readDeadline = 2 * time.Second

// watch prints the answer, or nothing when the deadline passes first. See inTime.
func (h *hookRun) watch() {
	timer := time.NewTimer(readDeadline)
	defer timer.Stop()
	note := h.say
	end := deadline.Until(h.now().Add(readDeadline), h.now)
	for {
		select {
		case end = <-h.events:
			note, h.named = h.note, true // from here on it is known where the log is
			timer.Reset(end())
		case answer := <-h.answers:
			h.print(answer)
			return
		case <-timer.C:
			if left := end(); left > 0 {
				timer.Reset(left)
				continue
			}
			h.rendered.CompareAndSwap(nil, outOfTime)
			h.giveUp(note)
			return
		}
	}
}

// print prints the answer of an event that is done, if it was there in time.
func (h *hookRun) print(answer []byte) {
	if h.rendered.Load() == outOfTime {
		h.giveUp(h.note)
		return
	}
	if len(answer) == 0 {
		return
	}
	if _, err := h.out.Write(answer); err != nil {
		h.note(decide.Problem{Code: problemStdout, Err: err})
	}
}

// announce starts the time of an event.
func (h *hookRun) announce(event string) {
	h.ends = h.end(event)
	h.events <- h.ends
}

func (h *hookRun) work() {
	defer func() {
		if reason := recover(); reason != nil {
			h.note(decide.Problem{Code: decide.ProblemPanic, Err: fmt.Errorf("%v\n%.2000s", reason, debug.Stack())})
			h.answers <- nil
		}
	}()
	event, err := h.read()
	event.LocalTime = localTime(event.Time)
	if err != nil {
		h.noteEarly(err)
		h.answers <- nil
		return
	}
	h.decoded <- event
	answer := h.answer(event)
	h.inTime(&rendered{answer: answer})
	h.answers <- answer
}

// read reads the event. The watchdog hears which one it is before its texts are
// decoded: their time is the event's.
func (h *hookRun) read() (abi.Event, error) {
	input, err := h.client().Read(h.in, "")
	if err != nil {
		return abi.Event{}, err
	}
	if err := h.configure(h.workspaceOf(input.Workspace())); err != nil {
		return abi.Event{}, err
	}
	h.announce(input.Name())
	return input.Event(h.now())
}

// noteEarly notes what is known before there is an event.
func (h *hookRun) noteEarly(err error) {
	code := problemDecode
	if coded, ok := errors.AsType[*payload.Error](err); ok {
		code = problemDecode + "-" + coded.Code
	}
	if h.loaded == nil && h.configure("") != nil {
		fmt.Fprintln(h.errOut, "impressionism:", err)
		return
	}
	h.note(decide.Problem{Code: code, Err: err})
}

// note writes a reason to the log and one line to stderr, where the client
// shows it only in debug mode.
func (h *hookRun) note(problem decide.Problem) {
	if h.warmRun != nil {
		h.noted = append(h.noted, problem)
		return
	}
	h.say(problem)
	if h.loaded == nil {
		return
	}
	// A log that cannot be written leaves the line on stderr.
	_ = logfile.Append(h.paths.Log, h.logLimits(), levelOf(problem.Code), problem.Code, problem.Err.Error(), h.now())
}

// say writes a reason to stderr, if it is the first: the client shows no other line.
func (h *hookRun) say(problem decide.Problem) {
	if h.spoke.CompareAndSwap(false, true) {
		fmt.Fprintln(h.errOut, "impressionism:", oneLine(problem.Error()))
	}
}

func (a *app) logLimits() logfile.Limits {
	return logfile.Limits{Bytes: int64(a.loaded.Log.Megabytes) << 20, Files: a.loaded.Log.Files, Level: a.loaded.Log.Level}
}
