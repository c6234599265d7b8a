//go:build unix

package serve

import (
	"errors"
	"os"
	"testing"
	"time"
)

// Ensure hooks of a workspace leave a server alone after one waited in vain, for a moment,
// those of others do not, and the marks go with the server that they are of.
func TestLate(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, l.turn(tellAll))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(call.Late(), call.conn.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) || !errors.Is(err, errLate) {
		t.Errorf("after a hook waited in vain: %v", err)
	}
	elsewhere := prompt
	elsewhere.Event.Workspace = "/elsewhere"
	other, err := Ask(place, us, elsewhere, patience)
	if err != nil {
		t.Fatalf("in another workspace: %v", err)
	}
	_ = other.conn.Close()
	for _, age := range []time.Duration{lateRest, -lateRest} {
		then := time.Now().Add(-age)
		if err := os.Chtimes(place.lateMark(prompt.Event.Workspace), then, then); err != nil {
			t.Fatal(err)
		}
		call, err := Ask(place, us, prompt, patience)
		if err != nil {
			t.Fatalf("a mark of %v ago: %v", age, err)
		}
		_ = call.conn.Close()
	}
	end()
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
	if err := call.Late(); err == nil {
		t.Error("a server that is gone was marked")
	}
}
