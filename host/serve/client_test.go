//go:build unix

package serve

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// Ensure an event comes over whole, its steps are told in order, and the server
// leaves nothing behind.
func TestAnswers(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	var got Offer
	take := l.turn(tellAll)
	end := begin(t, place, func(o Offer) (Turn, error) { got = o; return take(o) })
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	result, err := call.Wait(Told{
		Recorded: func() { steps = append(steps, "recorded") },
		Rendered: func(answer []byte) error { steps = append(steps, string(answer)); return nil },
	})
	if err != nil || string(result.Answer) != prompt.Event.Prompt || strings.Join(steps, " ") != "recorded rendered" {
		t.Errorf("got %q, %v, steps %q", result.Answer, err, steps)
	}
	if got != prompt {
		t.Errorf("the server was handed %+v", got)
	}
	end()
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure who is refused or not heard in time works alone, with an event that the
// server has nothing of.
func TestAlone(t *testing.T) {
	givenUp := make(chan struct{}) // by the hook that is not heard in time
	for name, test := range map[string]struct {
		identity Identity
		patience time.Duration
		take     func(*ledger) func(Offer) (Turn, error)
		dropped  int64
	}{
		"stranger": {Identify("another build"), patience, func(l *ledger) func(Offer) (Turn, error) { return l.turn(tellAll) }, 0},
		"busy": {us, patience, func(*ledger) func(Offer) (Turn, error) {
			return func(Offer) (Turn, error) { return Turn{}, errors.New("busy") }
		}, 0},
		"panic": {us, patience, func(*ledger) func(Offer) (Turn, error) { return func(Offer) (Turn, error) { panic("over this event") } }, 0},
		"slow": {us, 30 * time.Millisecond, func(l *ledger) func(Offer) (Turn, error) {
			take := l.turn(tellAll)
			return func(o Offer) (Turn, error) { <-givenUp; return take(o) }
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			place, l := newPlace(t), &ledger{}
			end := begin(t, place, test.take(l))
			began := time.Now()
			if _, err := Ask(place, test.identity, prompt, test.patience); !errors.Is(err, ErrAlone) {
				t.Errorf("got %v", err)
			}
			if name == "slow" {
				close(givenUp)
			}
			if waited := time.Since(began); waited > test.patience+time.Minute {
				t.Errorf("it took %v", waited)
			}
			end()
			// A machine that is busy may give up before the server hears of the event.
			if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() || l.dropped.Load() > test.dropped {
				t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
			}
		})
	}
}

// Ensure the server begins only with a hook's word that it leaves the event to it.
func TestNoWord(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, l.turn(tellAll))
	conn, err := net.Dial("unix", place.Socket)
	if err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 1)
	if err := writeOffer(conn, us, prompt); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(said); err != nil || said[0] != sayTaken {
		t.Fatalf("got %q, %v", said, err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != 1 {
		t.Errorf("the server answered %d and dropped %d events", l.answered.Load(), l.dropped.Load())
	}
}

// Ensure who looks learns what a hook would: nobody there, refused, or answered.
func TestLook(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	look := func(who Identity, wantListens, wantTakes bool) {
		t.Helper()
		if listens, takes := place.Look(who, "/work"); listens != wantListens || takes != wantTakes {
			t.Errorf("listens %t, takes %t", listens, takes)
		}
	}
	look(us, false, false)
	end := begin(t, place, l.turn(tellAll))
	look(us, true, true)
	look(Identify("another build"), true, false)
	if err := place.markLate("/work"); err != nil {
		t.Fatal(err)
	}
	look(us, true, false)
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() {
		t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
	}
}
