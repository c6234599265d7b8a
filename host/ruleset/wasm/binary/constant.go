package binary

// Constant is a constant expression with its end: one instruction that returns a value
// before any code runs.
type Constant []byte

// Index is what the expression refers to if it consists of that instruction:
// OpGlobalGet or OpRefFunc.
func (e Constant) Index(op Opcode) (uint32, bool) {
	if len(e) == 0 || Opcode(e[0]) != op {
		return 0, false
	}
	c := cursor{bytes: e, at: 1}
	index := c.u32()
	return index, c.err == nil
}

func (c *cursor) constant() Constant {
	start := c.at
	switch op := Opcode(c.byte()); op {
	case OpI32Const:
		c.signed(32)
	case OpI64Const:
		c.signed(64)
	case OpF32Const:
		c.take(4)
	case OpF64Const:
		c.take(8)
	case OpGlobalGet, OpRefFunc:
		c.u32()
	case OpRefNull:
		if c.byte() != refTypeFunc {
			c.unsupportedAt(start, referenceTypes)
		}
	case prefixVector:
		if OpVector|Opcode(c.u32()) != opV128Const {
			c.failAt(start, "a constant expression computes with vectors")
		}
		c.take(16)
	default:
		c.failAt(start, "a constant expression begins with instruction %#x", byte(op))
	}
	switch end := c.at; c.byte() {
	case opEnd:
	default:
		c.unsupportedAt(end, extendedConst)
	}
	if c.err != nil {
		return nil
	}
	return c.bytes[start:c.at:c.at]
}
