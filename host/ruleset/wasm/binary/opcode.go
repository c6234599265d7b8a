package binary

// Opcode is the number of an instruction. Those behind a prefix byte have the
// prefix above bit 16: OpNumeric|n for 0xFC n, OpVector|n for 0xFD n.
type Opcode uint32

// Prefixes of instructions.
const (
	OpNumeric Opcode = 0xfc << 16 // saturating conversions, bulk memory, tables
	OpVector  Opcode = 0xfd << 16

	prefixNumeric = 0xfc
	prefixVector  = 0xfd
)

const opEnd = byte(OpEnd)

// The instructions that readers of code have to tell apart.
const (
	OpUnreachable    Opcode = 0x00
	OpNop            Opcode = 0x01
	OpBlock          Opcode = 0x02
	OpLoop           Opcode = 0x03
	OpIf             Opcode = 0x04
	OpElse           Opcode = 0x05
	OpEnd            Opcode = 0x0b
	OpBr             Opcode = 0x0c
	OpBrIf           Opcode = 0x0d
	OpBrTable        Opcode = 0x0e
	OpReturn         Opcode = 0x0f
	OpCall           Opcode = 0x10
	OpCallIndirect   Opcode = 0x11
	OpDrop           Opcode = 0x1a
	OpSelect         Opcode = 0x1b
	OpLocalGet       Opcode = 0x20
	OpLocalSet       Opcode = 0x21
	OpLocalTee       Opcode = 0x22
	OpGlobalGet      Opcode = 0x23
	OpGlobalSet      Opcode = 0x24
	OpI32Load        Opcode = 0x28
	OpI64Store32     Opcode = 0x3e
	OpMemorySize     Opcode = 0x3f
	OpMemoryGrow     Opcode = 0x40
	OpI32Const       Opcode = 0x41
	OpI64Const       Opcode = 0x42
	OpF32Const       Opcode = 0x43
	OpF64Const       Opcode = 0x44
	OpI32Ne          Opcode = 0x47
	OpI64LtS         Opcode = 0x53
	OpI32DivS        Opcode = 0x6d
	OpI32RemU        Opcode = 0x70
	OpI64Add         Opcode = 0x7c
	OpI64Sub         Opcode = 0x7d
	OpI64DivS        Opcode = 0x7f
	OpI64RemU        Opcode = 0x82
	OpI64Shl         Opcode = 0x86
	OpI64ShrU        Opcode = 0x88
	OpF32Abs         Opcode = 0x8b
	OpF32Sqrt        Opcode = 0x91
	OpF32Div         Opcode = 0x95
	OpF64Sqrt        Opcode = 0x9f
	OpF64Div         Opcode = 0xa3
	OpF64Copysign    Opcode = 0xa6
	OpI32TruncF32S   Opcode = 0xa8
	OpI32TruncF64U   Opcode = 0xab
	OpI64ExtendI32U  Opcode = 0xad
	OpI64TruncF32S   Opcode = 0xae
	OpI64TruncF64U   Opcode = 0xb1
	OpF32ConvertI32S Opcode = 0xb2
	OpF64PromoteF32  Opcode = 0xbb
	OpRefNull        Opcode = 0xd0
	OpRefFunc        Opcode = 0xd2

	OpMemoryInit Opcode = OpNumeric | 8
	OpDataDrop   Opcode = OpNumeric | 9
	OpMemoryCopy Opcode = OpNumeric | 10
	OpMemoryFill Opcode = OpNumeric | 11
	OpTableInit  Opcode = OpNumeric | 12
	OpElemDrop   Opcode = OpNumeric | 13
	OpTableCopy  Opcode = OpNumeric | 14

	opV128Const     = OpVector | 12
	opI8x16Shuffle  = OpVector | 13
	opVectorLanes   = OpVector | 21 // extract_lane and replace_lane, up to 34
	opVectorLaneEnd = OpVector | 34
	opLoadLanes     = OpVector | 84 // load and store of one lane, up to 91
	opLoadLanesEnd  = OpVector | 91
	opLoadZero      = OpVector | 92 // and 93
	opLoadZeroEnd   = OpVector | 93
	opVectorLoadEnd = OpVector | 11 // 0 to 11 load or store
	opVectorEnd     = OpVector | 255
)
