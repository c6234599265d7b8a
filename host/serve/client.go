package serve

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Call is an event that a server has taken and answers.
type Call struct {
	conn      net.Conn
	read      *bufio.Reader
	place     Place
	workspace string
}

// Ask offers an event to the server of a place. Until Ask returns a Call, the event is
// the hook's own: every error is an ErrAlone and comes within the patience.
func Ask(place Place, identity Identity, offer Offer, patience time.Duration) (*Call, error) {
	call, err := ask(place, identity, offer, time.Now().Add(patience))
	if errors.Is(err, syscall.ECONNREFUSED) {
		place.sweep()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAlone, err)
	}
	return call, nil
}

// lookPatience is how long a server may take to say whether it would answer.
const lookPatience = time.Second

// Look reports whether a server listens at a place, and whether it would take an event
// of this identity and workspace now.
func (p Place) Look(identity Identity, workspace string) (listens, takes bool) {
	if p.check() != nil {
		return false, false
	}
	conn, err := net.DialTimeout("unix", p.Socket, lookPatience)
	if err != nil {
		return false, false
	}
	defer conn.Close() // without "go", the server forgets that it was asked
	if p.isLate(workspace) || conn.SetDeadline(time.Now().Add(lookPatience)) != nil || writeOffer(conn, identity, Offer{Event: abi.Event{Workspace: workspace}}) != nil {
		return true, false
	}
	said := make([]byte, 1)
	_, err = conn.Read(said)
	return true, err == nil && said[0] == sayTaken
}

func ask(place Place, identity Identity, offer Offer, until time.Time) (*Call, error) {
	if err := place.check(); err != nil {
		return nil, err
	}
	if place.isLate(offer.Event.Workspace) {
		return nil, errLate
	}
	conn, err := net.DialTimeout("unix", place.Socket, time.Until(until))
	if err != nil {
		return nil, err
	}
	call := &Call{conn, bufio.NewReader(conn), place, offer.Event.Workspace}
	if err := call.offer(identity, offer, until); err != nil {
		_ = conn.Close() // the server forgets the event by that
		return nil, err
	}
	return call, nil
}

func (c *Call) offer(identity Identity, offer Offer, until time.Time) error {
	if err := c.conn.SetDeadline(until); err != nil {
		return err
	}
	if err := writeOffer(c.conn, identity, offer); err != nil {
		return err
	}
	said, err := c.read.ReadByte()
	if err != nil {
		return err
	}
	if said != sayTaken {
		return errors.New("the server refused")
	}
	if _, err := c.conn.Write([]byte{sayGo}); err != nil {
		return err
	}
	return c.conn.SetDeadline(time.Time{}) // the hook's watchdog knows when it is over
}

// Wait returns the result of the event, and calls told on the way. An error means
// that the server ended before it was done.
func (c *Call) Wait(told Told) (Result, error) {
	defer c.conn.Close()
	for {
		kind, payload, err := readFrame(c.read)
		if err != nil {
			return Result{}, fmt.Errorf("wait for the warm server: %w", err)
		}
		switch kind {
		case frameRecorded:
			told.Recorded()
		case frameHeld:
			if err := told.Held(payload); err != nil {
				return Result{}, err
			}
		case frameRendered:
			if err := told.Rendered(payload); err != nil {
				return Result{}, err
			}
			if _, err := c.conn.Write([]byte{sayPrint}); err != nil {
				return Result{}, fmt.Errorf("wait for the warm server: %w", err)
			}
		case frameDone:
			var result Result
			if err := json.Unmarshal(payload, &result); err != nil {
				return result, fmt.Errorf("read the warm server's answer: %w", err)
			}
			return result, nil
		default:
			return Result{}, fmt.Errorf("the warm server said %q", kind)
		}
	}
}
