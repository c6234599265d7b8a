package hook

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/session"
)

// answerWarm has the event answered by the server that the client keeps, if there
// is one that answers alike and takes it at once. Otherwise the hook works alone.
func (h *Invocation) answerWarm(event abi.Event) (answer []byte, answered bool) {
	if !h.Loaded.Warm.Enabled || h.traced || !utf8.ValidString(event.Workspace) {
		return nil, false
	}
	place, err := wire.ServerPlace(h.Env)
	if err != nil {
		return nil, false
	}
	identity, err := wire.ServerIdentity(h.Env)
	if err != nil {
		return nil, false
	}
	offer := serve.Offer{Event: event, Elapsed: h.Now().Sub(h.Started)}
	call, err := serve.Ask(place, identity, offer, time.Duration(h.Loaded.Warm.WaitMS)*time.Millisecond)
	if err != nil {
		return nil, false // most sessions have none, and a hook that works alone is as good
	}
	return h.await(event, call)
}

// await waits for the server's answer; the watchdog knows how long.
func (h *Invocation) await(event abi.Event, call *serve.Call) (answer []byte, answered bool) {
	h.handed.Store(call)
	stored := false
	result, err := call.Wait(serve.Told{
		Recorded: func() { stored = true; h.recorded.Store(true) },
		Held:     func(local []byte) error { return h.hold(event, local) },
		Rendered: func(answer []byte) error {
			if !h.inTime(&Rendered{Answer: answer}) {
				return errOutOfTime // the server stores nothing as told
			}
			return nil
		},
	})
	if err == nil {
		for _, problem := range result.Problems {
			h.Note(decide.Problem{Code: problem.Code, Err: errors.New(problem.Text)})
		}
		h.noteWarm(event)
		return result.Answer, true
	}
	rendered, held := h.Rendered.Load(), h.held.Load()
	switch {
	case rendered == OutOfTime:
		return nil, true
	case rendered != nil && rendered != held:
		return rendered.Answer, true // the server stores it as told as soon as it hears that it will be printed
	case held != nil:
		return h.answerHeld(held), true
	}
	if !stored && !h.isRecorded(event) {
		return nil, false
	}
	h.Note(decide.Problem{Code: decide.ProblemWarm, Err: fmt.Errorf("this event is recorded and not answered: %w", err)})
	return nil, true
}

// noteWarm tells who asks for it which events the server answered.
func (h *Invocation) noteWarm(event abi.Event) {
	if h.Loaded.Log.Level != "debug" {
		return
	}
	text := fmt.Sprintf("%s was answered by the warm server after %v", event.Name, h.Now().Sub(h.Started).Round(time.Millisecond))
	_ = logfile.Append(h.Paths.Log, wire.LogLimits(h.Env), "debug", decide.ProblemWarm, text, h.Now()) // the answer is what counts
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
