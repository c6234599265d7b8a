package binary

// Instruction is one instruction with its immediates.
type Instruction struct {
	Op     Opcode
	Offset int // of its first byte in the body's code
	Size   int
	// Index is what the instruction names: a label, function, type
	// (call_indirect), local, global or segment; of a load or store its offset.
	Index uint32
	// Table is the table of call_indirect and table.init, the destination of
	// table.copy, whose source is Index.
	Table uint32
	// Value is a constant (floats by their bits) or, of block, loop and if, the
	// block's type: 0 or more an index in Types, else BlockEmpty or a ValueType
	// less 0x80.
	Value  int64
	Labels []uint32 // of br_table, the default last; only until the next Next
}

// BlockEmpty is the type of a block without parameters and results.
const BlockEmpty = 0x40 - 0x80

// Instructions reads a body's code, front to back.
type Instructions struct {
	cursor cursor
	labels []uint32
}

// Instructions begins to read a body.
func (b Body) Instructions() *Instructions {
	return &Instructions{cursor: cursor{bytes: b.Code, base: b.Offset, section: "code section"}}
}

// Next reads one instruction into i; false at the end and after an error.
func (s *Instructions) Next(i *Instruction) bool {
	c := &s.cursor
	if c.err != nil || c.at >= len(c.bytes) {
		return false
	}
	i.Offset = c.at
	i.Op = Opcode(c.byte())
	s.immediates(i)
	i.Size = c.at - i.Offset
	return c.err == nil
}

// Err is what stopped the reading before the end: *Error or *Unsupported.
func (s *Instructions) Err() error { return s.cursor.err }

// Refuse makes the *Error for a problem with an instruction of this body.
func (s *Instructions) Refuse(i *Instruction, problem string) error {
	return &Error{Section: s.cursor.section, Offset: s.cursor.base + i.Offset, Problem: problem}
}

func (s *Instructions) immediates(i *Instruction) {
	c := &s.cursor
	switch op := i.Op; {
	case op >= 0x45 && op <= 0xc4: // numeric: most of all code
	case op >= OpI32Load && op <= OpI64Store32:
		c.memory1(i)
	case op >= OpLocalGet && op <= OpGlobalSet, op == OpBr, op == OpBrIf, op == OpCall:
		i.Index = c.u32()
	case op == OpI32Const:
		i.Value = c.signed(32)
	case op == OpI64Const:
		i.Value = c.signed(64)
	case op == OpF32Const:
		i.Value = little(c.take(4))
	case op == OpF64Const:
		i.Value = little(c.take(8))
	case op >= OpBlock && op <= OpIf:
		s.blockType(i)
	case op == OpUnreachable, op == OpNop, op == OpElse, op == OpEnd, op == OpReturn, op == OpDrop, op == OpSelect:
	case op == OpBrTable:
		s.branchTable(i)
	case op == OpCallIndirect:
		i.Index, i.Table = c.u32(), c.u32()
	case op == OpMemorySize, op == OpMemoryGrow:
		c.onlyMemory(i)
	case op == prefixNumeric:
		i.Op = OpNumeric | c.second(i)
		c.numeric(i)
	case op == prefixVector:
		i.Op = OpVector | c.second(i)
		c.vector(i)
	default:
		c.foreign(i)
	}
}
