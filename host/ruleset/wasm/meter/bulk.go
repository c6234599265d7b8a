package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// bulk pays for the length on the operand stack.
func (w *writer) bulk(shift int64, exhausted uint32) {
	w.local(binary.OpLocalTee, w.length)
	w.load()
	w.local(binary.OpLocalGet, w.length)
	w.op(binary.OpI64ExtendI32U)
	if shift > 0 {
		w.constant(shift)
		w.op(binary.OpI64ShrU)
	}
	w.op(binary.OpI64Sub)
	w.settle(exhausted, true)
}

// grow pays for the pages that were got. Looking can wait: memory is limited.
func (w *writer) grow(instruction []byte) {
	result := w.length + 1
	w.local(binary.OpLocalTee, w.length)
	w.code = append(w.code, instruction...)
	w.local(binary.OpLocalSet, result)
	w.load()
	w.local(binary.OpLocalGet, w.length)
	w.op(binary.OpI32Const, 0)
	w.local(binary.OpLocalGet, result)
	w.op(binary.OpI32Const, 0x7f) // -1
	w.op(binary.OpI32Ne)
	w.op(binary.OpSelect)
	w.op(binary.OpI64ExtendI32U)
	w.constant(pageShift)
	w.op(binary.OpI64Shl)
	w.op(binary.OpI64Sub)
	w.settle(0, false)
	w.local(binary.OpLocalGet, result)
}
