//go:build unix

package serve

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// patience is wide: only tests about patience have little.
const patience = 10 * time.Second

// soon is the pause of a server of these tests.
func soon(ctx context.Context) { wait(ctx, 5*time.Millisecond) }

// prompt is an event as a client writes it; the server of these tests answers with it.
const prompt = `{"prompt":"héllo <b>"}`

// us is the identity of hooks that this process runs.
func us(t testing.TB) relay.Identity {
	t.Helper()
	program, err := relay.Program(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	return relay.Identify(program, nil, nil, "", nil)
}

// asked is what came of a hook.
type asked struct {
	left        *relay.Left
	out, errOut bytes.Buffer
}

// ask runs a hook against a place, as change has it.
func ask(place relay.Place, change ...func(*relay.Hook)) *asked {
	var a asked
	input := bytes.NewReader([]byte(prompt))
	h := relay.Hook{
		Began: time.Now(), Now: time.Now, Program: os.Args[0], Out: &a.out, ErrOut: &a.errOut,
		Read: func(buf []byte, _ time.Time) (int, error) { return input.Read(buf) },
	}
	for _, do := range change {
		do(&h)
	}
	a.left = h.Hand(place)
	return &a
}

// ledger counts what became of events on the server's side.
type ledger struct{ taken, answered, dropped, late atomic.Int64 }

// turn answers with the event, after doing what a test wants.
func (l *ledger) turn(during func(ctx context.Context, told Told) error) func(relay.Offer) (Turn, error) {
	return func(offer relay.Offer) (Turn, error) {
		l.taken.Add(1)
		return Turn{
			Wait: patience,
			Answer: func(ctx context.Context, told Told) (Result, error) {
				l.answered.Add(1)
				if err := during(ctx, told); err != nil {
					return Result{Note: err.Error()}, nil
				}
				return Result{Answer: offer.Input}, nil
			},
			Drop: func() { l.dropped.Add(1) },
			Late: func() { l.late.Add(1) },
		}, nil
	}
}

func tellAll(_ context.Context, told Told) error {
	told.Recorded()
	return told.Rendered([]byte("rendered"))
}

func newPlace(t *testing.T) relay.Place {
	t.Helper()
	place, err := relay.Find(relay.Folders{Cache: t.TempDir()}, "data")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// announcing is the Announce of a server of these tests.
func announcing(t *testing.T, waitMS int) func() (relay.Identity, relay.Terms, error) {
	return func() (relay.Identity, relay.Terms, error) { return us(t), relay.Terms{WaitMS: waitMS}, nil }
}

// begin serves until the test ends, or until the function that it gives is called. Hooks
// wait for their event to be taken as long as wait.
func begin(t *testing.T, place relay.Place, wait time.Duration, take func(relay.Offer) (Turn, error)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	server := &Server{
		Announce: announcing(t, int(wait.Milliseconds())), Take: take,
		Note: func(err error) { t.Log("the server noted:", err) },
	}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("the server did not begin:", err)
	}
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error("the server ended with:", err)
		}
	})
	t.Cleanup(end)
	return end
}

func entries(t *testing.T, place relay.Place) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(place.Folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}
