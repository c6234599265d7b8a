package lua

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	vm "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// What reading a file costs, measured: the parser needs about 100 ns for a byte.
const (
	parseUnitsPerByte   = 5
	parseBytesPerByte   = 16
	upvaluesMax         = 60 // of one function, as in Lua itself
	programNameBytesMax = 200
)

// load compiles one file and calls it on a stack with name, the name that required it.
func (g *guest) load(L *vm.LState, file string, code []byte, name string) (vm.LValue, error) {
	proto, err := g.compile(file, code)
	if err != nil {
		return nil, err
	}
	L.Push(L.NewFunctionFromProto(proto))
	L.Push(vm.LString(name))
	L.Call(1, 1)
	value := L.Get(-1)
	L.Pop(1)
	return value, nil
}

// compile checks a file against the limits that keep the compiler cheap, puts
// budgeted helpers in place of unbounded operators, and compiles it.
func (g *guest) compile(file string, code []byte) (*vm.FunctionProto, error) {
	if limit := g.sandbox.Budgets.SourceBytes; len(code) > limit {
		return nil, &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf("source: %s has %d bytes, at most %d are read", file, len(code), limit)}
	}
	outer := g.compiling
	g.compiling = file
	defer func() { g.compiling = outer }()
	g.work(len(code) * parseUnitsPerByte)
	g.hold(len(code) * parseBytesPerByte)
	if found, ok := g.compiled.get(file, code); ok {
		g.chargeCompile(found.units, found.bytes)
		return found.proto, nil
	}
	made := compiled{}
	proto, err := g.compileAnew(file, code, &made)
	if err == nil {
		made.proto = proto
		g.compiled.put(file, code, made)
	}
	return proto, err
}

func (g *guest) compileAnew(file string, code []byte, made *compiled) (*vm.FunctionProto, error) {
	code = bytes.TrimPrefix(code, []byte("\ufeff"))
	if line := nesting(string(code)); line > 0 {
		return nil, syntaxFault(file, line, "nested deeper than %d levels", syntaxDepthMax)
	}
	chunk, err := parse.Parse(bytes.NewReader(code), file)
	if err != nil {
		return nil, parseFault(file, code, err)
	}
	r := rewriter{charge: func(units, bytes int) {
		made.units, made.bytes = made.units+units, made.bytes+bytes
		g.chargeCompile(units, bytes)
	}}
	chunk = r.chunk(chunk)
	if r.failed != "" {
		return nil, syntaxFault(file, r.failedLine, "%s", r.failed)
	}
	proto, err := compileChecked(chunk, file)
	if err != nil {
		return nil, compileFault(file, err)
	}
	if line := crowded(proto); line > 0 {
		return nil, syntaxFault(file, line, "a function uses more than %d variables of the functions around it", upvaluesMax)
	}
	return proto, nil
}

func (g *guest) chargeCompile(units, bytes int) {
	g.work(units)
	g.hold(bytes)
}

// crowded returns the line of a function with too many upvalues, or 0.
func crowded(proto *vm.FunctionProto) int {
	if len(proto.DbgUpvalues) > upvaluesMax {
		return proto.LineDefined
	}
	for _, inner := range proto.FunctionPrototypes {
		if line := crowded(inner); line > 0 {
			return line
		}
	}
	return 0
}

func parseFault(file string, code []byte, err error) *abi.Fault {
	failed, ok := errors.AsType[*parse.Error](err)
	if !ok {
		return &abi.Fault{Code: abi.Internal, Message: file + ": " + cut.BytesEllipsis(err.Error(), messageBytesMax)}
	}
	line, near := failed.Pos.Line, " near '"+cut.BytesEllipsis(failed.Token, 40)+"'"
	if line < 0 {
		line, near = 1+bytes.Count(code, []byte("\n")), " near the end of the file"
	}
	return syntaxFault(file, line, "%s%s", strings.TrimSpace(failed.Message), near)
}

// compileFault takes line and text out of the compiler's error, whose fields
// say no more than its text.
func compileFault(file string, err error) *abi.Fault {
	if failed, ok := errors.AsType[*vm.CompileError](err); ok {
		return syntaxFault(file, failed.Line, "%s", failed.Message)
	}
	return &abi.Fault{Code: abi.Internal, Message: file + ": " + cut.BytesEllipsis(err.Error(), messageBytesMax)}
}

func syntaxFault(file string, line int, format string, args ...any) *abi.Fault {
	return &abi.Fault{Code: abi.Internal, Message: fmt.Sprintf("%s:%d: %s", file, max(line, 1), fmt.Sprintf(format, args...))}
}
