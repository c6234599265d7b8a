package lua

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	vm "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ed-irl/impressionism/abi"
)

// Coverage notes which lines guests run. It is for tests: each instruction costs
// several times what it does otherwise.
type Coverage struct {
	mutex sync.Mutex
	ran   map[place]bool
}

type place struct {
	file string
	line int
}

// NewCoverage has noted nothing yet.
func NewCoverage() *Coverage { return &Coverage{ran: map[place]bool{}} }

// Start is an abi.Start whose guests are noted, each when it is closed.
func (c *Coverage) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	watched := &coveredGuest{coverage: c, lines: &lineNoter{ran: map[place]bool{}}}
	g, err := begin(program, sandbox, watched.lines)
	if err != nil {
		watched.note()
		return nil, err
	}
	watched.guest = g
	return watched, nil
}

// Ran reports whether a line of a file, named as in error messages, has run.
func (c *Coverage) Ran(file string, line int) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.ran[place{file, line}]
}

type coveredGuest struct {
	*guest
	coverage *Coverage
	lines    *lineNoter
}

// Close frees the interpreter.
func (g *coveredGuest) Close() error {
	g.note()
	return g.guest.Close()
}

func (g *coveredGuest) note() {
	g.coverage.mutex.Lock()
	defer g.coverage.mutex.Unlock()
	maps.Copy(g.coverage.ran, g.lines.ran)
}

// lineNoter is the watcher of one guest.
type lineNoter struct {
	*guest
	ran map[place]bool
}

func (n *lineNoter) watch(g *guest) { n.guest = g }

// Done notes the line of the instruction and charges for it.
func (n *lineNoter) Done() <-chan struct{} {
	if at, ok := n.line(); ok {
		n.ran[at] = true
	}
	return n.meter.Done()
}

// line is that of the instruction which comes next, if it has one.
func (g *guest) line() (place, bool) {
	frame, ok := g.running.GetStack(0)
	if !ok {
		return place{}, false
	}
	if _, err := g.running.GetInfo("Sl", frame, vm.LNil); err != nil || frame.CurrentLine <= 0 {
		return place{}, false
	}
	return place{frame.Source, frame.CurrentLine}, true
}

// CodeLines returns the lines of a source that have code, rising.
func CodeLines(code []byte) ([]int, error) {
	code = bytes.TrimPrefix(code, []byte("\ufeff"))
	if line := nesting(string(code)); line > 0 {
		return nil, fmt.Errorf("line %d: nested deeper than %d levels", line, syntaxDepthMax)
	}
	chunk, err := parse.Parse(bytes.NewReader(code), "")
	if err != nil {
		return nil, err
	}
	r := rewriter{charge: func(int, int) {}}
	if chunk = r.chunk(chunk); r.failed != "" {
		return nil, fmt.Errorf("line %d: %s", r.failedLine, r.failed)
	}
	proto, err := compileChecked(chunk, "")
	if err != nil {
		return nil, err
	}
	lines := map[int]bool{}
	collectLines(proto, lines)
	return slices.Sorted(maps.Keys(lines)), nil
}

// collectLines leaves out the last instruction of each function: the return that
// the compiler adds, which most never reach.
func collectLines(proto *vm.FunctionProto, lines map[int]bool) {
	for _, line := range proto.DbgSourcePositions[:max(0, len(proto.DbgSourcePositions)-1)] {
		if line > 0 {
			lines[line] = true
		}
	}
	for _, inner := range proto.FunctionPrototypes {
		collectLines(inner, lines)
	}
}
