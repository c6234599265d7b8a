package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"

	"github.com/ed-irl/impressionism/host/decide"
)

// Limits of what an event may cost a process that lives on.
const (
	lateGrace    = 500 * time.Millisecond // after its time: nobody waits, and it ends itself
	giveUpAfter  = 5 * time.Second        // after its time: it is not waited for
	givenUpMax   = turnsMax               // events that never ended, until the server ends
	givenUpBytes = 512 << 20              // of live objects, while there is such an event
	lateTick     = time.Second            // between looks
)

// dueTurn is an event that is being answered.
type dueTurn struct {
	workspace string
	at        time.Time // when its answer was to be there
	givenUp   bool
	leave     func() // what can wait goes on
}

// setDue notes until when an event is to be answered.
func (k *kept) setDue(turn *keptTurn, workspace string, at time.Time, leave func()) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.due[turn] = &dueTurn{workspace: workspace, at: at, leave: leave}
}

// isLate reports whether an event of a workspace has outlived its time: what holds it up
// would hold up the next one, and lies in the workspace or passes.
func (k *kept) isLate(now time.Time, workspace string) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for _, due := range k.due {
		if due.workspace == workspace && now.After(due.at.Add(lateGrace)) {
			return true
		}
	}
	return false
}

// giveUpLate takes their turns from events that are late by seconds, so that others are
// answered, and returns how many never ended.
func (k *kept) giveUpLate(now time.Time) (givenUp int) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for _, due := range k.due {
		if !due.givenUp && now.After(due.at.Add(giveUpAfter)) {
			due.givenUp = true
			k.lent--
			due.leave()
		}
		if due.givenUp {
			givenUp++
		}
	}
	return givenUp
}

// watchLate gives up events that are late, and the server where they are many or take
// its memory: a goroutine cannot be ended by another, a process can. Hooks then work alone.
func (s *warmServer) watchLate(ctx context.Context, end func()) {
	tick := time.NewTicker(lateTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := tooLate(s.kept.giveUpLate(s.now()), liveBytes()); err != nil {
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
	case givenUp >= givenUpMax:
		return fmt.Errorf("%d events never ended; the server ends, and hooks work alone", givenUp)
	case givenUp > 0 && bytes > givenUpBytes:
		return errors.New("an event that never ended takes the server's memory; it ends, and hooks work alone")
	}
	return nil
}

func liveBytes() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64()
}
