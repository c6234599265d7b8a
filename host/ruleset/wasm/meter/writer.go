package meter

import (
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// writer makes metered bodies. Functions with loops keep the counter in a local,
// because a global that is read and written in every round of a loop makes each
// round wait for the one before; all others count in the global itself.
//
// A function with work to do on its way out becomes
//
//	block                  only with loops: fuel is used up
//	  block (results)      the function's own label: return becomes br
//	    the function's code
//	  end
//	  count back into the global, give depth back
//	  return
//	end
//	count back into the global
//	unreachable
type writer struct {
	m           *binary.Module
	fuel, depth uint32 // globals
	code        []byte
	f           *function
	counter     uint32         // local, of functions with loops
	length      uint32         // local, of functions with bulk instructions
	deepness    uint32         // local, of functions that take from depth: what is left while they run
	gives       map[string]int // types of functions without parameters
}

func newWriter(m *binary.Module) *writer {
	globals := uint32(m.Count(binary.KindGlobal))
	return &writer{m: m, fuel: globals, depth: globals + 1}
}

// function replaces the body of the module's own function i.
func (w *writer) function(i int, f *function) {
	body := &w.m.Bodies[i]
	w.f, w.counter, w.length = f, f.locals, f.locals
	locals := body.Locals[:len(body.Locals):len(body.Locals)]
	if f.loops {
		w.length++
		locals = append(locals, binary.Locals{Count: 1, Type: binary.I64})
	}
	w.deepness = w.length
	if f.depth > 0 {
		w.length++
		locals = append(locals, binary.Locals{Count: 1, Type: binary.I64})
	}
	if f.bulk || f.grows {
		locals = append(locals, binary.Locals{Count: 2, Type: binary.I32})
	}
	w.code = make([]byte, 0, len(body.Code)+16+16*len(f.edits))
	w.enter(w.m.Functions[i])
	w.edits(body.Code)
	w.leave()
	body.Locals, body.Code = locals, w.code
}

func (w *writer) enter(signature uint32) {
	if w.f.loops {
		w.op(binary.OpBlock, emptyBlock)
	}
	if w.f.depth > 0 {
		w.goDeeper()
	}
	if w.f.loops {
		w.global(binary.OpGlobalGet, w.fuel)
		w.local(binary.OpLocalSet, w.counter)
	}
	w.charge(&w.f.segments[0], 0, !w.f.brief)
	if w.f.loops || w.f.depth > 0 {
		w.op(binary.OpBlock)
		w.blockType(signature)
	}
}

func (w *writer) leave() {
	switch {
	case w.f.loops:
		w.op(binary.OpEnd)
		w.store()
		w.giveBack()
		w.op(binary.OpReturn)
		w.op(binary.OpEnd)
		w.store()
		w.op(binary.OpUnreachable)
	case w.f.depth > 0:
		w.op(binary.OpEnd)
		w.giveBack()
	}
	w.op(binary.OpEnd)
}

// edits copies the code with its edits, without the last end.
func (w *writer) edits(code []byte) {
	at := 0
	for _, e := range w.f.edits {
		w.code = append(w.code, code[at:e.at]...)
		at = e.at + e.size
		replaced := code[e.at:at]
		switch e.kind {
		case editCharge:
			s := &w.f.segments[e.segment]
			w.charge(s, e.label+1, s.parent == none)
		case editCall, editIndirect:
			w.call(replaced)
		case editReturn:
			w.back(replaced, e.label)
		case editMemory:
			w.bulk(memoryShift, e.label+1)
		case editTable:
			w.bulk(0, e.label+1)
		case editGrow:
			w.grow(replaced)
		}
	}
	w.code = append(w.code, code[at:len(code)-1]...)
}

// charge pays for a segment; exhausted is the label of the outer block.
func (w *writer) charge(s *segment, exhausted uint32, look bool) {
	if s.charge == 0 && !look {
		return
	}
	w.load()
	w.constant(s.charge)
	w.op(binary.OpI64Sub)
	w.settle(exhausted, look)
}

// settle takes the counter from the operand stack.
func (w *writer) settle(exhausted uint32, look bool) {
	switch {
	case !w.f.loops:
		w.global(binary.OpGlobalSet, w.fuel)
		if look {
			w.global(binary.OpGlobalGet, w.fuel)
			w.stopBelowZero()
		}
	case look:
		w.local(binary.OpLocalTee, w.counter)
		w.constant(0)
		w.op(binary.OpI64LtS)
		w.op(binary.OpBrIf)
		w.number(exhausted)
	default:
		w.local(binary.OpLocalSet, w.counter)
	}
}

// call hands the counter over: what is called counts in the global.
func (w *writer) call(instruction []byte) {
	w.store()
	w.code = append(w.code, instruction...)
	if w.f.loops {
		w.global(binary.OpGlobalGet, w.fuel)
		w.local(binary.OpLocalSet, w.counter)
	}
}

func (w *writer) back(instruction []byte, label uint32) {
	if !w.f.loops && w.f.depth == 0 {
		w.code = append(w.code, instruction...)
		return
	}
	w.op(binary.OpBr)
	w.number(label)
}
