//go:build unix

package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"testing"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure no server, and one that was killed, cost a hook nothing, and that what the
// killed one left is known to who finds it and removed.
func TestKilledServer(t *testing.T) {
	place := newPlace(t)
	if a := ask(place); a.left == nil || a.left.Dead || len(a.left.Read) > 0 {
		t.Errorf("without a server: %+v", a.left)
	}
	leaveAsKilled(t, place)
	if a := ask(place); a.left == nil || !a.left.Dead || len(a.left.Read) > 0 {
		t.Errorf("after a killed server: %+v", a.left)
	}
	Sweep(place)
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("after it was swept there are %v", left)
	}
	leaveAsKilled(t, place)
	l := &ledger{}
	begin(t, place, patience, l.turn(tellAll))
	Sweep(place) // of a server that lives nothing is removed
	if a := ask(place); a.left != nil || a.out.String() != prompt {
		t.Errorf("the next server: %+v", a.left)
	}
}

// leaveAsKilled leaves a socket that nobody listens on and a lock that nobody holds.
func leaveAsKilled(t *testing.T, place relay.Place) {
	t.Helper()
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: place.Socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(listener.Close(), os.WriteFile(place.Lock, nil, 0o600), os.WriteFile(place.Terms, relay.Terms{WaitMS: 5}.Encode(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// Ensure a socket that is a file, and one whose queue is full, leave the event to the hook.
func TestNoSocket(t *testing.T) {
	place := newPlace(t)
	if err := errors.Join(os.MkdirAll(place.Folder, 0o700), os.WriteFile(place.Socket, nil, 0o600), os.WriteFile(place.Terms, relay.Terms{WaitMS: 5}.Encode(), 0o600)); err != nil {
		t.Fatal(err)
	}
	if a := ask(place); a.left == nil || a.left.Taken {
		t.Errorf("a socket that is a file: %+v", a.left)
	}
	Sweep(place)
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := listenAt(place, relay.Terms{WaitMS: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for range 5000 { // nobody accepts
		conn, err := net.DialTimeout("unix", place.Socket, patience)
		if err != nil {
			break
		}
		defer conn.Close()
	}
	if a := ask(place); a.left == nil || a.left.Taken {
		t.Errorf("a queue that is full: %+v", a.left)
	}
}

// Ensure a hook learns that its server ended, and whether the event was recorded.
func TestServerEndsInBetween(t *testing.T) {
	for _, recorded := range []bool{false, true} {
		place := newPlace(t)
		begin(t, place, patience, func(relay.Offer) (Turn, error) {
			return Turn{Wait: patience, Answer: func(_ context.Context, told Told) (Result, error) {
				if recorded {
					told.Recorded()
				}
				panic("as if it were killed")
			}}, nil
		})
		if a := ask(place); a.left == nil || !a.left.Taken || a.left.Late || a.left.Recorded != recorded || string(a.left.Read) != prompt {
			t.Errorf("recorded %t: left %+v", recorded, a.left)
		}
	}
}
