package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// Weights of instructions, in plain ones. They follow what wazero's compiler
// makes of them on amd64 (BenchmarkWeights prints both), rounded, and between
// what an instruction takes when others wait for it and when none does.
// Structure makes no code.
const (
	weightPlain        = 1
	weightFloat        = 2
	weightMemory       = 2
	weightCall         = 4
	weightTruncation   = 6 // float to integer, with its checks
	weightDivision     = 8
	weightCallIndirect = 12
	weightRoot         = 16 // and division of floats
	weightBulk         = 24 // besides the length
)

// Bulk instructions cost one for so many units of length, as powers of two:
// memory 8 bytes, tables one entry. A page that memory.grow adds counts as the
// bytes that must be cleared.
const (
	memoryShift = 3
	pageShift   = 16 - memoryShift
)

var weights = func() (w [256]uint8) {
	for _, group := range []struct {
		first, last binary.Opcode
		weight      uint8
	}{
		{0x00, 0xff, weightPlain},
		{binary.OpNop, binary.OpElse, 0},
		{binary.OpEnd, binary.OpEnd, 0},
		{binary.OpCall, binary.OpCall, weightCall},
		{binary.OpCallIndirect, binary.OpCallIndirect, weightCallIndirect},
		{binary.OpI32Load, binary.OpI64Store32, weightMemory},
		{binary.OpMemoryGrow, binary.OpMemoryGrow, weightBulk},
		{binary.OpI32DivS, binary.OpI32RemU, weightDivision},
		{binary.OpI64DivS, binary.OpI64RemU, weightDivision},
		{binary.OpF32Abs, binary.OpF64Copysign, weightFloat},
		{binary.OpF32Sqrt, binary.OpF32Sqrt, weightRoot},
		{binary.OpF32Div, binary.OpF32Div, weightRoot},
		{binary.OpF64Sqrt, binary.OpF64Sqrt, weightRoot},
		{binary.OpF64Div, binary.OpF64Div, weightRoot},
		{binary.OpI32TruncF32S, binary.OpI32TruncF64U, weightTruncation},
		{binary.OpI64TruncF32S, binary.OpI64TruncF64U, weightTruncation},
		{binary.OpF32ConvertI32S, binary.OpF64PromoteF32, weightFloat},
	} {
		for op := group.first; op <= group.last; op++ {
			w[op] = group.weight
		}
	}
	w[binary.OpIf] = weightPlain
	return w
}() // a table of groups reads better than 256 numbers

func weight(op binary.Opcode) uint32 {
	switch {
	case op < 256:
		return uint32(weights[op])
	case op < binary.OpMemoryInit:
		return weightTruncation
	case op <= binary.OpTableCopy:
		return weightBulk
	}
	return weightFloat // vectors
}
