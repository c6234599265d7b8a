// Package serve lets a process with everything loaded answer events for hooks that
// would have to load it: the place where the two meet, permissions, the bytes on the
// wire, and that an event is answered once. It must not know how an answer is made.
//
// One event, from connection to connection:
//
//	hook → server  who it is, the event
//	server → hook  taken: the server holds the event and could answer now
//	hook → server  go: from here on the server answers, and the hook does not
//	server → hook  recorded; held, where the answer may take longer; rendered (the hook
//	               says that it will print it); done
//
// A hook that does not hear "taken" in time closes and works alone; the server
// then finds no "go" and forgets the event.
//
// See RATIONALE.md, "Why one process for each event?" and "Why does one server stay,
// and why can every hook work without it?".
package serve

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// ErrAlone is why a hook has to work alone: nobody there, of another build, busy,
// or too slow. Nothing was done with the event.
var ErrAlone = errors.New("no warm server took the event")

// Identity names everything that makes answers differ. Two processes of equal
// identity answer alike.
type Identity [sha256.Size]byte

// Identify makes an identity of parts; their order counts.
func Identify(parts ...string) Identity {
	sum := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(sum, "%d %s\n", len(part), part) // a hash never fails
	}
	return Identity(sum.Sum(nil))
}

// Offer is an event that a hook has read, and how long ago the hook began.
type Offer struct {
	Event   abi.Event     `json:"event"`
	Elapsed time.Duration `json:"elapsed"`
}

// Result is the result of an event.
type Result struct {
	Answer   []byte    `json:"answer,omitempty"` // for stdout
	Problems []Problem `json:"problems,omitempty"`
}

// Problem is a fault that made the answer poorer.
type Problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Told are the steps on the way to a result. Rendered is called with the answer before
// the answer is stored as suggested: an error means that nobody will print the answer.
// Held is called, at most once and before Rendered, where the answer may take longer than
// the event has: with what the hook is to do if no answer comes. An error means that the
// hook does not wait.
type Told struct {
	Recorded func()
	Held     func(instead []byte) error
	Rendered func(answer []byte) error
}
