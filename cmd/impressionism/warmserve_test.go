//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/serve"
)

// Ensure only as many events are taken as there are turns, which is nothing to warn
// of, a panic costs no turn, and turns come back.
func TestTurns(t *testing.T) {
	b := newWarmBench(t)
	server, panics := b.app.newWarmServer(), false
	server.now = func() time.Time {
		if panics {
			panic("over one event")
		}
		return warmClock
	}
	var turns []serve.Turn
	for range turnsMax {
		turn, err := server.take(serve.Offer{})
		must(t, err)
		turns = append(turns, turn)
	}
	if _, err := server.take(serve.Offer{}); !errors.Is(err, errTurnsTaken) {
		t.Errorf("one more: %v", err)
	}
	server.noted(decide.ProblemWarm, errTurnsTaken)
	if log, err := os.ReadFile(b.app.paths.Log); err == nil {
		t.Errorf("the log tells of what is as it should be: %s", log)
	}
	turns[0].Drop()
	panics = true
	if result := turns[1].Answer(t.Context(), serve.Told{}); len(result.Problems) != 1 {
		t.Errorf("got %+v", result)
	}
	if _, err := server.take(serve.Offer{}); err == nil || errors.Is(err, errTurnsTaken) {
		t.Errorf("a panic before an event is taken: %v", err)
	}
	panics = false
	for _, turn := range turns[2:] {
		turn.Drop()
	}
	for range turnsMax {
		_, err := server.take(serve.Offer{})
		must(t, err)
	}
}

// Ensure an event that the server cannot begin stays the hook's: nothing was said of
// it, so the hook works alone.
func TestFailsBeforeTaken(t *testing.T) {
	b := newWarmBench(t)
	server := b.app.newWarmServer()
	server.environ = nil // so that nothing is found
	if _, err := server.take(serve.Offer{}); err == nil {
		t.Error("it was taken")
	}
	if server.kept.lent != 0 {
		t.Errorf("%d turns are lent", server.kept.lent)
	}
}

// Ensure what came with the program is found by the server, too: an archive's model
// lies beside the program.
func TestServerFindsModelBeside(t *testing.T) {
	b := newWarmBench(t)
	b.app.executable = filepath.Join(t.TempDir(), "bin", "impressionism")
	event := b.app.newWarmServer().forEvent(0)
	must(t, event.configure(""))
	if got, want := event.modelDirs(), b.app.modelDirs(); len(want) != 2 || !slices.Equal(got, want) {
		t.Errorf("models are looked for in %q, by a hook in %q", got, want)
	}
}
