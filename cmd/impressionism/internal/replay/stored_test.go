package replay

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure an empty trace, as it was stored of a ruleset that did not stop, keeps nobody from
// reading the others.
func TestFailuresWithoutATrace(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	recorded, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "x", Time: time.Now()}, session.Policy{Used: func(abi.Event) []abi.Ref { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	id, err := store.Apply("s", recorded.Sequence, session.Change{}, session.Decision{Event: abi.EventPrompt, At: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	var failed [][]byte
	for _, stored := range []trace.Trace{{}, {ABI: abi.Version, Ruleset: "acme/boom"}} {
		encoded, err := trace.Encode(stored)
		if err != nil {
			t.Fatal(err)
		}
		failed = append(failed, encoded)
	}
	if err := store.SaveTrace(id, []byte(`{}`), failed, 5); err != nil {
		t.Fatal(err)
	}
	got, err := failures(store, id)
	if err != nil || len(got) != 1 || got[0].Trace.Ruleset != "acme/boom" {
		t.Errorf("got %+v, %v", got, err)
	}
}
