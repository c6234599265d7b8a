package meter

import (
	stdbinary "encoding/binary"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

const emptyBlock byte = binary.BlockEmpty + 0x80

func (w *writer) op(op binary.Opcode, immediates ...byte) {
	w.code = append(append(w.code, byte(op)), immediates...)
}

func (w *writer) number(n uint32) { w.code = stdbinary.AppendUvarint(w.code, uint64(n)) }

func (w *writer) local(op binary.Opcode, index uint32) {
	w.op(op)
	w.number(index)
}

func (w *writer) global(op binary.Opcode, index uint32) {
	w.op(op)
	w.number(index)
}

func (w *writer) constant(value int64) {
	w.op(binary.OpI64Const)
	w.signed(value)
}

// signed appends a signed LEB128 number.
func (w *writer) signed(value int64) {
	for value < -64 || value > 63 {
		w.code = append(w.code, byte(value)|0x80)
		value >>= 7
	}
	w.code = append(w.code, byte(value)&0x7f)
}

// load puts the counter on the operand stack.
func (w *writer) load() {
	if w.f.loops {
		w.local(binary.OpLocalGet, w.counter)
		return
	}
	w.global(binary.OpGlobalGet, w.fuel)
}

// store brings the global up to date.
func (w *writer) store() {
	if w.f.loops {
		w.local(binary.OpLocalGet, w.counter)
		w.global(binary.OpGlobalSet, w.fuel)
	}
}

// goDeeper takes from depth. What is left stays in a local, so that giving back
// need not wait for what the calls in between wrote.
func (w *writer) goDeeper() {
	w.global(binary.OpGlobalGet, w.depth)
	w.constant(w.f.depth)
	w.op(binary.OpI64Sub)
	w.local(binary.OpLocalTee, w.deepness)
	w.global(binary.OpGlobalSet, w.depth)
	w.local(binary.OpLocalGet, w.deepness)
	w.stopBelowZero()
}

func (w *writer) giveBack() {
	if w.f.depth > 0 {
		w.local(binary.OpLocalGet, w.deepness)
		w.constant(w.f.depth)
		w.op(binary.OpI64Add)
		w.global(binary.OpGlobalSet, w.depth)
	}
}

// stopBelowZero traps if the i64 on the operand stack is negative.
func (w *writer) stopBelowZero() {
	w.constant(0)
	w.op(binary.OpI64LtS)
	w.op(binary.OpIf, emptyBlock)
	w.op(binary.OpUnreachable)
	w.op(binary.OpEnd)
}

// blockType writes the type of a block with a function's results.
func (w *writer) blockType(signature uint32) {
	results := w.m.Types[signature].Results
	switch len(results) {
	case 0:
		w.code = append(w.code, emptyBlock)
	case 1:
		w.code = append(w.code, byte(results[0]))
	default:
		w.signed(int64(w.resultsType(results)))
	}
}

// resultsType finds or adds the type of a function that only gives values.
func (w *writer) resultsType(results []binary.ValueType) int {
	if w.gives == nil {
		w.gives = map[string]int{}
		for i, t := range w.m.Types {
			if len(t.Params) == 0 {
				w.gives[t.String()] = i
			}
		}
	}
	added := binary.FuncType{Results: results}
	index, found := w.gives[added.String()]
	if !found {
		index = len(w.m.Types)
		w.gives[added.String()] = index
		w.m.Types = append(w.m.Types, added)
	}
	return index
}
