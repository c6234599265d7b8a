package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure a bar on a terminal ends when the work does, whatever of its steps had a total that was
// not known, or ended before it was reached; and that it names each step.
func TestProgressEnds(t *testing.T) {
	now := time.Unix(0, 0)
	var drawn bytes.Buffer
	p := NewProgress(&env.Env{RawErr: &drawn, Now: func() time.Time { now = now.Add(time.Second); return now }}, false)
	p.drawn = true
	p.Step("fetch library", 0, 0)
	p.Step("fetch library", 7, 0)
	p.Step("fetch library", 9, 9)
	p.Step("fetch weights", 3, 0)
	p.Step("write", 1, 4)
	ended := make(chan bool)
	go func() { p.End(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the bar does not end")
	}
	if p.writer.LengthActive() > 0 {
		t.Errorf("%d steps are still drawn", p.writer.LengthActive())
	}
	for _, name := range []string{"fetch library", "fetch weights", "write"} {
		if !strings.Contains(drawn.String(), name) {
			t.Errorf("%s is not drawn: %q", name, drawn.String())
		}
	}
}
