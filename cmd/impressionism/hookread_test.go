package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Ensure that the watchdog hears which event it is before the event's texts are
// decoded, so that decoding them counts for its deadline: a prompt that cannot be
// decoded at all is announced as well.
func TestHookAnnouncesEventBeforeItsTexts(t *testing.T) {
	input := `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":{"no":"text"}}`
	a := &app{kinds: shippedKinds(), environ: hookEnviron(t), in: strings.NewReader(input), out: &bytes.Buffer{}, errOut: &bytes.Buffer{}, started: time.Now(), now: time.Now, cwd: t.TempDir()}
	h := newHookRun(a, commands{})
	if event, err := h.read(); err == nil {
		t.Fatalf("read gives %v, want an error", event)
	}
	select {
	case end := <-h.events:
		if left := end(); left < 590*time.Second || left > 600*time.Second {
			t.Errorf("announced an event that has %v, want a prompt's 600 s", left)
		}
	default:
		t.Error("not announced")
	}
}
