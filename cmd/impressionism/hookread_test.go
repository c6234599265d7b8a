package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// Ensure that the watchdog hears which event it is before the event's texts are
// decoded, so that decoding them counts for its deadline: a prompt that cannot be
// decoded at all is announced as well.
func TestHookAnnouncesEventBeforeItsTexts(t *testing.T) {
	input := `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":{"no":"text"}}`
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: envtest.HookEnviron(t), In: strings.NewReader(input), Out: &bytes.Buffer{}, ErrOut: &bytes.Buffer{}, Started: time.Now(), Now: time.Now, Dir: t.TempDir()}
	h := hook.NewInvocation(e, hook.Commands{})
	if event, err := h.Read(); err == nil {
		t.Fatalf("read gives %v, want an error", event)
	}
	select {
	case end := <-h.Events:
		if left := end(); left < 590*time.Second || left > 600*time.Second {
			t.Errorf("announced an event that has %v, want a prompt's 600 s", left)
		}
	default:
		t.Error("not announced")
	}
}
