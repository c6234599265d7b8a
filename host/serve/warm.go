// Package serve lets a process that has everything loaded answer events for
// processes that would have to load it: where the two meet, who may ask whom, in
// which bytes, and that an event is answered once. It must not know what an
// answer is made of.
//
// One event, from connection to connection:
//
//	hook → server  who it is, the event
//	server → hook  taken: the server holds the event and could answer now
//	hook → server  go: from here on the server answers, and the hook does not
//	server → hook  recorded; rendered (the hook says that it will print it); done
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

// Result is what came of an event.
type Result struct {
	Answer   []byte    `json:"answer,omitempty"` // for stdout
	Problems []Problem `json:"problems,omitempty"`
}

// Problem is something that made the answer poorer.
type Problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Told are the steps on the way to a result. Rendered is given the answer before it
// is stored as told: an error says that nobody will print it.
type Told struct {
	Recorded func()
	Rendered func(answer []byte) error
}
