package lua

import (
	"cmp"
	"slices"
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// notCallable is the interpreter's error where what is called is no function. It names nothing.
const notCallable = "attempt to call a non-function object"

// Limits of what is looked at: nothing pays for it.
const (
	codeMax       = 4096 // instructions of a function; of a longer one nothing is named
	lineCallsMax  = 16   // calls of one line; of more none is named
	fieldsMax     = 8    // of a chain as in a.b.c
	neighboursMax = 256  // fields among which the one that was meant is looked for
)

// frame is a function of the guest's in which an error was raised.
type frame struct {
	L        *vm.LState
	debug    *vm.Debug
	function *vm.LFunction
	depth    int           // fields of the chain that is followed
	writers  map[int][]int // instructions that write a register, by the register
}

// missing returns what the running function tried to call, as in
// "impressionism.serch is nil; did you mean impressionism.search?"; "" where its line holds
// several calls of which it may be any, or a loop, whose iterator is called without being among
// them. What it looks at is bounded, and nothing pays for it: it is for an error that ends the guest.
func missing(L *vm.LState) string {
	debug, ok := L.GetStack(0)
	if !ok {
		return ""
	}
	running, err := L.GetInfo("fl", debug, vm.LNil)
	function, ok := running.(*vm.LFunction)
	if err != nil || !ok || function.IsG || len(function.Proto.Code) > codeMax {
		return ""
	}
	lines := function.Proto.DbgSourcePositions
	for at, instruction := range function.Proto.Code {
		if int(instruction>>26) == vm.OP_TFORLOOP && lines[at] == debug.CurrentLine {
			return ""
		}
	}
	f, told, calls := frame{L, debug, function, 0, writers(function.Proto)}, "", 0
	for _, call := range function.Proto.DbgCalls {
		if lines[call.Pc] != debug.CurrentLine || strings.HasPrefix(call.Name, "(") {
			continue // elsewhere, or a helper
		}
		if calls++; calls > lineCallsMax {
			return ""
		}
		why, sure := f.refused(call)
		if !sure || why != "" && told != "" && why != told {
			return ""
		}
		told = cmp.Or(why, told)
	}
	return told
}

// refused returns why a call cannot be made, or "" where it can. It is not sure of what only
// running the function anew would show.
func (f frame) refused(call vm.DbgCall) (why string, sure bool) {
	callee, ok := f.loaded(f.writer(argA(f.instruction(call.Pc)), call.Pc))
	if !ok || call.Name == "?" { // an expression has no name
		return "", false
	}
	if callee.value.Type() == vm.LTFunction || f.L.GetMetaField(callee.value, "__call") != vm.LNil {
		return "", true
	}
	before := strings.TrimSuffix(callee.path, call.Name)
	why = before + call.Name + " is " + describe(callee.value)
	if meant := levenshtein.Nearest(call.Name, f.fields(callee.holder)); callee.value == vm.LNil && meant != "" {
		why += "; did you mean " + before + meant + "?"
	}
	return why, true
}

// loaded is what an instruction put into its register.
type loaded struct {
	path   string // as the guest writes it, from where a name is known
	value  vm.LValue
	holder vm.LValue // what has it as a field
}

func (f frame) loaded(at int) (result loaded, ok bool) {
	if at < 0 {
		return loaded{}, false
	}
	instruction := f.instruction(at)
	a, b, c := argA(instruction), int(instruction&0x1ff), int(instruction>>9)&0x1ff
	switch operation := int(instruction >> 26); operation {
	case vm.OP_MOVE, vm.OP_MOVEN:
		return f.local(b), true
	case vm.OP_GETUPVAL:
		name, value := f.L.GetUpvalue(f.function, b+1)
		return loaded{name, value, vm.LNil}, true
	case vm.OP_GETGLOBAL:
		name := f.constant(int(instruction & 0x3ffff))
		return loaded{name, f.field(f.L.G.Global, name), f.L.G.Global}, true
	case vm.OP_GETTABLEKS, vm.OP_SELF:
		if c&constantBit == 0 { // of many constants, the last ones are loaded into a register first
			return loaded{}, false
		}
		holder, name := f.local(b), f.constant(c&^constantBit)
		if a == b { // the field took its holder's place
			if f.depth++; f.depth > fieldsMax {
				return loaded{}, false
			}
			if holder, ok = f.loaded(f.writer(b, at)); !ok {
				return loaded{}, false
			}
		}
		path := name
		if holder.path != "" && operation == vm.OP_SELF {
			path = holder.path + ":" + name
		} else if holder.path != "" {
			path = holder.path + "." + name
		}
		return loaded{path, f.field(holder.value, name), holder.value}, true
	}
	return loaded{}, false
}

// constantBit tells a constant from a register.
const constantBit = 1 << 8

func (f frame) instruction(at int) uint32 { return f.function.Proto.Code[at] }

func argA(instruction uint32) int { return int(instruction>>18) & 0xff }

func (f frame) constant(i int) string { return vm.LVAsString(f.function.Proto.Constants[i]) }

// local is a register that keeps its value. The interpreter knows the names of parameters
// for sure; those of other variables it mixes up behind a block.
func (f frame) local(register int) loaded {
	_, value := f.L.GetLocal(f.debug, register+1)
	if register < int(f.function.Proto.NumParameters) {
		return loaded{f.function.Proto.DbgLocals[register].Name, value, vm.LNil}
	}
	return loaded{"", value, vm.LNil}
}

// writer is the last instruction before another one that writes a register; −1: none does.
func (f frame) writer(register, before int) int {
	list := f.writers[register]
	behind, _ := slices.BinarySearch(list, before)
	if behind == 0 {
		return -1
	}
	return list[behind-1]
}

// writers lists the instructions that may write a register. Behind one that makes a closure
// stand others that only say which variables it holds.
func writers(proto *vm.FunctionProto) map[int][]int {
	list := map[int][]int{}
	for at := 0; at < len(proto.Code); at++ {
		instruction := proto.Code[at]
		list[argA(instruction)] = append(list[argA(instruction)], at)
		if int(instruction>>26) == vm.OP_CLOSURE {
			at += int(proto.FunctionPrototypes[instruction&0x3ffff].NumUpvalues)
		}
	}
	return list
}

// field reads a field as the interpreter does where no code of the guest's runs.
func (f frame) field(holder vm.LValue, key string) vm.LValue {
	for range metaChainMax {
		if table, ok := holder.(*vm.LTable); ok {
			if value := table.RawGetString(key); value != vm.LNil {
				return value
			}
		}
		holder = f.L.GetMetaField(holder, "__index")
	}
	return vm.LNil
}

// fields are the names that field can read.
func (f frame) fields(holder vm.LValue) []string {
	var names []string
	looked := 0
	for range metaChainMax {
		if table, ok := holder.(*vm.LTable); ok {
			for key, _ := table.Next(vm.LNil); key != vm.LNil && looked < neighboursMax; key, _ = table.Next(key) {
				looked++
				if name, ok := key.(vm.LString); ok && len(name) <= nameBytesMax && !strings.HasPrefix(string(name), "(") { // not a helper
					names = append(names, string(name))
				}
			}
		}
		holder = f.L.GetMetaField(holder, "__index")
	}
	return names
}
