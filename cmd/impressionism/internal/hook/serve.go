package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/session"
)

// sinceMax is how long ago a hook that became this program may have begun: the clock may
// have been set meanwhile.
const sinceMax = 10 * time.Second

// setSince reads when the hook began that became this program.
func (h *Invocation) setSince(text string) error {
	nanos, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	if since := time.Unix(0, nanos); since.Before(h.Started) && h.Started.Sub(since) < sinceMax {
		h.Started = since
	}
	h.asked = true
	return nil
}

// setLeft reads what the hook left that became this program.
func (h *Invocation) setLeft(text string) error {
	fd, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	left, err := relay.ReadLeft(fd)
	if err == nil {
		h.left = *left
	}
	return err
}

// askServer hands the event to the server that the client keeps, if there is one that
// answers alike, and reports whether the event is answered.
func (h *Invocation) askServer() (answered bool) {
	place, err := wire.ServerPlace(h.Env)
	if err != nil {
		return false
	}
	program, err := serve.Program()
	if err != nil {
		return false
	}
	read := relay.Stdin
	if h.In != os.Stdin {
		read = func(buf []byte, _ time.Time) (int, error) { return h.In.Read(buf) }
	}
	left := relay.Hook{
		Began: h.Started, Now: h.Now, Program: program, Flags: wire.ServerFlags(h.Env), Environ: h.Environ,
		Read: read, Out: h.Out, ErrOut: h.ErrOut,
	}.Hand(place)
	if left == nil {
		return true
	}
	h.left = *left
	return false
}

// takeOver goes on with what a hook left: the bytes that it read, and the files of a server
// that was killed.
func (h *Invocation) takeOver() {
	if len(h.left.Read) > 0 {
		h.In = io.MultiReader(bytes.NewReader(h.left.Read), h.In)
	}
	if !h.left.Dead {
		return
	}
	if place, err := wire.ServerPlace(h.Env); err == nil {
		serve.Sweep(place)
	}
}

// afterServer ends an event that a server had and did not answer. Where the server has
// nothing of the event, the hook works alone.
func (h *Invocation) afterServer(event abi.Event) (answer []byte, answered bool) {
	if err := h.holdLeft(event); err != nil {
		h.Note(decide.Problem{Code: decide.ProblemWarm, Err: err})
	}
	if held := h.held.Load(); held != nil {
		return h.answerHeld(held), true
	}
	if !h.left.Recorded && !h.isRecorded(event) {
		return nil, false
	}
	h.Note(decide.Problem{Code: decide.ProblemWarm, Err: errors.New("this event is recorded and not answered: the server has ended")})
	h.takeBack(event)
	return h.lostLesson(event, "impressionism's server ended and may not have kept the lesson; to see: impressionism lessons list"), true
}

// holdLeft keeps the local answer that a server sent before it ended or was late.
func (h *Invocation) holdLeft(event abi.Event) error {
	h.recorded.Store(h.left.Recorded)
	if h.left.Held == nil {
		return nil
	}
	var local heldAnswer
	if err := json.Unmarshal(h.left.Held, &local); err != nil {
		return fmt.Errorf("read the local answer: %w", err)
	}
	if h.left.Recorded && local.Handover.Decision == nil { // all of it was stored before it was sent
		h.held.Store(&Rendered{Answer: local.Answer, Handover: &session.Handover{}})
		return nil
	}
	local.Handover.Event = event
	h.held.Store(&Rendered{local.Answer, &local.Handover})
	return nil
}

// lateWait is how long an event of which a server was late may take to end: what held the
// server up, such as a disk that does not answer, may hold this process up as well.
const lateWait = 400 * time.Millisecond

// endLate ends an event of which a server was late, in time whatever holds it up.
func (h *Invocation) endLate() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }() // there is nobody left to tell
		h.sayLate()
	}()
	deadline.Await(ended, deadline.Until(time.Now().Add(lateWait), time.Now))
}

// sayLate says that a server was late, and leaves to the next event what the server may not
// have stored.
func (h *Invocation) sayLate() {
	event, err := h.Read()
	if err != nil {
		h.noteEarly(err)
		return
	}
	event.Workspace = h.WorkspaceOf(event.Workspace)
	if err := h.holdLeft(event); err != nil {
		h.Note(decide.Problem{Code: decide.ProblemWarm, Err: err})
	}
	h.Event.Store(&event)
	h.Rendered.CompareAndSwap(nil, h.inPlace())
	h.GiveUp(h.Note)
}

// isRecorded looks for the event that a server which has ended may have stored.
func (h *Invocation) isRecorded(event abi.Event) bool {
	store, err := session.Open(h.Paths.StateDB, session.Options{ReadOnly: true, Busy: BusyWait(h.Env, event.Name)})
	if err != nil {
		return false // nothing to read, nothing recorded; else recording it again will tell
	}
	defer store.Close()
	has, err := store.Has(event, wire.Policy(h.Env))
	return err == nil && has
}
