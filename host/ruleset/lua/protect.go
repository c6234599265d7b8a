package lua

import (
	"errors"
	"fmt"
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// An ApiError that already has a trace keeps the interpreter from making one,
// which takes as long as the guest made tail calls.
const noTrace = "-"

// run calls body with the guest's budgets in force and turns whatever ends it
// into a Fault. A guest whose budget is gone, or whose interpreter broke, stays
// ended.
func (g *guest) run(body func(*vm.LState) error) error {
	if g.spent != nil {
		return g.spent
	}
	var failed error
	L := g.state
	g.protected, g.thrown, g.running = 0, false, L
	L.Push(g.trampoline)
	L.Push(L.NewFunction(func(L *vm.LState) int {
		failed = body(L)
		return 0
	}))
	err := L.PCall(1, 0, nil)
	switch {
	case g.spent != nil:
		return g.spent
	case err != nil:
		return g.uncaught(err)
	}
	return failed
}

// enter runs inside every protected call: it replaces the interpreter's panic
// function, which PCall has just set, and turns panics of Go code into errors.
func (g *guest) enter(L *vm.LState) int {
	L.Panic = g.raise
	defer func() {
		caught := recover()
		if caught == nil {
			return
		}
		if _, ok := caught.(*vm.ApiError); !ok && g.spent == nil {
			g.spent = g.broken(fmt.Sprint(caught))
		}
		if g.spent != nil {
			panic(spentError(g.spent))
		}
		panic(caught)
	}()
	L.Call(L.GetTop()-1, vm.MultRet)
	return L.GetTop()
}

// broken makes the Fault of a panic in the interpreter. When the stack overflows
// in a tail call it looks for the position of a frame that has none yet.
func (g *guest) broken(text string) *abi.Fault {
	if strings.Contains(text, "index out of range [-1]") {
		return &abi.Fault{Code: abi.Limit, Message: stackMessage}
	}
	return g.failure("the interpreter failed: %s", text)
}

var stackMessage = fmt.Sprintf("stack: more than %d calls or %d values deep", callDepthMax, registersMax)

// raise is the interpreter's panic function: the error value is on the stack.
func (g *guest) raise(L *vm.LState) {
	value := L.Get(-1)
	if text, ok := value.(vm.LString); ok && !g.thrown {
		if strings.HasSuffix(string(text), " stack overflow") || strings.HasSuffix(string(text), " registry overflow") {
			g.spent = &abi.Fault{Code: abi.Limit, Message: stackMessage}
			panic(spentError(g.spent))
		}
		text := strings.TrimPrefix(string(text), " ") // what a missing position leaves
		g.work(len(text) / bytesPerUnitLooked)
		text = hideAddresses(text)
		if g.protected == 0 && strings.HasSuffix(text, notCallable) {
			if missing := missing(L); missing != "" {
				text += ": " + missing
			}
		}
		value = vm.LString(text)
	}
	g.thrown = false
	trace := noTrace
	if g.protected == 0 {
		trace = g.traceback(L)
	}
	panic(&vm.ApiError{Type: vm.ApiErrorRun, Object: value, StackTrace: trace})
}

// throw raises a value of the guest's own making.
func (g *guest) throw(L *vm.LState, value vm.LValue) {
	g.thrown = true
	L.Error(value, 0)
}

// protectedMax bounds how deep pcalls nest. Each level has a stack of its own, because the
// interpreter detaches closures from all live locals of a stack on which an error is raised.
const protectedMax = 40

// threadBytes is what such a stack takes.
const threadBytes = 40 << 10

// try calls the function at the bottom of the stack with the arguments above it
// and leaves its results instead, or returns the error value.
//
// It runs on a stack of its own: when an error is raised the interpreter detaches
// closures from every variable below it, also from those of the functions that
// go on behind the pcall, whose closures would then no longer see them change.
func (g *guest) try(L *vm.LState) (failure vm.LValue) {
	count := L.GetTop()
	g.work(tryUnits + count)
	T := g.thread(L)
	T.Push(g.trampoline)
	for i := 1; i <= count; i++ {
		T.Push(L.Get(i))
	}
	L.SetTop(0)
	outer := g.running
	g.protected, g.running = g.protected+1, T
	err := T.PCall(count, vm.MultRet, nil)
	g.protected, g.running = g.protected-1, outer
	if g.spent != nil {
		panic(spentError(g.spent))
	}
	if err == nil {
		g.work(T.GetTop())
		for i := 1; i <= T.GetTop(); i++ {
			L.Push(T.Get(i))
		}
	}
	T.SetTop(0)
	return g.caught(err)
}

// thread returns the stack for the next level of protected calls.
func (g *guest) thread(L *vm.LState) *vm.LState {
	if g.protected >= protectedMax {
		g.exhaust("stack", fmt.Sprintf("more than %d protected calls inside each other", protectedMax))
	}
	if g.protected == len(g.threads) {
		g.hold(threadBytes)
		T, cancel := L.NewThread()
		cancel() // of a context that the next line replaces
		T.SetContext(g.context)
		g.threads = append(g.threads, T)
	}
	return g.threads[g.protected]
}

// caught charges for an error and returns its value; nil where there was none.
func (g *guest) caught(err error) vm.LValue {
	if err == nil {
		return nil
	}
	g.work(errorUnits)
	g.hold(errorBytes)
	failed, ok := errors.AsType[*vm.ApiError](err)
	if !ok {
		return vm.LString(err.Error())
	}
	if text, ok := failed.Object.(vm.LString); ok {
		g.text(len(text))
	}
	return failed.Object
}
