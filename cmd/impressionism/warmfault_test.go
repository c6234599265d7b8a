//go:build unix

package main

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure an event is recorded once and said at most once, wherever a server dies
// that had taken it.
func TestServerDies(t *testing.T) {
	record := func(b *warmBench, offer serve.Offer) {
		store, err := session.Open(b.app.paths.StateDB, session.Options{})
		must(b.t, err)
		defer store.Close()
		_, err = store.Record(offer.Event, b.app.policy())
		must(b.t, err)
	}
	for name, test := range map[string]struct {
		die  func(b *warmBench, offer serve.Offer, told serve.Told)
		want string
	}{
		"at once":                              {func(*warmBench, serve.Offer, serve.Told) {}, "additionalContext"},
		"after it recorded, before it said so": {func(b *warmBench, offer serve.Offer, _ serve.Told) { record(b, offer) }, "recorded and not answered"},
		"after it said so":                     {func(b *warmBench, offer serve.Offer, told serve.Told) { record(b, offer); told.Recorded() }, "recorded and not answered"},
		"after it rendered": {func(b *warmBench, offer serve.Offer, told serve.Told) {
			record(b, offer)
			must(b.t, told.Rendered([]byte("the answer")))
		}, "the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWarmBench(t)
			b.serveFaulty(func(_ context.Context, offer serve.Offer, told serve.Told) serve.Result {
				test.die(b, offer, told)
				panic("as if it were killed")
			})
			if _, all := b.said(); !strings.Contains(all, test.want) || b.messages() != "1" {
				t.Errorf("got %q and %s messages, want %q", all, b.messages(), test.want)
			}
		})
	}
}

// Ensure what a hook did not live to say is not stored as told: it is said with the
// next prompt.
func TestUnsaidIsNotTold(t *testing.T) {
	b := newWarmBench(t)
	server := b.app.newWarmServer()
	event, err := hook.Decode(strings.NewReader(string(b.event())), warmClock)
	must(t, err)
	event.Workspace = b.work
	turn, err := server.take(serve.Offer{Event: event})
	must(t, err)
	turn.Answer(t.Context(), serve.Told{Recorded: func() {}, Rendered: func([]byte) error { return errors.New("it has ended") }})
	must(t, server.kept.letGo())
	if suggested, all := b.said(); !suggested || b.messages() != "2" {
		t.Errorf("got %q, %s messages", all, b.messages())
	}
}

// Ensure a server that is stuck costs one event its time: the next hook works alone,
// and stores the event that was lost to the server.
func TestServerStuck(t *testing.T) {
	b := newWarmBench(t)
	b.promptMS("1000")
	b.app, _, _ = warmApp(b.environ, nil, 0)
	must(t, b.app.configure(""))
	var taken atomic.Int64
	b.serveFaulty(func(context.Context, serve.Offer, serve.Told) serve.Result {
		taken.Add(1)
		<-t.Context().Done()
		return serve.Result{}
	})
	first, out, errOut := warmApp(b.environ, b.event(), 1)
	first.now = func() time.Time { return first.started.Add(time.Duration(taken.Load()) * time.Hour) } // time is up when it was taken
	if first.runHook(nil, commands{}); !strings.Contains(out.String()+errOut.String(), "no answer") {
		t.Errorf("the first: %q, %q", out, errOut)
	}
	b.minute = 1
	if suggested, all := b.said(); !suggested || b.messages() != "2" || taken.Load() != 1 {
		t.Errorf("the second: %q, %s messages, %d handed over", all, b.messages(), taken.Load())
	}
}
