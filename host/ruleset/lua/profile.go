package lua

import (
	"cmp"
	"slices"
	"sync"

	"github.com/ed-irl/impressionism/abi"
)

// Profile counts the fuel of guests by line and by host call; the sum of the lines
// is what abi.Metered tells. What a library function, a host call or require uses
// counts to the line that calls it. Each instruction costs several times what it
// does otherwise; the fuel stays the same.
type Profile struct {
	mutex sync.Mutex
	lines map[place]int64
	calls map[string]int64
}

// LineFuel is the fuel that one line of a file used. Line 0 of a program's file is
// reading and compiling it; without a file it is reading the context.
type LineFuel struct {
	File string // as in error messages
	Line int
	Fuel int64
}

// NewProfile has counted nothing yet.
func NewProfile() *Profile {
	return &Profile{lines: map[place]int64{}, calls: map[string]int64{}}
}

// Start is an abi.Start whose guests are counted, each when it is closed.
func (p *Profile) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	counter := &fuelCounter{
		at: place{file: program.Name}, left: sandbox.Budgets.Fuel,
		lines: map[place]int64{}, calls: map[string]int64{},
	}
	door := sandbox.Invoke
	sandbox.Invoke = func(call string, request []byte) []byte {
		counter.calling = call
		return door(call, request)
	}
	g, err := begin(program, sandbox, counter)
	counter.settle()
	if err != nil {
		p.add(counter)
		return nil, err
	}
	return &profiledGuest{guest: g, profile: p, counter: counter}, nil
}

// Lines returns the lines that used fuel, most first.
func (p *Profile) Lines() []LineFuel {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	lines := make([]LineFuel, 0, len(p.lines))
	for at, fuel := range p.lines {
		lines = append(lines, LineFuel{File: at.file, Line: at.line, Fuel: fuel})
	}
	slices.SortFunc(lines, func(a, b LineFuel) int {
		return cmp.Or(cmp.Compare(b.Fuel, a.Fuel), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return lines
}

// CallFuel is the fuel that host calls of a name used: for the call itself, for
// writing the request and for reading the reply.
func (p *Profile) CallFuel(call string) int64 {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.calls[call]
}

func (p *Profile) add(c *fuelCounter) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for at, fuel := range c.lines {
		p.lines[at] += fuel
	}
	for call, fuel := range c.calls {
		p.calls[call] += fuel
	}
}

type profiledGuest struct {
	*guest
	profile *Profile
	counter *fuelCounter
}

// Evaluate calls one function of the ruleset; see abi.Guest.
func (g *profiledGuest) Evaluate(function string, context []byte) ([]byte, error) {
	g.counter.at = place{}
	answer, err := g.guest.Evaluate(function, context)
	g.counter.settle()
	return answer, err
}

// Close frees the interpreter.
func (g *profiledGuest) Close() error {
	g.profile.add(g.counter)
	return g.guest.Close()
}

// fuelCounter is the watcher of one guest.
type fuelCounter struct {
	*guest
	at      place // that what is charged now counts to
	left    int64 // fuel, when it was last counted
	calling string
	lines   map[place]int64
	calls   map[string]int64
}

func (c *fuelCounter) watch(g *guest) { c.guest = g }

// Done counts what the instruction before was charged, and goes on to the next one.
func (c *fuelCounter) Done() <-chan struct{} {
	c.settle()
	if at, ok := c.line(); ok {
		c.at = at
	}
	return c.meter.Done()
}

func (c *fuelCounter) settle() {
	left := max(0, c.fuel)
	used := c.left - left
	c.left = left
	if used != 0 {
		c.lines[c.at] += used
	}
	if c.calling != "" {
		c.calls[c.calling] += used
		c.calling = ""
	}
}
