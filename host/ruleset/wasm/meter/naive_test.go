package meter

import (
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// naive counts every instruction just before it runs, in the global and nowhere
// else. It is what the metered form is held to: slow, and too simple to be wrong
// in the same way.
func naive(tb testing.TB, module []byte) []byte {
	tb.Helper()
	m, err := binary.Decode(module)
	if err != nil {
		tb.Fatal(err)
	}
	w := newWriter(m)
	for i := range m.Bodies {
		body := &m.Bodies[i]
		length := uint32(len(m.Types[m.Functions[i]].Params))
		for _, group := range body.Locals {
			length += group.Count
		}
		body.Locals = append(body.Locals, binary.Locals{Count: 2, Type: binary.I32})
		w.f, w.code = &function{}, nil
		reader := body.Instructions()
		var instruction binary.Instruction
		for reader.Next(&instruction) {
			w.naive(&instruction, body.Code, length)
		}
		if reader.Err() != nil {
			tb.Fatal(reader.Err())
		}
		body.Code = w.code
	}
	finish(m, w)
	return m.Encode()
}

func (w *writer) naive(i *binary.Instruction, code []byte, length uint32) {
	if paid := weight(i.Op); paid > 0 {
		w.global(binary.OpGlobalGet, w.fuel)
		w.constant(int64(paid))
		w.op(binary.OpI64Sub)
		w.global(binary.OpGlobalSet, w.fuel)
	}
	shift := int64(-1)
	switch i.Op {
	case binary.OpMemoryInit, binary.OpMemoryCopy, binary.OpMemoryFill:
		shift = memoryShift
	case binary.OpTableInit, binary.OpTableCopy:
		shift = 0
	}
	if shift >= 0 {
		w.local(binary.OpLocalTee, length)
		w.global(binary.OpGlobalGet, w.fuel)
		w.local(binary.OpLocalGet, length)
		w.op(binary.OpI64ExtendI32U)
		w.constant(shift)
		w.op(binary.OpI64ShrU)
		w.op(binary.OpI64Sub)
		w.global(binary.OpGlobalSet, w.fuel)
	}
	if i.Op == binary.OpMemoryGrow {
		w.local(binary.OpLocalTee, length)
	}
	w.code = append(w.code, code[i.Offset:i.Offset+i.Size]...)
	if i.Op == binary.OpMemoryGrow {
		w.local(binary.OpLocalTee, length+1)
		w.op(binary.OpI32Const, 0x7f)
		w.op(binary.OpI32Ne)
		w.op(binary.OpIf, emptyBlock)
		w.global(binary.OpGlobalGet, w.fuel)
		w.local(binary.OpLocalGet, length)
		w.op(binary.OpI64ExtendI32U)
		w.constant(1 << pageShift)
		w.op(0x7e) // i64.mul
		w.op(binary.OpI64Sub)
		w.global(binary.OpGlobalSet, w.fuel)
		w.op(binary.OpEnd)
		w.local(binary.OpLocalGet, length+1)
	}
}
