// Package relay is the hook's side of a server: it hands an event to the server that the
// client keeps and prints the answer, or says what is left to do. It is all that a hook's
// small program consists of, so it imports nothing that takes time to start: no network,
// no JSON, no settings. It must not know what is in an event.
//
// One event, from connection to connection:
//
//	hook → server  who it is, the event as the client wrote it
//	server → hook  taken: the server holds the event and could answer now
//	hook → server  go: from here on the server answers, and the hook does not
//	server → hook  recorded; held, where the answer may take longer; rendered (the hook
//	               says that it will print it): each with an answer, and with what is
//	               to be stored of it, for a hook that loses its server; done
//
// A hook that does not hear "taken" in time closes and works alone; the server
// then finds no "go" and forgets the event. A hook that waits in vain says so.
//
// See RATIONALE.md, "Why one process for each event?" and "Why does one server stay,
// and why can every hook work without it?".
package relay

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/ed-irl/impressionism/host/config/folders"
)

// Hook is one process that was given an event.
type Hook struct {
	Began   time.Time
	Now     func() time.Time
	Program string   // path of the program that answers the event where no server does
	Flags   []string // with which that program would answer; of the server as well, see Identify
	Environ []string
	// Read reads the event. After until it returns os.ErrDeadlineExceeded; nothing is
	// lost by that.
	Read        func(buf []byte, until time.Time) (int, error)
	Out, ErrOut io.Writer
}

// Left is what is left to do of an event that no server answered.
type Left struct {
	Read     []byte    // of stdin; more may follow there
	Dead     bool      // a server has ended without removing its files
	Taken    bool      // a server had the event: it has ended, or is late
	At       time.Time // of the event that it had
	Late     bool      // it is late: time is up
	Recorded bool      // it has stored the event
	Held     []byte    // of its last FrameHeld or FrameRendered: what to do instead; nil: there is none
}

// readDeadline bounds reading an event, before it is known which one it is.
const readDeadline = 2 * time.Second

// lookMax bounds looking for a server: its files may lie on a disk that does not answer, and until
// the event is read nothing else ends a hook.
const lookMax = 400 * time.Millisecond

// patienceBytes is how much of an event a server reads in a millisecond on a machine
// that is busy.
const patienceBytes = 32 << 10

// PlaceOf returns where hooks and the server of an environment meet.
func PlaceOf(lookup func(name string) string, goos string) (Place, error) {
	found, err := folders.Find(lookup, goos)
	if err != nil {
		return Place{}, err
	}
	return Find(Folders{Runtime: lookup("XDG_RUNTIME_DIR"), Cache: found.Cache, Temp: os.TempDir()}, found.Data)
}

// Hand hands the event to the server of a place. It returns nil where the event is
// answered, and else what is left to do. Nothing is read where no server listens.
func (h Hook) Hand(place Place) *Left {
	conn, patience, err := h.meet(place)
	if err != nil {
		return &Left{Dead: refused(err)} // most sessions have no server, and a hook that works alone is as good
	}
	defer conn.close()
	input, whole := h.readInput()
	if !whole {
		return &Left{Read: input}
	}
	now := h.Now()
	conn.until = now.Add(patience + time.Duration(len(input)/patienceBytes)*time.Millisecond)
	if !h.offer(conn, Offer{Asks: AsksEvent, At: now, Elapsed: now.Sub(h.Began), Input: input}) {
		return &Left{Read: input}
	}
	return h.await(conn, &Left{Read: input, Taken: true, At: now})
}

// looked is what a hook has to know before it connects.
type looked struct {
	terms   Terms
	program string // what Program names it
	err     error
}

// look reads the files of a place, or gives up after lookMax.
func (h Hook) look(place Place) looked {
	found := make(chan looked, 1)
	go func() { // it may hang, and ends with the process
		defer func() { _ = recover() }() // a panic would end with 2, which blocks a prompt
		found <- h.lookAt(place)
	}()
	timer := time.NewTimer(lookMax)
	defer timer.Stop()
	select {
	case l := <-found:
		return l
	case <-timer.C:
		return looked{err: os.ErrDeadlineExceeded}
	}
}

func (h Hook) lookAt(place Place) (l looked) {
	if l.err = place.Check(); l.err == nil {
		l.terms, l.err = place.terms()
	}
	if l.err == nil {
		l.program, l.err = Program(h.Program)
	}
	return l
}

// meet connects to a server that answers as Program would, and says who this is.
func (h Hook) meet(place Place) (*conn, time.Duration, error) {
	found := h.look(place)
	if found.err != nil {
		return nil, 0, found.err
	}
	terms, program := found.terms, found.program
	patience := time.Duration(terms.WaitMS) * time.Millisecond
	conn, err := dial(place.Socket, patience)
	if err != nil {
		return nil, 0, err
	}
	conn.now, conn.identity = h.Now, Identify(program, h.Flags, h.Environ, folders.EnvPrefix, terms.Names)
	return conn, patience, nil
}

// readInput reads the event, and reports whether that is all of it, and no more than a
// server takes.
func (h Hook) readInput() (input []byte, whole bool) {
	input = make([]byte, 0, 8<<10)
	until := h.Began.Add(readDeadline)
	for len(input) <= InputBytesMax {
		if len(input) == cap(input) {
			input = append(input, make([]byte, cap(input))...)[:len(input)]
		}
		n, err := h.Read(input[len(input):min(cap(input), len(input)+pieceBytes)], until)
		input = input[:len(input)+max(n, 0)]
		if err != nil {
			return input, errors.Is(err, io.EOF)
		}
	}
	return input, false
}

// offer reports whether the server took the event and was told to go on.
func (h Hook) offer(c *conn, offer Offer) bool {
	if _, err := c.Write(offer.Encode(c.identity)); err != nil {
		return false
	}
	var said [5]byte // SayTaken and the time
	if _, err := io.ReadFull(c, said[:1]); err != nil || said[0] != SayTaken {
		return false
	}
	if _, err := io.ReadFull(c, said[1:]); err != nil {
		return false
	}
	left, _, _ := timed(said[1:])
	if _, err := c.Write([]byte{SayGo}); err != nil {
		return false
	}
	c.until = h.Now().Add(left)
	return true
}

// await prints the answer, and returns nil, or what is left to do where none came.
func (h Hook) await(c *conn, left *Left) *Left {
	for {
		kind, payload, err := ReadFrame(c)
		if err == nil {
			err = h.hear(c, left, kind, payload)
		}
		if err == nil && kind == FrameDone {
			return nil
		}
		if err == nil {
			continue
		}
		if left.Late = errors.Is(err, os.ErrDeadlineExceeded); left.Late {
			_, _ = c.Write([]byte{SayLate}) // it finds out by the closed connection, too
		}
		return left
	}
}

var errNoRules = errors.New("the server keeps no rules")

// hear does what one frame asks for.
func (h Hook) hear(c *conn, left *Left, kind byte, payload []byte) error {
	switch kind {
	case FrameRecorded:
		left.Recorded = true
		return nil
	case FrameHeld:
		more, held, ok := timed(payload)
		if !ok {
			return errNoRules
		}
		left.Held = held
		c.until = earlier(h.Now().Add(more), later(c.until, h.Began.Add(heldMax)))
		return nil
	case FrameRendered:
		if !h.Now().Before(c.until) {
			return os.ErrDeadlineExceeded
		}
		left.Held = payload
		_, err := c.Write([]byte{SayPrint})
		return err
	case FrameDone:
		answer, note, ok := done(payload)
		if !ok {
			return errNoRules
		}
		h.print(answer, note)
		return nil
	}
	return errNoRules
}

// heldMax is when a hook ends at the latest that waits for more than its local answer,
// whatever a server says: the client kills a hook of the plugin after 5 seconds.
const heldMax = 4500 * time.Millisecond

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// print prints an answer and a line for stderr, each where there is one.
func (h Hook) print(answer []byte, note string) {
	if len(answer) > 0 {
		if _, err := h.Out.Write(answer); err != nil {
			note = "impressionism: print the answer: " + err.Error() + "\n"
		}
	}
	if note != "" {
		_, _ = io.WriteString(h.ErrOut, note) // who reads no more cannot be told
	}
}
