//go:build unix

package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"testing"
)

// Ensure no server, and one that was killed, cost a hook nothing, and that what the
// killed one left is removed by who finds it.
func TestKilledServer(t *testing.T) {
	place := newPlace(t)
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) {
		t.Errorf("without a server: %v", err)
	}
	leaveAsKilled(t, place)
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) {
		t.Errorf("after a killed server: %v", err)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("a hook that found a dead socket left %v", left)
	}
	leaveAsKilled(t, place)
	l := &ledger{}
	begin(t, place, l.turn(tellAll))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatalf("the next server: %v", err)
	}
	if _, err := call.Wait(Told{Recorded: func() {}, Rendered: func([]byte) error { return nil }}); err != nil {
		t.Errorf("the next server: %v", err)
	}
}

// leaveAsKilled leaves a socket that nobody listens on and a lock that nobody holds.
func leaveAsKilled(t *testing.T, place Place) {
	t.Helper()
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: place.Socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(listener.Close(), os.WriteFile(place.Lock, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// Ensure a hook learns that its server ended, and whether the event was recorded.
func TestServerEndsInBetween(t *testing.T) {
	for _, recorded := range []bool{false, true} {
		place := newPlace(t)
		begin(t, place, func(Offer) (Turn, error) {
			return Turn{Answer: func(_ context.Context, told Told) Result {
				if recorded {
					told.Recorded()
				}
				panic("as if it were killed")
			}}, nil
		})
		call, err := Ask(place, us, prompt, patience)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		if _, err := call.Wait(Told{Recorded: func() { told = true }}); err == nil || told != recorded {
			t.Errorf("recorded %t: told %t, %v", recorded, told, err)
		}
	}
}

// Ensure the server learns that a hook has ended, and does not take its answer for
// said.
func TestHookEndsInBetween(t *testing.T) {
	place, l, outcome := newPlace(t), &ledger{}, make(chan error, 1)
	begin(t, place, l.turn(func(ctx context.Context, told Told) error {
		<-ctx.Done()
		outcome <- told.Rendered([]byte("too late"))
		return nil
	}))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := call.conn.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-outcome; err == nil {
		t.Error("the answer of a hook that has ended counts as said")
	}
}
