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

const (
	messageBytesMax = 2 << 10 // of an uncaught error
	traceLinesMax   = 6
)

// run calls body with the guest's budgets in force and turns whatever ends it
// into a Fault. A guest whose budget is gone, or whose interpreter broke, stays
// ended.
func (g *guest) run(body func(*vm.LState) error) error {
	if g.spent != nil {
		return g.spent
	}
	var failed error
	L := g.state
	g.protected, g.thrown = 0, false
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
		value = vm.LString(hideAddresses(string(text)))
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

// try calls the function at the bottom of the stack with the arguments above it
// and leaves its results, or nothing and the error value.
func (g *guest) try(L *vm.LState) (failure vm.LValue) {
	g.work(tryUnits)
	nargs := L.GetTop()
	L.Insert(g.trampoline, 1)
	g.protected++
	err := L.PCall(nargs, vm.MultRet, nil)
	g.protected--
	if g.spent != nil {
		panic(spentError(g.spent))
	}
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

// uncaught makes the Fault of an error that no pcall took.
func (g *guest) uncaught(err error) error {
	failed, ok := errors.AsType[*vm.ApiError](err)
	if !ok {
		return g.failure("%v", err)
	}
	fault := &abi.Fault{Code: abi.Internal}
	switch value := failed.Object.(type) {
	case vm.LString:
		fault.Message = string(value)
	case *vm.LTable:
		fault = g.tableFault(value)
	default:
		fault.Message = "an error that is " + describe(value)
	}
	fault.Message = shorten(fault.Message, messageBytesMax)
	if failed.StackTrace == noTrace || fault.Code != abi.Internal {
		return fault
	}
	for line := range strings.Lines(failed.StackTrace) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(fault.Message, line+": ") {
			fault.Message += "\n  from " + line
		}
	}
	return fault
}

// tableFault reads an error table: those of host calls have code, message and
// position; the guest's own may have a message.
func (g *guest) tableFault(table *vm.LTable) *abi.Fault {
	message, ok := table.RawGetString("message").(vm.LString)
	if !ok {
		return &abi.Fault{Code: abi.Internal, Message: g.program.Name + ": an error that is a table without a message"}
	}
	if table.Metatable != vm.LValue(g.faults) {
		return &abi.Fault{Code: abi.Internal, Message: g.program.Name + ": " + string(message)}
	}
	code := vm.LVAsString(table.RawGetString("code"))
	if code == abi.Limit {
		return &abi.Fault{Code: abi.Limit, Message: string(message)}
	}
	position := vm.LVAsString(table.RawGetString("position"))
	if position == "" {
		position = g.program.Name
	}
	return &abi.Fault{Code: abi.Internal, Message: position + ": " + code + ": " + string(message)}
}

// traceback names the innermost calls, one to a line.
func (g *guest) traceback(L *vm.LState) string {
	var lines []string
	last := ""
	for level := 0; level < 2*traceLinesMax && len(lines) < traceLinesMax; level++ {
		where := strings.TrimSuffix(L.Where(level), ":")
		if where == "" || where == last || strings.HasPrefix(where, "[G]") {
			continue
		}
		lines, last = append(lines, where), where
	}
	return strings.Join(lines, "\n")
}

// place gives "file:line" of the Lua code that is running, or nothing.
func (g *guest) place() string {
	if g.compiling != "" {
		return g.compiling
	}
	for level := range 4 {
		where := strings.TrimSuffix(g.state.Where(level), ":")
		if where != "" && !strings.HasPrefix(where, "[G]") {
			return where
		}
	}
	return ""
}

// hideAddresses takes machine addresses out of the interpreter's messages, for
// equal inputs give equal bytes.
func hideAddresses(text string) string {
	var out strings.Builder
	for {
		at := strings.Index(text, ": 0x")
		if at < 0 {
			break
		}
		end := at + len(": 0x")
		for end < len(text) && strings.IndexByte("0123456789abcdef", text[end]) >= 0 {
			end++
		}
		out.WriteString(text[:at])
		text = text[end:]
	}
	if out.Len() == 0 {
		return text
	}
	return out.String() + text
}

func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
