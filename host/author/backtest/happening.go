package backtest

import (
	"github.com/ed-irl/impressionism/abi"
)

// Happening is one thing that happened in a session.
type Happening struct {
	abi.Event
	Requests int     // to the model in the turn that ends; of turn_ended
	Listed   *Listed // what the model was shown of its skills; the event has no name then
}

// Listed is a listing of skills as the model got it.
type Listed struct {
	Names []string
	Bare  []string // of them, those whose description was left out
}

// Ruleset is one whose decisions are tried.
type Ruleset struct {
	Name string // as the user gave it
	ID   string
	Hash string
	Ask  func(Happening) (Answer, error) // about every event of a session, in order
}

// Answer is what a ruleset made of an event.
type Answer struct {
	Asked    bool // false: nothing is decided on such an event
	Neutral  bool
	Decision abi.Decision
	Told     []abi.Ref // of the decision, what the model would have heard
	Said     string    // in these words
	Fault    string    // why the ruleset had no say, in a word; or empty
}

// Place is what a workspace has today.
type Place struct {
	Find   func(abi.Event) []abi.Ref // the items of the catalog that an event takes up, of those that the model may be told of
	Hidden map[string]bool           // ids whose description the client's budget leaves out
}
