package respond

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// listener notes whether what it heard could still be worked on.
type listener struct{ heard, gone bool }

func (*listener) Settle(context.Context, string) (string, []decide.Pinned, error) {
	return "", nil, nil
}
func (*listener) Check(context.Context, string) error                     { return nil }
func (*listener) Typed(context.Context, abi.Event, error) (string, error) { return "", nil }
func (*listener) About(string, string) ([]abi.Ref, error)                 { return nil, nil }

func (*listener) Declined(string, string) bool { return false }
func (*listener) Decline(string, string) error { return nil }

func (l *listener) Hear(ctx context.Context, _ abi.Event) error {
	l.heard, l.gone = true, ctx.Err() != nil
	return nil
}

// Ensure that a server hears an event to its end though the hook that waited for the answer
// has ended, as it does as soon as the answer is stored.
func TestHearsWhatNobodyWaitsFor(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, leave := context.WithCancel(t.Context())
	heard := &listener{}
	h := &Responder{
		Sessions: store, OpenIndex: func() (*index.Index, error) { return index.OpenMemory(nil) }, Lessons: heard,
		List:   func(context.Context, string) catalog.Listing { return catalog.Listing{} },
		Engine: &engine.Engine{}, Pools: catalog.Pools{Default: rank.Default()}, Recipe: rank.Default(), Now: time.Now,
	}
	h.Respond(ctx, abi.Event{Name: abi.EventTurnEnded, SessionID: "one", Message: "LESSON: x"}, Options{Stored: func(Response) { leave() }})
	if !heard.heard || heard.gone {
		t.Errorf("heard: %+v", *heard)
	}
}
