// Package serve lets a process with everything loaded answer events for hooks that
// would have to load it: who may be asked, the server's side of the exchange that package
// relay describes, and that an event is answered once. It must not know how an answer is
// made.
package serve

import (
	"net"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Result is the result of an event.
type Result struct {
	Answer []byte // for stdout
	Note   string // a line for stderr, or nothing
}

// Told are the steps on the way to a result. Rendered is called before the answer is stored
// as suggested, with what the hook is to do if this process ends: an error means that nobody
// will print the answer.
// Held is called, at most once and before Rendered, where the answer may take longer than
// the event has: with what the hook is to do if no answer comes, and with how long it
// waits from now on. An error means that the hook does not wait. Done is called with the
// result, as soon as all is stored that belongs to the answer: the hook ends then.
type Told struct {
	Recorded func()
	Held     func(instead []byte, wait time.Duration) error
	Rendered func(instead []byte) error
	Done     func(Result)
}

// lookPatience is how long a server may take to say whether it would answer.
const lookPatience = time.Second

// Look reports whether a server listens at a place, and whether it would take an event
// of this identity and workspace now.
func Look(p relay.Place, identity relay.Identity, workspace string) (listens, takes bool) {
	if p.Check() != nil {
		return false, false
	}
	conn, err := net.DialTimeout("unix", p.Socket, lookPatience)
	if err != nil {
		return false, false
	}
	defer conn.Close() // without "go", the server forgets that it was asked
	offer := relay.Offer{Asks: relay.AsksLook, At: time.Now(), Input: []byte(workspace)}
	if conn.SetDeadline(time.Now().Add(lookPatience)) != nil {
		return true, false
	}
	if _, err := conn.Write(offer.Encode(identity)); err != nil {
		return true, false
	}
	said := make([]byte, 1)
	_, err = conn.Read(said)
	return true, err == nil && said[0] == relay.SayTaken
}
