// Package hook answers one event of the client, alone in its process or with what a
// server lends it. It always ends with exit code 0, and by its deadline. It must not know
// any command: what it calls of them is handed in.
package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/unfinished"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// memoryBytes is when a hook's garbage is collected at all: it ends before
// it needs to.
const memoryBytes = 512 << 20

// Run answers one event and always ends with 0: whatever goes wrong, the
// prompt goes on. This is the only place that fails open.
//
// The work runs on a goroutine of its own, so that this one can end the process
// at the deadline whatever holds the work up. See RATIONALE.md, "Why a watchdog
// in every hook?".
func Run(e *env.Env, args []string, others Commands) int {
	if config.IsAsking(e.Lookup) {
		return env.ExitOK // this client was started for an opinion, and is to be asked nothing
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryBytes)
	runtime.GOMAXPROCS(max(2, runtime.NumCPU()))
	h := NewInvocation(e, others)
	if err := h.parseFlags(args); err != nil {
		fmt.Fprintf(e.ErrOut, "impressionism: hook: %v; its input is the event's JSON, see: impressionism hook --help\n", err)
		return env.ExitOK
	}
	if !h.asked && !h.traced && !h.timed && h.askServer() {
		return env.ExitOK
	}
	h.takeOver()
	if h.left.Late {
		h.endLate()
		return env.ExitOK
	}
	go h.Work()
	h.Watch()
	return env.ExitOK
}

// parseFlags reads the flags that cobra reads for other commands.
func (h *Invocation) parseFlags(args []string) error {
	if len(args) == 0 {
		return nil
	}
	flags := pflag.NewFlagSet("hook", pflag.ContinueOnError)
	flags.BoolVar(&h.traced, "trace", false, "")
	flags.BoolVar(&h.timed, "timings", false, "")
	flags.Func("client", "", h.ChooseClient)
	flags.StringVar(&h.ConfigDir, "config-dir", h.ConfigDir, "")
	flags.Func(relay.FlagSince, "", h.setSince)
	flags.Func(relay.FlagLeft, "", h.setLeft)
	settings := flags.StringArray("set", nil, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("it takes no arguments; got %.40q", flags.Arg(0))
	}
	return h.ParseSettings(*settings)
}

// Commands are what a hook calls of the program's other commands. They are handed in,
// so that what answers events knows none of them.
type Commands struct {
	Execute    func(e *env.Env, args []string) int // runs one command line
	PrintTrace func(e *env.Env, event abi.Event, response respond.Response)
}

// Invocation is one hook under way.
type Invocation struct {
	*env.Env
	others   Commands
	ends     deadline.Deadline      // of the event, for the work
	Events   chan deadline.Deadline // the same for the watchdog, as soon as the event is known
	answers  chan []byte
	Decoded  chan abi.Event // the event with its texts
	Named    bool           // the watchdog knows which event it is
	spoke    atomic.Bool    // something was written to stderr
	recorded atomic.Bool
	telling  atomic.Bool               // something is stored as told that may not be printed
	Rendered atomic.Pointer[Rendered]  // the answer, before it is stored as told; set once
	held     atomic.Pointer[Rendered]  // what to answer where the server gave no answer
	Event    atomic.Pointer[abi.Event] // once it is decoded
	noMemory error                     // why state.db can be neither written nor read
	traced   bool                      // --trace
	timed    bool                      // --timings
	read     time.Time                 // when the event was decoded
	asked    bool                      // a server was asked before
	left     relay.Left                // what is left to do then
	*Lent                              // in a process that lives on; nil in one of its own
}

// NewInvocation returns a hook that has not begun.
func NewInvocation(e *env.Env, others Commands) *Invocation {
	return &Invocation{Env: e, others: others, Events: make(chan deadline.Deadline, 1), answers: make(chan []byte, 1), Decoded: make(chan abi.Event, 1)}
}

// Rendered is an answer that is not stored yet, and what is to be stored of it; the
// server stores what it has rendered.
type Rendered struct {
	Answer   []byte
	Handover *session.Handover
}

// readDeadline bounds reading an event, before it is known which one it is.
const readDeadline = 2 * time.Second

// Watch prints the answer, or nothing when the deadline passes first. See inTime.
func (h *Invocation) Watch() {
	readEnd := h.Now().Add(readDeadline)
	if h.asked { // some of it was read before
		readEnd = h.Now().Add(max(textsWait, readDeadline-h.Now().Sub(h.Started)))
	}
	timer := time.NewTimer(readEnd.Sub(h.Now()))
	defer timer.Stop()
	note := h.say
	end := deadline.Until(readEnd, h.Now)
	for {
		select {
		case end = <-h.Events:
			note, h.Named = h.Note, true // from here on it is known where the log is
			timer.Reset(max(0, end()))
		case answer := <-h.answers:
			h.print(answer)
			return
		case <-timer.C:
			if len(h.Events) > 0 {
				continue
			}
			if left := end(); left > 0 {
				timer.Reset(left)
				continue
			}
			h.Rendered.CompareAndSwap(nil, h.inPlace())
			h.GiveUp(note)
			return
		}
	}
}

// print prints the answer of an event that is done, if it was there in time.
func (h *Invocation) print(answer []byte) {
	if h.Rendered.Load() == OutOfTime {
		h.GiveUp(h.Note)
		return
	}
	if len(answer) == 0 {
		return
	}
	if _, err := h.Out.Write(answer); err != nil {
		h.Note(decide.Problem{Code: wire.ProblemStdout, Err: err})
	}
}

// announce starts the time of an event.
func (h *Invocation) announce(event string) {
	h.ends = end(h.Env, event)
	h.Events <- h.ends
}

// Work reads and answers the event. Watch prints the answer.
func (h *Invocation) Work() {
	defer func() {
		if reason := recover(); reason != nil {
			h.Note(decide.Problem{Code: decide.ProblemPanic, Err: fmt.Errorf("%v\n%.2000s", reason, debug.Stack())})
			h.answers <- nil
		}
	}()
	event, err := h.Read()
	event.LocalTime = env.LocalTime(event.Time)
	if err != nil {
		h.noteEarly(err)
		h.answers <- nil
		return
	}
	h.Decoded <- event
	h.read = h.Now()
	answer := h.answer(event)
	h.inTime(&Rendered{Answer: answer})
	h.answers <- answer
}

// Read reads the event. The watchdog hears which one it is before its texts are
// decoded: their time is the event's.
func (h *Invocation) Read() (abi.Event, error) {
	input, err := h.Client().Read(h.In, "")
	if err != nil {
		return abi.Event{}, err
	}
	if err := h.Configure(h.WorkspaceOf(input.Workspace())); err != nil {
		return abi.Event{}, err
	}
	h.announce(input.Name())
	at := h.Now()
	if h.left.Taken {
		at = h.left.At // by which the server may have stored it
	}
	return input.Event(at)
}

// noteEarly notes what is known before there is an event.
func (h *Invocation) noteEarly(err error) {
	code := wire.ProblemDecode
	if coded, ok := errors.AsType[*payload.Error](err); ok {
		code = wire.ProblemDecode + "-" + coded.Code
	}
	if h.Loaded == nil && h.Configure("") != nil {
		fmt.Fprintln(h.ErrOut, "impressionism:", err)
		return
	}
	h.Note(decide.Problem{Code: code, Err: err})
}

// Note writes a reason to the log and one line to stderr, where the client
// shows it only in debug mode.
func (h *Invocation) Note(problem decide.Problem) {
	if h.Lent != nil {
		h.Noted = append(h.Noted, problem)
		return
	}
	h.say(problem)
	if h.Loaded == nil {
		return
	}
	h.log(problem)
}

// log writes a reason to the log. A log that cannot be written leaves the line on stderr.
func (h *Invocation) log(problem decide.Problem) {
	_ = logfile.Append(h.Paths.Log, wire.LogLimits(h.Env), levelOf(problem.Code), problem.Code, problem.Err.Error(), h.Now())
}

// say writes a reason to stderr, if it is the first: the client shows no other line.
func (h *Invocation) say(problem decide.Problem) {
	if h.spoke.CompareAndSwap(false, true) {
		fmt.Fprint(h.ErrOut, noteOf(problem))
	}
}

// noteOf is a problem's line on stderr.
func noteOf(problem decide.Problem) string {
	return visible.Text("impressionism: " + textline.OneLine(problem.Error()) + "\n")
}

func (h *Invocation) answer(event abi.Event) []byte {
	event.Workspace = h.WorkspaceOf(event.Workspace)
	if answer, own := h.answerOwn(event); own {
		return answer
	}
	h.Event.Store(&event)
	if !Known(event.Name) {
		return nil
	}
	if h.left.Taken {
		if answer, answered := h.afterServer(event); answered {
			return answer
		}
	}
	response := h.Respond(context.Background(), event)
	if h.Rendered.Load() == OutOfTime {
		return nil // the reason to give is the deadline
	}
	if h.traced {
		h.others.PrintTrace(h.Env, event, response)
	}
	if h.timed {
		h.printTimings(response)
	}
	for _, problem := range response.Problems {
		h.Note(problem)
	}
	h.NoteEvent(event, response)
	return Encode(h.Env, event, response)
}

// Encode returns a response as the client reads it, with nothing hidden in it.
func Encode(e *env.Env, event abi.Event, response respond.Response) []byte {
	encoded := e.Client().Encode(client.Answer{Event: cmp.Or(response.Answers, event.Name), Context: response.Context, SystemMessage: response.Notice})
	if len(encoded) == 0 {
		return nil
	}
	return []byte(visible.Text(string(encoded)))
}

// Respond decides on an event, with what a server lends where there is one.
func (h *Invocation) Respond(ctx context.Context, event abi.Event) respond.Response {
	list := h.listAhead(ctx, event)
	began := h.Now()
	sessions := h.stateOf(event.Name)
	if isNewer(h.noMemory) {
		return h.outdated(event)
	}
	h.takeIn(event, sessions)
	wire.TrustProject(h.Env, event.Workspace, sessions)
	opened := h.Now()
	wired := wire.Host(h.Env, event.Workspace, sessions)
	wired.List = list
	wired.Moved = func(project string) { h.move(wired, project) }
	wired.Lessons = lessonfiles.Of(h.Env, sessions)
	wired.Settings.Policy.Head = unfinished.Head
	wired.Handoff = func(ctx context.Context, event abi.Event) (text, of string, err error) {
		told, err := unfinished.Tell(ctx, h.Env, sessions, event)
		return told.Text, told.Of, err
	}
	options := respond.Options{Deadlines: deadlines(h.Env, event.Name), NoMemory: h.noMemory, Prepare: h.prepare(wired)}
	if h.Lent != nil {
		h.lend(wired, h.Env)
		options.KeepIndex, options.Recorded = true, h.Told.Recorded
		options.Print = func(response respond.Response, handover session.Handover) bool {
			return h.offerToPrint(Encode(h.Env, event, response), handover)
		}
		if h.Opinion != nil {
			wired.Opinion = h.Opinion(h.Env)
		}
		options.Hold = func(response respond.Response, handover session.Handover, wait time.Duration) bool {
			return h.offerToHold(h, event, Encode(h.Env, event, response), handover, wait)
		}
		options.Stored = func(response respond.Response) { h.tellDone(event, response) }
		response := h.Settled(wired.Respond(ctx, event, options))
		h.tellDone(event, response)
		response.Problems = h.onceASession(event, sessions, response.Problems)
		return response
	}
	options.Recorded = func() { h.recorded.Store(true) }
	options.Telling = func() { h.telling.Store(true) }
	options.Print = func(response respond.Response, handover session.Handover) bool {
		return h.inTime(&Rendered{Encode(h.Env, event, response), &handover})
	}
	wired.Model = wire.Model(h.Env, wire.ColdQueries)
	wired.Passages = wire.Passages(h.Env)
	ready := h.Now()
	response := h.Settled(wired.Respond(ctx, event, options))
	response.Problems = h.onceASession(event, sessions, response.Problems)
	answered := h.Now()
	h.closeSessions(sessions, event.Name, &response)
	if h.timed && response.Steps != nil {
		response.Steps["open"] = opened.Sub(began).Microseconds()
		response.Steps["settings"] += ready.Sub(opened).Microseconds() // and the project's
		response.Steps["close"] = h.Now().Sub(answered).Microseconds()
	}
	return response
}

// move gives a responder the rulesets and settings of another folder. Only those are a project's
// to set; all else stays as it is, and the mistakes in its file were told where the session began.
func (h *Invocation) move(wired *respond.Responder, project string) {
	its := *h.Env
	if its.Configure(project) != nil {
		return
	}
	wire.TrustProject(&its, project, wired.Sessions)
	there := wire.Host(&its, project, wired.Sessions)
	there.Engine.Runtimes[".lua"] = wired.Engine.Runtimes[".lua"]
	wired.Engine, wired.Settings.Settings = there.Engine, there.Settings.Settings
}

// Known reports whether an event is one that is answered or recorded.
func Known(event string) bool {
	switch event {
	case abi.EventSessionStarted, abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded:
		return true
	}
	return false
}
