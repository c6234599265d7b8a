package rulebench

import (
	"fmt"
	"maps"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// watch tells where the time of an evaluation goes. At each moment exactly one
// account is running: the engine's, that of starting guests, the guests' own, or a
// host call's; what an evaluated ruleset does runs on the same accounts.
type watch struct {
	clock   func() time.Duration
	running *time.Duration
	since   time.Duration

	engine, start, guest time.Duration
	calls                map[string]*callCost
	fuel, memory         int64
}

// callCost is what host calls of one name took.
type callCost struct {
	count int
	time  time.Duration
}

func newWatch(clock func() time.Duration) *watch {
	return &watch{clock: clock, calls: map[string]*callCost{}}
}

func (w *watch) begin() {
	w.engine, w.start, w.guest, w.fuel, w.memory = 0, 0, 0, 0, 0
	clear(w.calls)
	w.running = &w.engine
	w.since = w.clock()
}

func (w *watch) end() evaluation {
	w.turn(&w.engine)
	one := evaluation{all: w.engine + w.start + w.guest, start: w.start, guest: w.guest}
	for _, call := range w.calls {
		one.host += call.time
	}
	one.all += one.host
	return one
}

// turn lets another account run and returns the one that ran.
func (w *watch) turn(to *time.Duration) (from *time.Duration) {
	now := w.clock()
	*w.running += now - w.since
	from, w.running, w.since = w.running, to, now
	return from
}

// watched returns an engine whose guests are watched.
func watched(e *engine.Engine, w *watch) *engine.Engine {
	observed := *e
	observed.Runtimes = maps.Clone(e.Runtimes)
	for ending, start := range e.Runtimes {
		observed.Runtimes[ending] = w.starting(start)
	}
	return &observed
}

func (w *watch) starting(start abi.Start) abi.Start {
	return func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		from := w.turn(&w.start)
		defer func() { w.turn(from) }()
		sandbox.Invoke = w.door(sandbox.Invoke)
		started, err := start(program, sandbox)
		if err != nil {
			return nil, err
		}
		guest, ok := started.(measurable)
		if !ok {
			return nil, &abi.Fault{Code: abi.Internal, Message: fmt.Sprintf("%s: its runtime counts no fuel or memory", program.ID)}
		}
		return &watchedGuest{guest, w}, nil
	}
}

func (w *watch) door(door func(string, []byte) []byte) func(string, []byte) []byte {
	return func(name string, request []byte) []byte {
		call := w.calls[name]
		if call == nil {
			call = &callCost{}
			w.calls[name] = call
		}
		call.count++
		from := w.turn(&call.time)
		reply := door(name, request)
		w.turn(from)
		return reply
	}
}

type measurable interface {
	abi.Guest
	abi.Metered
	abi.Weighed
}

type watchedGuest struct {
	measurable
	watch *watch
}

// Evaluate calls one function of the ruleset; see abi.Guest.
func (g *watchedGuest) Evaluate(function string, context []byte) ([]byte, error) {
	from := g.watch.turn(&g.watch.guest)
	defer func() { g.watch.turn(from) }()
	return g.measurable.Evaluate(function, context)
}

// Close notes what the guest used.
func (g *watchedGuest) Close() error {
	g.watch.fuel += g.FuelUsed()
	g.watch.memory = max(g.watch.memory, g.MemoryUsed())
	return g.measurable.Close()
}
