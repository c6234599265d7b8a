package transcript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// Fired is an event as the hook would have received it, with the fields that only a
// transcript has.
type Fired struct {
	abi.Event
	Requests int      // to the model in the turn that ends; of Stop
	Listing  *Listing // what the model was shown of its skills; the event is empty then
}

// pendingMax bounds the tool uses whose result is awaited.
const pendingMax = 256

// Turns converts a transcript's events into the events that hooks would have received:
// a tool use fires with its result unless it failed, and a turn ends where another
// begins. The zero value has seen nothing.
type Turns struct {
	session  abi.Event // of the last event: session, workspace and time alone
	pending  []Event
	answer   string
	request  string
	requests int
	fired    []Fired
}

// Add takes the next event and returns what fires.
func (t *Turns) Add(e Event) []Fired {
	t.fired = t.fired[:0]
	t.move(e)
	switch e.Kind {
	case KindPrompt:
		t.fire(abi.Event{Name: abi.EventPrompt, Prompt: e.Text})
	case KindCommand:
		t.fire(abi.Event{Name: abi.EventPrompt, Prompt: strings.TrimSpace("/" + e.Name + " " + e.Text), Command: e.Name})
	case KindToolUse:
		t.asked(e)
		t.await(e)
	case KindToolResult:
		t.result(e)
	case KindAnswer:
		t.asked(e)
		t.answer = cmp.Or(e.Text, t.answer)
	case KindCompaction:
		t.fire(abi.Event{Name: abi.EventSessionStarted, Source: "compact"})
	case KindListing:
		t.fired = append(t.fired, Fired{Event: t.session, Listing: e.Listing})
	}
	return t.fired
}

// move ends what was before an event.
func (t *Turns) move(e Event) {
	another := e.Session != t.session.SessionID
	switch {
	case another:
		t.endSession()
	case e.Kind == KindPrompt || e.Kind == KindCommand:
		t.endTurn()
	}
	t.session = abi.Event{SessionID: e.Session, Workspace: e.Workspace, Time: e.Time}
	if another {
		t.fire(abi.Event{Name: abi.EventSessionStarted, Source: "startup"})
	}
}

// End ends the last turn and session.
func (t *Turns) End() []Fired {
	t.fired = t.fired[:0]
	t.endSession()
	return t.fired
}

func (t *Turns) fire(event abi.Event) {
	event.SessionID, event.Workspace, event.Time = t.session.SessionID, t.session.Workspace, t.session.Time
	t.fired = append(t.fired, Fired{Event: event})
}

// asked counts a request to the model: several lines may tell of one answer.
func (t *Turns) asked(e Event) {
	if e.Request == "" || e.Request != t.request {
		t.requests++
	}
	t.request = e.Request
}

func (t *Turns) await(e Event) {
	if e.ID == "" {
		t.used(e)
		return
	}
	if len(t.pending) >= pendingMax {
		t.pending = slices.Delete(t.pending, 0, 1)
	}
	t.pending = append(t.pending, e)
}

func (t *Turns) result(e Event) {
	at := slices.IndexFunc(t.pending, func(use Event) bool { return use.ID == e.ID })
	if at < 0 {
		return
	}
	use := t.pending[at]
	t.pending = slices.Delete(t.pending, at, at+1)
	if !e.Failed {
		t.used(use)
	}
}

func (t *Turns) used(e Event) {
	t.fire(abi.Event{Name: abi.EventToolUsed, ToolName: e.Name, ToolInput: e.Input, Invoked: e.Skill})
}

func (t *Turns) endTurn() {
	if t.requests > 0 {
		t.fire(abi.Event{Name: abi.EventTurnEnded, Message: t.answer})
		t.fired[len(t.fired)-1].Requests = t.requests
	}
	t.answer, t.request, t.requests, t.pending = "", "", 0, t.pending[:0]
}

func (t *Turns) endSession() {
	if t.session.SessionID == "" {
		return
	}
	t.endTurn()
	t.fire(abi.Event{Name: abi.EventSessionEnded})
	t.session = abi.Event{}
}
