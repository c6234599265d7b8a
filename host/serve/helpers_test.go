//go:build unix

package serve

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// patience is wide: only tests about patience have little.
const patience = 10 * time.Second

var us = Identify("this build", "these settings")

var prompt = Offer{Event: abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "héllo <b>", Time: time.Unix(1, 5).UTC()}, Elapsed: time.Millisecond}

// ledger counts what became of events on the server's side.
type ledger struct{ taken, answered, dropped atomic.Int64 }

// turn answers with what the event asked, after doing what a test wants.
func (l *ledger) turn(during func(ctx context.Context, told Told) error) func(Offer) (Turn, error) {
	return func(offer Offer) (Turn, error) {
		l.taken.Add(1)
		return Turn{
			Answer: func(ctx context.Context, told Told) Result {
				l.answered.Add(1)
				if err := during(ctx, told); err != nil {
					return Result{Problems: []Problem{{Code: "test", Text: err.Error()}}}
				}
				return Result{Answer: []byte(offer.Event.Prompt)}
			},
			Drop: func() { l.dropped.Add(1) },
		}, nil
	}
}

func tellAll(_ context.Context, told Told) error {
	told.Recorded()
	return told.Rendered([]byte("rendered"))
}

func newPlace(t *testing.T) Place {
	t.Helper()
	place, err := Find(Folders{Cache: t.TempDir()}, "data")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// begin serves until the test ends, or until the function that it gives is called.
func begin(t *testing.T, place Place, take func(Offer) (Turn, error)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	server := &Server{Identity: us, Take: take, Note: func(err error) { t.Log("the server noted:", err) }}
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

func entries(t *testing.T, place Place) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(place.Folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}
