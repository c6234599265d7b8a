package binary

func (s *Instructions) blockType(i *Instruction) {
	c := &s.cursor
	start := c.at
	i.Value = c.signed(33)
	switch {
	case i.Value >= 0 || i.Value == BlockEmpty:
	case i.Value < -64:
		c.failAt(start, "a block of unknown type")
	default:
		inner := cursor{bytes: []byte{byte(i.Value & 0x7f)}, base: c.base + start, section: c.section}
		if inner.valueType(); inner.err != nil && c.err == nil {
			c.err = inner.err
		}
	}
}

func (s *Instructions) branchTable(i *Instruction) {
	c := &s.cursor
	n := c.count(1)
	s.labels = s.labels[:0]
	for range n + 1 {
		if c.err != nil {
			return
		}
		s.labels = append(s.labels, c.u32())
	}
	i.Labels = s.labels
}

func little(bytes []byte) int64 {
	value := int64(0)
	for i, b := range bytes {
		value |= int64(b) << (8 * i)
	}
	return value
}

// memory1 reads alignment and offset of a load or store.
func (c *cursor) memory1(i *Instruction) {
	align := c.u32()
	switch {
	case align&0x40 != 0:
		c.unsupportedAt(i.Offset, multiMemory)
	case align > 4:
		c.failAt(i.Offset, "a load or store with an alignment that no type has")
	}
	i.Index = c.u32()
}

// second reads the number behind a prefix. A padded one is refused for vectors:
// readers that take that number for one byte would see another instruction.
func (c *cursor) second(i *Instruction) Opcode {
	start := c.at
	n := c.u32()
	length := c.at - start
	padded := i.Op == prefixVector && length > 1 && n>>(7*(length-1)) == 0
	if n > 0xffff || padded {
		c.failAt(i.Offset, "an unknown instruction %#x %d", uint32(i.Op), n)
		return 0
	}
	return Opcode(n)
}

func (c *cursor) onlyMemory(i *Instruction) {
	if c.byte() != 0 {
		c.unsupportedAt(i.Offset, multiMemory)
	}
}

func (c *cursor) numeric(i *Instruction) {
	switch n := i.Op - OpNumeric; {
	case n <= 7: // saturating conversions
	case i.Op == OpMemoryInit:
		i.Index = c.u32()
		c.onlyMemory(i)
	case i.Op == OpDataDrop, i.Op == OpElemDrop:
		i.Index = c.u32()
	case i.Op == OpMemoryCopy:
		c.onlyMemory(i)
		c.onlyMemory(i)
	case i.Op == OpMemoryFill:
		c.onlyMemory(i)
	case i.Op == OpTableInit:
		i.Index, i.Table = c.u32(), c.u32()
	case i.Op == OpTableCopy:
		i.Table, i.Index = c.u32(), c.u32()
	case n <= 17: // table.grow, table.size, table.fill
		c.unsupportedAt(i.Offset, referenceTypes)
	case n >= 19 && n <= 22:
		c.unsupportedAt(i.Offset, wideArithmetic)
	default:
		c.failAt(i.Offset, "an unknown instruction 0xfc %d", n)
	}
}

func (c *cursor) vector(i *Instruction) {
	switch op := i.Op; {
	case op <= opVectorLoadEnd, op >= opLoadZero && op <= opLoadZeroEnd:
		c.memory1(i)
	case op == opV128Const, op == opI8x16Shuffle:
		c.take(16)
	case op >= opVectorLanes && op <= opVectorLaneEnd:
		c.byte()
	case op >= opLoadLanes && op <= opLoadLanesEnd:
		c.memory1(i)
		c.byte()
	case op > opVectorEnd:
		c.unsupportedAt(i.Offset, relaxedSIMD)
	}
}

// foreign names the proposal that an instruction without support belongs to.
func (c *cursor) foreign(i *Instruction) {
	switch i.Op {
	case 0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f:
		c.unsupportedAt(i.Offset, exceptions)
	case 0x12, 0x13:
		c.unsupportedAt(i.Offset, tailCalls)
	case 0x14, 0x15, 0xd3, 0xd4, 0xd5, 0xd6, 0xfb:
		c.unsupportedAt(i.Offset, garbage)
	case 0x1c, 0x25, 0x26, OpRefNull, 0xd1, OpRefFunc:
		c.unsupportedAt(i.Offset, referenceTypes)
	case 0xfe:
		c.unsupportedAt(i.Offset, threads)
	default:
		c.failAt(i.Offset, "an unknown instruction %#x", uint32(i.Op))
	}
}
