package hook

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
)

// OutOfTime stands for the answer of an event whose time was up before there was one.
var OutOfTime = new(Rendered)

// inTime settles what becomes of an answer that is there now, and reports whether it is
// said. An answer is in time if the event's end had not passed when it was rendered, by
// the clock of this process, and the watchdog had not seen it pass. Which of the two
// goroutines a busy machine lets run first then makes no difference.
func (h *Invocation) inTime(answer *Rendered) bool {
	if h.ends.Passed() {
		h.Rendered.CompareAndSwap(nil, h.inPlace())
		return false
	}
	h.Rendered.CompareAndSwap(nil, answer)
	return h.Rendered.Load() == answer
}

// inPlace is what stands in place of an answer that did not come in time: the local one,
// where the server went on to ask for an opinion, else OutOfTime.
func (h *Invocation) inPlace() *Rendered {
	if held := h.held.Load(); held != nil {
		return held
	}
	return OutOfTime
}

// GiveUp ends an event whose time is up: with the answer, where there is one and it is
// stored or left to the next event to store, else with the reason.
func (h *Invocation) GiveUp(note func(decide.Problem)) {
	after := h.Now().Sub(h.Started).Round(time.Millisecond)
	if answer, answered := h.lastWord(); answered {
		_, _ = h.Out.Write(answer) // whoever reads no more cannot be told
		h.noteHeld(note, after)
		return
	}
	problem := decide.Problem{Code: decide.ProblemDeadline, Err: fmt.Errorf("no answer after %v", after)}
	h.say(problem)
	h.briefly(func() { note(problem) })
	event := h.eventHad()
	if event != nil {
		_, _ = h.Out.Write(h.lostLesson(*event, "impressionism ran out of time and may not have kept the lesson; to see: impressionism lessons list"))
	}
	switch {
	case event == nil || !Known(event.Name):
	case event.Name == abi.EventPrompt || !h.recorded.Load():
		h.handOver(session.Handover{Event: *event, Outcome: session.OutcomeLate, Reason: problem.Err.Error()})
	default:
		h.takeBack(*event)
	}
}

// lostLesson answers in words that a lesson which was typed may be lost: what stores the event
// later keeps no lesson of it. Of another event nothing is said.
func (h *Invocation) lostLesson(event abi.Event, words string) []byte {
	if !lessonfiles.IsTyped(event) {
		return nil
	}
	return Encode(h.Env, event, respond.Response{Notice: words})
}

// takeBack leaves to the next event to take back what this one, or the server that had it,
// stored as told and nobody reads.
func (h *Invocation) takeBack(event abi.Event) {
	if (h.telling.Load() || h.left.Taken) && (event.Name == abi.EventSessionStarted || event.Name == abi.EventToolUsed) {
		h.handOver(session.Handover{Event: event, Unsaid: true})
	}
}

// noteHeld notes that an answer which a server had was printed, though the server is late.
func (h *Invocation) noteHeld(note func(decide.Problem), after time.Duration) {
	if held := h.held.Load(); held == nil || h.Rendered.Load() != held {
		return
	}
	h.briefly(func() {
		note(decide.Problem{Code: decide.ProblemWarm, Err: fmt.Errorf("the server was not done after %v; the answer that it had was printed", after)})
	})
}

// textsWait is how long an event whose time is up may still take to decode: a large one
// may take all of its time to arrive, and is to be stored all the same.
const textsWait = 250 * time.Millisecond

// eventHad is the event, as soon as its texts are decoded; nil where they are not, or it
// is none to store.
func (h *Invocation) eventHad() *abi.Event {
	if event := h.Event.Load(); event != nil || !h.Named {
		return event
	}
	event, ok := deadline.Await(h.Decoded, deadline.Until(time.Now().Add(textsWait), time.Now))
	if !ok || strings.HasPrefix(event.Command, env.PluginName+":") {
		return nil
	}
	event.Workspace = h.WorkspaceOf(event.Workspace)
	return &event
}

// diskWait is how long a file may take to write for a process whose time is up.
const diskWait = 10 * time.Millisecond

// briefly does something, and reports whether it was done: the disk may be what
// holds everything up. An event of which a server was late has lateWait for all of it.
func (h *Invocation) briefly(do func()) (done bool) {
	wait := diskWait
	if h.left.Late {
		wait = lateWait
	}
	ended := make(chan struct{})
	go func() {
		do()
		close(ended)
	}()
	_, done = deadline.Await(ended, deadline.Until(h.Now().Add(wait), h.Now))
	return done
}

// lastWord is the answer that was there in time, stored or handed over. It is empty
// where nothing was to be said.
func (h *Invocation) lastWord() (answer []byte, answered bool) {
	r := h.Rendered.Load()
	if r == OutOfTime {
		return nil, false
	}
	select {
	case answer := <-h.answers:
		return answer, true
	default:
	}
	if r.Handover != nil && !h.handOver(*r.Handover) {
		return nil, false
	}
	return r.Answer, true
}

// handOver leaves an event to the next one to store, and reports whether it did.
func (h *Invocation) handOver(o session.Handover) bool {
	if o.Event.SessionID == "" {
		return true // nothing of it is kept
	}
	name := fmt.Sprintf("%020d-%d", o.Event.Time.UnixNano(), os.Getpid())
	failed := errors.New("the disk is slow")
	done := h.briefly(func() { failed = wire.Policy(h.Env).HandOver(h.Handovers(), name, o) })
	return done && failed == nil
}

// takeIn stores what earlier events left, as far as this one has the time.
func (h *Invocation) takeIn(event abi.Event, sessions *session.Store) {
	if sessions == nil {
		return
	}
	half := deadline.Until(h.Started.Add(budget(h.Env, event.Name)/2), h.Now)
	if err := sessions.TakeIn(h.Handovers(), wire.Policy(h.Env), h.Now(), func() bool { return !half.Passed() }); err != nil {
		h.Note(decide.Problem{Code: decide.ProblemState, Err: err})
	}
}

// Settled leaves what could not be stored to the next event. Where that fails, too,
// nothing is told: whatever was told can be looked into.
func (h *Invocation) Settled(response respond.Response) respond.Response {
	if response.Unstored != nil && !h.handOver(*response.Unstored) {
		response.Context, response.Notice = "", ""
	}
	return response
}
