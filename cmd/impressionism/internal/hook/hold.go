package hook

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/session"
)

// heldAnswer is what a server sends before it asks for an opinion, and before it stores an
// answer.
type heldAnswer struct {
	Answer   []byte           `json:"answer"`
	Handover session.Handover `json:"handover"` // without the event, which the hook has
}

func encodeHeld(answer []byte, handover session.Handover) ([]byte, error) {
	handover.Event = abi.Event{}
	return json.Marshal(heldAnswer{answer, handover})
}

// offerToPrint has the hook print an answer. If it has ended, the answer was not said.
func (r *Lent) offerToPrint(answer []byte, handover session.Handover) (said bool) {
	encoded, err := encodeHeld(answer, handover)
	return err == nil && r.Told.Rendered(encoded) == nil
}

// heldEnd is when an event ends at the latest whose answer is waited for longer: the client
// kills a hook of the plugin after 5 seconds.
const heldEnd = 4500 * time.Millisecond

// offerToHold sends the hook its local answer, and reports whether the hook waits for
// another one: for no longer than the settings allow.
func (r *Lent) offerToHold(h *Invocation, event abi.Event, answer []byte, handover session.Handover, wait time.Duration) (waits bool) {
	encoded, err := encodeHeld(answer, handover)
	if err != nil || r.Told.Held == nil {
		return false
	}
	end := earlier(h.Now().Add(wait+budget(h.Env, event.Name)), h.Started.Add(max(heldEnd, budget(h.Env, event.Name))))
	r.extend(r.Turn, wait)
	return r.Told.Held(encoded, end.Sub(h.Now())) == nil
}

// extend gives an event that is being answered more time.
func (k *Kept) extend(turn *Turn, by time.Duration) {
	k.Mutex.Lock()
	defer k.Mutex.Unlock()
	if due := k.due[turn]; due != nil {
		due.at = due.at.Add(by)
	}
}

// answerHeld answers with the local answer, where the server has ended or the event's time
// is up.
func (h *Invocation) answerHeld(held *Rendered) []byte {
	h.Rendered.CompareAndSwap(nil, held)
	if h.Rendered.Load() != held {
		return nil // the reason to give is the deadline
	}
	if !h.handOver(*held.Handover) {
		h.Note(decide.Problem{Code: decide.ProblemWarm, Err: fmt.Errorf("the answer of this event cannot be left to the next one to store, so it is not printed")})
		return nil
	}
	return held.Answer
}
