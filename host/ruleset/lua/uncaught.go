package lua

import (
	"errors"
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

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
	fault.Message = cut.BytesEllipsis(fault.Message, messageBytesMax)
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
