//go:build unix

package serve

import (
	"testing"
	"time"
)

// Ensure work that can wait does, while something is served.
func TestGate(t *testing.T) {
	var gate Gate
	gate.Wait(nil)
	first, second := gate.Serve(), gate.Serve()
	passed := make(chan struct{})
	go func() { gate.Wait(nil); close(passed) }()
	first()
	first() // counts once
	select {
	case <-passed:
		t.Fatal("it passed while one was served")
	case <-time.After(20 * time.Millisecond):
	}
	if time.Since(gate.LastServed()) > time.Minute {
		t.Error("what is being served was served long ago")
	}
	second()
	<-passed
	stop := make(chan struct{})
	close(stop)
	defer gate.Serve()()
	gate.Wait(stop)
}
