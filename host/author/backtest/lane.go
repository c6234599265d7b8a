package backtest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/ed-irl/impressionism/abi"
)

// Lane asks rulesets about sessions, with a state of its own.
type Lane struct {
	Rulesets []Ruleset
	Places   func(workspace string) (Place, error)

	session   string
	entered   bool
	workspace string
	place     Place
}

// answered is an event with where it happened and what the rulesets made of it; of
// one that they are not asked about there is nothing.
type answered struct {
	Happening
	workspace string
	place     Place
	answers   []Answer
}

// answer asks about one event. Those of a session come in order.
func (l *Lane) answer(h Happening) (answered, error) {
	if err := l.enter(h); err != nil {
		return answered{}, err
	}
	a := answered{Happening: h, workspace: l.workspace, place: l.place}
	if h.Listed != nil {
		return a, nil
	}
	if h.Name == abi.EventPrompt && h.Command != "" {
		if len(l.place.Find(h.Event)) == 0 {
			return a, nil // the client's own commands reach no hook
		}
	}
	for _, ruleset := range l.Rulesets {
		answer, err := ruleset.Ask(h)
		if err != nil {
			return a, fmt.Errorf("ask %s: %w", ruleset.Name, err)
		}
		a.answers = append(a.answers, answer)
	}
	return a, nil
}

// enter goes where the session is now.
func (l *Lane) enter(h Happening) (err error) {
	if l.session != h.SessionID {
		l.session, l.entered = h.SessionID, false
	}
	if l.entered && (h.Workspace == "" || h.Workspace == l.workspace) {
		return nil
	}
	l.entered, l.workspace = true, h.Workspace
	l.place, err = l.Places(h.Workspace)
	return err
}

// aheadMax is how many events are read before they are counted.
const aheadMax = 512

// Play plays what each gives to the rulesets, sessions of different workspaces in
// different lanes at once: what was used counts within its workspace only. It is
// counted in the order in which it came, so that lanes do not show, but for sessions
// that move between workspaces, and for rulesets that fail: the engine pauses those
// by their failures in a row, which each lane counts for itself.
// What was played until the context is cancelled counts.
func (r *Run) Play(ctx context.Context, lanes []*Lane, each func(add func(Happening) error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &parallel{ctx: ctx, order: make(chan *slot, aheadMax)}
	var working sync.WaitGroup
	for _, lane := range lanes {
		queue := make(chan *slot, aheadMax)
		p.queues = append(p.queues, queue)
		working.Go(func() { p.work(lane, queue) })
	}
	var read error
	working.Go(func() {
		defer p.end()
		read = each(p.add)
	})
	var failed error
	for s := range p.order {
		<-s.done
		if failed == nil && s.err == nil {
			r.take(s.got)
			continue
		}
		if failed == nil {
			failed = s.err
		}
		cancel()
	}
	working.Wait()
	if failed != nil && !errors.Is(failed, context.Canceled) {
		return failed
	}
	return errors.Join(read, failed)
}

// parallel is a Play under way.
type parallel struct {
	ctx     context.Context
	queues  []chan *slot
	order   chan *slot
	session string
	lane    int
}

// slot is an event on its way.
type slot struct {
	event Happening
	got   answered
	err   error
	done  chan struct{}
}

func (p *parallel) work(lane *Lane, queue chan *slot) {
	for s := range queue {
		if s.err = p.ctx.Err(); s.err == nil {
			s.got, s.err = lane.answer(s.event)
		}
		close(s.done)
	}
}

// add sends an event to its session's lane.
func (p *parallel) add(h Happening) error {
	if p.session != h.SessionID {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(h.Workspace)) // a hash never fails
		p.session, p.lane = h.SessionID, int(sum.Sum32()%uint32(len(p.queues)))
	}
	s := &slot{event: h, done: make(chan struct{})}
	for _, to := range []chan *slot{p.queues[p.lane], p.order} {
		select {
		case to <- s:
		case <-p.ctx.Done():
			return p.ctx.Err()
		}
	}
	return nil
}

func (p *parallel) end() {
	for _, queue := range p.queues {
		close(queue)
	}
	close(p.order)
}
