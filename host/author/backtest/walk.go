package backtest

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// walk is a session under way, as it was, whatever rulesets make of it.
type walk struct {
	id        string
	workspace string
	place     Place
	prompts   int // so far, calls of commands included
	prompt    Moment
	stretch   int             // of the model's context: compactions so far
	listed    map[string]bool // by id, whether it stood without a description; nil: no listing was seen
	used      map[abi.Ref]int // in which stretch an item was invoked, plus 1
}

// Moment is a prompt of a session.
type Moment struct {
	Session   string    `json:"session"`
	Workspace string    `json:"workspace"`
	At        time.Time `json:"at"`
	Number    int       `json:"number"` // of the prompt in its session, from 1
	Prompt    string    `json:"prompt"` // its beginning
}

// exampleCharsMax is how much of a prompt an example has.
const exampleCharsMax = 200

func newWalk(id string) *walk { return &walk{id: id, used: map[abi.Ref]int{}} }

// begin begins a turn.
func (w *walk) begin(h Happening) {
	w.prompts++
	w.prompt = Moment{Session: w.id, Workspace: w.workspace, At: h.Time, Number: w.prompts, Prompt: cut.RunesEllipsis(h.Prompt, exampleCharsMax)}
}

func (w *walk) list(listed Listed) {
	if w.listed == nil {
		w.listed = map[string]bool{}
	}
	for _, name := range listed.Names {
		w.listed[name] = false
	}
	for _, name := range listed.Bare {
		w.listed[name] = true
	}
}

// hides reports whether the model had an item's id without its description: by
// the session's own listing, or else by what today's budget leaves out.
func (w *walk) hides(id string) bool {
	if w.listed != nil {
		return w.listed[id]
	}
	return w.place.Hidden[id]
}

// invoke notes a use, and reports whether it is the first since the model's
// context began: afterwards the model has the item's text.
func (w *walk) invoke(item abi.Ref) bool {
	first := w.used[item] != w.stretch+1
	w.used[item] = w.stretch + 1
	return first
}
