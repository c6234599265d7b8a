// Package lua runs a ruleset written in Lua inside a sandbox: a fixed set of
// functions, deterministic fuel, a memory account, and the host calls it was
// given. It must not know what a skill is, nor read files, clock or environment.
package lua

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// Sizes of the interpreter's own structures, chosen so that no single
// instruction takes longer than a few microseconds.
const (
	callDepthMax     = 160     // frames; also bounds how deep Go code nests
	registersMax     = 8 << 10 // values on the stack of all frames
	registersAtStart = 1 << 10
	arrayIndexMax    = 1 << 16 // elements at and above it are hash entries
	metaChainMax     = 4       // tables linked by __index
)

var setLimits = sync.OnceFunc(func() {
	vm.MaxArrayIndex = arrayIndexMax
	vm.MaxTableGetLoop = metaChainMax
})

// watcher is the interpreter's context in place of a guest's meter: it is asked
// before each instruction, too, and hands on to the meter.
type watcher interface {
	context.Context
	watch(*guest)
}

// guest is one instance of a ruleset; it implements abi.Guest.
type guest struct {
	meter
	account
	state   *vm.LState
	context context.Context // is asked before each instruction; the meter, or who watches
	program abi.Program
	sandbox abi.Sandbox
	ruleset *vm.LTable

	random     *rand.PCG
	modules    map[string]vm.LValue // by name; LNil while loading
	loading    []string             // names of modules being loaded, outermost first
	compiling  string               // file that is being compiled, or ""
	compiled   *Compiled            // of earlier guests; nil: none are kept
	embeddings embeddings
	faults     *vm.LTable // metatable of errors that came from the host
	shapes     map[string]*shape
	serials    map[vm.LValue]int // of tables and functions that were printed
	protected  int               // pcalls of the guest that are under way
	threads    []*vm.LState      // a stack for each level of them
	running    *vm.LState        // the stack in use
	thrown     bool              // the error under way was raised by the guest's own code
	trampoline *vm.LFunction
	stepList   *vm.LFunction // the iterator of ipairs
	hostModule *vm.LTable
	hostCalls  int
	session    vm.LValue // id of the context's session
}

// Start loads a ruleset's code and runs its chunk, which has to return a table.
// Errors are Faults: Limit where a budget ran out, else Internal, with "file:line: "
// in front of the text.
func Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	g, err := begin(program, sandbox, nil)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// begin makes a guest that is watched, if there is somebody who does.
func begin(program abi.Program, sandbox abi.Sandbox, watch watcher) (*guest, error) {
	return beginWith(program, sandbox, watch, nil)
}

// bareGuest makes a guest that has loaded nothing yet.
func bareGuest(program abi.Program, sandbox abi.Sandbox, watch watcher, known *Compiled) *guest {
	setLimits()
	g := &guest{
		compiled: known,
		meter:    newMeter(sandbox), account: newAccount(), program: program, sandbox: sandbox,
		random:  rand.NewPCG(sandbox.Seed, 0x9e3779b97f4a7c15),
		modules: map[string]vm.LValue{}, shapes: map[string]*shape{}, serials: map[vm.LValue]int{},
	}
	g.state = vm.NewState(vm.Options{
		SkipOpenLibs: true, CallStackSize: callDepthMax,
		RegistrySize: registersAtStart, RegistryMaxSize: registersMax, RegistryGrowStep: registersAtStart,
	})
	g.context = &g.meter
	if watch != nil {
		watch.watch(g)
		g.context = watch
	}
	g.state.SetContext(g.context)
	g.meter.place = g.place
	g.running = g.state
	g.trampoline = g.state.NewFunction(g.enter)
	return g
}

func beginWith(program abi.Program, sandbox abi.Sandbox, watch watcher, known *Compiled) (*guest, error) {
	g := bareGuest(program, sandbox, watch, known)
	g.openLibraries()
	err := g.run(func(L *vm.LState) error {
		value, err := g.load(L, program.Name, program.Code, program.ID)
		if err != nil {
			return err
		}
		table, ok := value.(*vm.LTable)
		if !ok {
			return &abi.Fault{Code: abi.Internal, Message: fmt.Sprintf(
				"%s: the file must return a table with %s and %s, it returned %s",
				program.Name, abi.Activation, abi.Deactivation, describe(value))}
		}
		g.ruleset = table
		return nil
	})
	if err != nil {
		g.state.Close()
		return nil, err
	}
	return g, nil
}

// Evaluate calls one function of the ruleset; see abi.Guest.
func (g *guest) Evaluate(function string, context []byte) ([]byte, error) {
	if g.state.IsClosed() {
		return nil, &abi.Fault{Code: abi.Internal, Message: g.program.Name + ": the guest is closed"}
	}
	if limit := g.sandbox.Budgets.ContextBytes; len(context) > limit {
		return nil, &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf("context: %d bytes, at most %d are passed to a ruleset", len(context), limit)}
	}
	answer := []byte("[]")
	err := g.run(func(L *vm.LState) error {
		g.prune()
		found := L.GetField(g.ruleset, function)
		if found == vm.LNil {
			return nil
		}
		if found.Type() != vm.LTFunction {
			return g.failure("%s is %s, not a function", function, describe(found))
		}
		argument, err := g.decode(context)
		if err != nil {
			return g.failure("the context is not JSON: %v", err)
		}
		g.enterSession(argument)
		L.Push(found)
		L.Push(argument)
		L.Call(1, 1)
		result := L.Get(-1)
		L.Pop(1)
		g.referred(result)
		answer, err = g.encodeAnswer(function, result)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// Close frees the interpreter.
func (g *guest) Close() error {
	if !g.state.IsClosed() {
		g.state.Close()
	}
	return nil
}

func (g *guest) failure(format string, args ...any) *abi.Fault {
	return &abi.Fault{Code: abi.Internal, Message: g.program.Name + ": " + fmt.Sprintf(format, args...)}
}
