package wasm

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// guest is one instance of a ruleset; it implements abi.Guest. After a trap its
// memory means nothing any more, and it stays ended.
type guest struct {
	account
	arena
	system
	program abi.Program
	sandbox abi.Sandbox
	module  api.Module
	depth   api.MutableGlobal
	linear  linearMemory
	done    func()
	broken  *abi.Fault // how it trapped
	exit    *uint32    // it called proc_exit with this

	input       []byte
	inputOffset uint64 // of the block that holds it, 0: none yet
	answer      []byte
	answered    bool   // output_set was called
	failure     []byte // what error_set was given last
	vars        map[string][]byte
	hostCalls   int
	limits      []string // messages of limit faults that host calls answered
	logged      int
}

func newGuest(program abi.Program, sandbox abi.Sandbox, done func()) *guest {
	g := &guest{account: newAccount(sandbox), program: program, sandbox: sandbox, done: done}
	g.arena = newArena(&g.account)
	g.system = newSystem(sandbox.Seed)
	g.linear.account = &g.account
	return g
}

// guestContext carries a guest to the host functions that its code calls.
type guestContext struct {
	context.Context
	guest *guest
}

type guestKey struct{}

func (c guestContext) Value(key any) any {
	if _, ok := key.(guestKey); ok {
		return c.guest
	}
	return c.Context.Value(key)
}

func (g *guest) context() context.Context {
	return guestContext{context.Background(), g}
}

// instantiate makes the instance; none of its code runs yet.
func (g *guest) instantiate(c *code) error {
	if bytes := int64(c.memoryMin) << 16; bytes > g.memoryMax {
		return g.limit("memory", fmt.Sprintf("the module starts with %d bytes, at most %d are given", bytes, g.memoryMax))
	}
	ctx := experimental.WithMemoryAllocator(g.context(), &g.linear)
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	err := guarded(func() (err error) {
		g.module, err = c.runtime.InstantiateModule(ctx, c.module, config)
		return err
	})
	if err != nil {
		g.module = nil
		return g.trapped("start", err)
	}
	fuel, ok := g.module.ExportedGlobal(meter.Fuel).(api.MutableGlobal)
	if !ok {
		return internal(g.program, "the vetted form counts no fuel")
	}
	depth, ok := g.module.ExportedGlobal(meter.Depth).(api.MutableGlobal)
	if !ok {
		return internal(g.program, "the vetted form counts no depth")
	}
	g.fuel, g.depth = fuel, depth
	g.setLeft(g.fuelLeft)
	return nil
}

// initialize runs what is to run before the ruleset's functions: the module's
// start function, under fuel like everything else, and its initializer.
func (g *guest) initialize() error {
	for _, name := range []string{meter.Start, exportInitialize} {
		if function := g.module.ExportedFunction(name); function != nil {
			if err := g.call(function, nil); err != nil {
				return g.trapped(name, err)
			}
		}
	}
	return nil
}

// Evaluate calls one function of the ruleset; see abi.Guest.
func (g *guest) Evaluate(function string, context []byte) ([]byte, error) {
	switch {
	case g.module == nil:
		return nil, internal(g.program, "the guest is closed")
	case g.spent != nil:
		return nil, g.spent
	case g.broken != nil:
		return nil, g.broken
	}
	if limit := g.sandbox.Budgets.ContextBytes; len(context) > limit {
		return nil, &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf("context: %d bytes, at most %d are passed to a ruleset", len(context), limit)}
	}
	called := g.module.ExportedFunction(function)
	if called == nil || (function != abi.Activation && function != abi.Deactivation) {
		return []byte("[]"), nil
	}
	g.begin(context)
	result := []uint64{0}
	if err := g.call(called, result); err != nil {
		return nil, g.trapped(function, err)
	}
	if code := int32(result[0]); code != 0 {
		return nil, g.refusal(function, code)
	}
	if !g.answered {
		return []byte("[]"), nil // saying nothing is the empty list
	}
	return g.answer, nil
}

// begin forgets the call before.
func (g *guest) begin(context []byte) {
	g.free(g.inputOffset)
	g.input, g.inputOffset = context, 0
	g.answer, g.answered = nil, false
	g.failure, g.refused, g.limits = nil, false, nil
	g.stderr.reset()
}

// call runs a function of the guest; what it wrote is passed on even if it failed.
func (g *guest) call(function api.Function, stack []uint64) error {
	g.depth.Set(meter.DepthMax)
	err := guarded(func() error { return function.CallWithStack(g.context(), stack) })
	if g.spent == nil {
		if failed := guarded(func() error { g.flush(); return nil }); err == nil {
			err = failed
		}
	}
	return err
}

// guarded turns a panic into an error: of an account that is used up, or of an
// engine that a module has brought to its end.
func guarded(run func() error) (err error) {
	defer func() {
		caught := recover()
		if ended, ok := caught.(error); ok && ended == errEnded {
			err = ended
		} else if caught != nil {
			err = fmt.Errorf("the engine failed: %v", caught)
		}
	}()
	return run()
}

// Close frees the instance.
func (g *guest) Close() error {
	if g.done == nil {
		return nil
	}
	g.fuelLeft, g.fuel, g.depth = g.left(), nil, nil
	var err error
	if g.module != nil {
		err = g.module.Close(context.Background())
		g.module = nil
	}
	g.linear.Free()
	g.arena.bytes, g.arena.blocks, g.vars, g.input, g.answer = nil, nil, nil, nil, nil
	g.done()
	g.done = nil
	return err
}

var (
	_ abi.Metered = (*guest)(nil)
	_ abi.Weighed = (*guest)(nil)
)
