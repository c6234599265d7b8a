package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
)

// outOfTime stands for the answer of an event whose time was up before there was one.
var (
	outOfTime    = new(rendered)
	errOutOfTime = errors.New("its time is up")
)

// inTime settles what becomes of an answer that is there now, and reports whether it is
// said. An answer is in time if the event's end had not passed when it was rendered, by
// the clock of this process, and the watchdog had not seen it pass. Which of the two
// goroutines a busy machine lets run first then makes no difference.
func (h *hookRun) inTime(answer *rendered) bool {
	if h.ends.Passed() {
		answer = outOfTime
	}
	h.rendered.CompareAndSwap(nil, answer)
	return h.rendered.Load() != outOfTime
}

// giveUp ends an event whose time is up: with the answer, where there is one and it is
// stored or left to the next event to store, else with the reason.
func (h *hookRun) giveUp(note func(decide.Problem)) {
	after := h.now().Sub(h.started).Round(time.Millisecond)
	if answer, answered := h.lastWord(); answered {
		_, _ = h.out.Write(answer) // whoever reads no more cannot be told
		return
	}
	problem := decide.Problem{Code: decide.ProblemDeadline, Err: fmt.Errorf("no answer after %v", after)}
	h.say(problem)
	h.briefly(func() {
		if call := h.handed.Load(); call != nil {
			_ = call.Late() // the next hook finds out for itself
		}
		note(problem)
	})
	event := h.eventHad()
	if event != nil && known(event.Name) && (event.Name == abi.EventPrompt || !h.recorded.Load()) {
		h.handOver(session.Handover{Event: *event, Outcome: session.OutcomeLate, Reason: problem.Err.Error()})
	}
}

// textsWait is how long an event whose time is up may still take to decode: a large one
// may take all of its time to arrive, and is to be stored all the same.
const textsWait = 250 * time.Millisecond

// eventHad is the event, as soon as its texts are decoded; nil where they are not, or it
// is none to store.
func (h *hookRun) eventHad() *abi.Event {
	if event := h.event.Load(); event != nil || !h.named {
		return event
	}
	event, ok := deadline.Await(h.decoded, deadline.Until(time.Now().Add(textsWait), time.Now))
	if !ok || strings.HasPrefix(event.Command, pluginName+":") {
		return nil
	}
	event.Workspace = h.workspaceOf(event.Workspace)
	return &event
}

// diskWait is how long a file may take to write for a process whose time is up.
const diskWait = 10 * time.Millisecond

// briefly does something, and reports whether it was done: the disk may be what
// holds everything up.
func (h *hookRun) briefly(do func()) (done bool) {
	ended := make(chan struct{})
	go func() {
		do()
		close(ended)
	}()
	_, done = deadline.Await(ended, deadline.Until(h.now().Add(diskWait), h.now))
	return done
}

// lastWord is the answer that was there in time, stored or handed over. It is empty
// where nothing was to be said.
func (h *hookRun) lastWord() (answer []byte, answered bool) {
	r := h.rendered.Load()
	if r == outOfTime {
		return nil, false
	}
	select {
	case answer := <-h.answers:
		return answer, true
	default:
	}
	if r.handover != nil && !h.handOver(*r.handover) {
		return nil, false
	}
	return r.answer, true
}

// handOver leaves an event to the next one to store, and reports whether it did.
func (h *hookRun) handOver(o session.Handover) bool {
	if o.Event.SessionID == "" {
		return true // nothing of it is kept
	}
	name := fmt.Sprintf("%020d-%d", o.Event.Time.UnixNano(), os.Getpid())
	failed := errors.New("the disk is slow")
	done := h.briefly(func() { failed = h.policy().HandOver(h.handovers(), name, o) })
	return done && failed == nil
}

// handovers is the folder of events that a process could not store in its time.
func (a *app) handovers() string { return a.paths.StateDB + ".unstored" }

// takeIn stores what earlier events left, as far as this one has the time.
func (h *hookRun) takeIn(event abi.Event, sessions *session.Store) {
	if sessions == nil {
		return
	}
	half := deadline.Until(h.started.Add(h.budget(event.Name)/2), h.now)
	if err := sessions.TakeIn(h.handovers(), h.policy(), func() bool { return !half.Passed() }); err != nil {
		h.note(decide.Problem{Code: decide.ProblemState, Err: err})
	}
}

// settled leaves what could not be stored to the next event. Where that fails, too,
// nothing is told: whatever was told can be looked into.
func (h *hookRun) settled(response respond.Response) respond.Response {
	if response.Unstored != nil && !h.handOver(*response.Unstored) {
		response.Context, response.Notice = "", ""
	}
	return response
}
