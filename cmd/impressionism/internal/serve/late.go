package serve

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/host/decide"
)

// watchLate gives up events that are late, and the server where they are many or take
// its memory: a goroutine cannot be ended by another, a process can. Hooks then work alone.
func (s *server) watchLate(ctx context.Context, end func()) {
	tick := time.NewTicker(hook.LateTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := tooLate(s.kept.GiveUpLate(s.Now()), liveBytes()); err != nil {
				s.noted(decide.ProblemWarm, err)
				end()
				return
			}
		}
	}
}

// tooLate returns why a server with so many events given up, and so many bytes, has to end.
func tooLate(givenUp int, bytes uint64) error {
	switch {
	case givenUp >= hook.GivenUpMax:
		return fmt.Errorf("%d events never ended; the server ends, and hooks work alone", givenUp)
	case givenUp > 0 && bytes > hook.GivenUpBytes:
		return errors.New("an event that never ended takes the server's memory; it ends, and hooks work alone")
	}
	return nil
}

func liveBytes() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64()
}
