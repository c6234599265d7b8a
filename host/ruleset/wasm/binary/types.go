package binary

func (c *cursor) funcType() FuncType {
	start := c.at
	switch form := c.byte(); form {
	case 0x60:
	case 0x50, 0x4f, 0x4e, 0x5e, 0x5f: // sub, sub final, rec, array, struct
		c.unsupportedAt(start, garbage)
	default:
		c.failAt(start, "a type of unknown form %#x", form)
	}
	return FuncType{Params: c.valueTypes(), Results: c.valueTypes()}
}

func (c *cursor) valueTypes() []ValueType {
	start := c.at
	n := c.count(1)
	if n > arityMax {
		c.failAt(start, "a function has %d parameters or results; at most %d are allowed", n, arityMax)
		return nil
	}
	types := make([]ValueType, 0, n)
	for range n {
		types = append(types, c.valueType())
	}
	return types
}

func (c *cursor) valueType() ValueType {
	start := c.at
	b := c.byte()
	switch t := ValueType(b); t {
	case I32, I64, F32, F64, V128:
		return t
	}
	switch b {
	case 0x70, 0x6f:
		c.unsupportedAt(start, referenceTypes)
	case 0x69, 0x68, 0x74:
		c.unsupportedAt(start, exceptions)
	case 0x63, 0x64, 0x65, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x71, 0x72, 0x73:
		c.unsupportedAt(start, garbage)
	default:
		c.failAt(start, "a value of unknown type %#x", b)
	}
	return 0
}

func (c *cursor) table() Table {
	start := c.at
	switch c.byte() {
	case refTypeFunc:
	case 0x40, 0x63, 0x64: // with initial value; typed references
		c.unsupportedAt(start, garbage)
	case 0x6f:
		c.unsupportedAt(start, referenceTypes)
	default:
		c.failAt(start, "a table of unknown type")
	}
	return Table{c.limits()}
}

func (c *cursor) memory() Limits {
	start := c.at
	l := c.limits()
	if l.Min > 65536 || l.HasMax && l.Max > 65536 {
		c.failAt(start, "a memory of more than 65536 pages (4 GiB)")
	}
	return l
}

func (c *cursor) limits() Limits {
	start := c.at
	flags := c.byte()
	switch {
	case flags > 0x0f:
		c.failAt(start, "limits of unknown form %#x", flags)
	case flags&8 != 0:
		c.unsupportedAt(start, customPages)
	case flags&4 != 0:
		c.unsupportedAt(start, memory64)
	case flags&2 != 0:
		c.unsupportedAt(start, threads)
	}
	l := Limits{Min: c.u32()}
	if flags&1 != 0 {
		l.HasMax, l.Max = true, c.u32()
		if l.Max < l.Min {
			c.failAt(start, "a minimum of %d is above the maximum of %d", l.Min, l.Max)
		}
	}
	return l
}

func (c *cursor) globalType() GlobalType {
	t := GlobalType{Type: c.valueType()}
	start := c.at
	mutable := c.byte()
	switch {
	case mutable > 3:
		c.failAt(start, "a global that is neither constant nor variable")
	case mutable > 1:
		c.unsupportedAt(start, threads)
	}
	t.Mutable = mutable == 1
	return t
}
