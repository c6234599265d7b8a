package binary

// section reads the content of a known section into the module.
func (m *Module) section(s *section) {
	c := &s.cursor
	switch s.id {
	case sectionType:
		m.Types = entries(c, 3, (*cursor).funcType)
	case sectionImport:
		m.Imports = entries(c, 4, (*cursor).imported)
	case sectionFunction:
		m.Functions = entries(c, 1, (*cursor).u32)
	case sectionTable:
		m.Tables = entries(c, 3, (*cursor).table)
	case sectionMemory:
		m.Memories = entries(c, 2, (*cursor).memory)
	case sectionGlobal:
		m.Globals = entries(c, 4, (*cursor).global)
	case sectionExport:
		m.Exports = entries(c, 3, (*cursor).export)
	case sectionStart:
		index := c.u32()
		m.Start = &index
	case sectionElement:
		m.Elements = entries(c, 2, (*cursor).element)
	case sectionCode:
		m.Bodies = entries(c, 3, (*cursor).body)
	case sectionData:
		m.Data = entries(c, 2, (*cursor).data)
	case sectionDataCount:
		count := c.u32()
		m.DataCount = &count
	case sectionTag:
		c.unsupportedAt(0, exceptions)
	}
}

func (c *cursor) imported() Import {
	i := Import{Module: c.name(), Name: c.name()}
	start := c.at
	i.Kind = Kind(c.byte())
	switch i.Kind {
	case KindFunction:
		i.Type = c.u32()
	case KindTable:
		i.Table = c.table()
	case KindMemory:
		i.Memory = c.memory()
	case KindGlobal:
		i.Global = c.globalType()
	case 4:
		c.unsupportedAt(start, exceptions)
	default:
		c.failAt(start, "an import of unknown kind %d", i.Kind)
	}
	return i
}

func (c *cursor) export() Export {
	e := Export{Name: c.name()}
	start := c.at
	e.Kind = Kind(c.byte())
	switch {
	case e.Kind == 4:
		c.unsupportedAt(start, exceptions)
	case e.Kind > 4:
		c.failAt(start, "an export of unknown kind %d", e.Kind)
	}
	e.Index = c.u32()
	return e
}

func (c *cursor) global() Global {
	return Global{Type: c.globalType(), Init: c.constant()}
}

func (c *cursor) body() Body {
	size := c.count(1)
	base := c.base + c.at
	inner := &cursor{base: base, bytes: c.take(size), section: c.section}
	b := Body{Locals: entries(inner, 2, (*cursor).locals)}
	total := uint64(0)
	for _, group := range b.Locals {
		total += uint64(group.Count)
	}
	if total > localsMax {
		inner.failAt(0, "a function has %d local variables; at most %d are allowed", total, localsMax)
	}
	b.Code, b.Offset = inner.bytes[min(inner.at, len(inner.bytes)):], inner.base+inner.at
	if inner.err == nil && (len(b.Code) == 0 || b.Code[len(b.Code)-1] != opEnd) {
		inner.failAt(len(inner.bytes), "a function does not stop at an end")
	}
	if c.err == nil && inner.err != nil {
		c.err = inner.err
	}
	return b
}

func (c *cursor) locals() Locals {
	return Locals{Count: c.u32(), Type: c.valueType()}
}

func (c *cursor) data() Data {
	start := c.at
	var d Data
	switch form := c.u32(); form {
	case 0:
		d.Offset = c.constant()
	case 1:
		d.Passive = true
	case 2:
		if c.u32() != 0 {
			c.unsupportedAt(start, multiMemory)
		}
		d.Offset = c.constant()
	default:
		c.failAt(start, "a data segment of unknown form %d", form)
	}
	d.Bytes = c.take(c.count(1))
	return d
}
