package binary

// Element is a segment of function references for a table.
type Element struct {
	Mode   ElementMode
	Table  uint32   // active only
	Offset Constant // active only
	// One of the two lists is set: functions by index, or constant expressions
	// (ref.func, ref.null).
	Functions   []uint32
	Expressions []Constant
}

// ElementMode is when a segment's entries reach a table.
type ElementMode byte

// The modes of element segments.
const (
	Active      ElementMode = iota // at instantiation
	Passive                        // by table.init
	Declarative                    // never: it only names functions
)

// Bits of the number before a segment.
const (
	elementNotActive   = 1
	elementExplicit    = 2 // a table index if active, else declarative
	elementExpressions = 4
	refTypeFunc        = 0x70
)

func (c *cursor) element() Element {
	start := c.at
	flags := c.u32()
	if flags > 7 {
		c.failAt(start, "an element segment of unknown form %d", flags)
		return Element{}
	}
	var e Element
	switch {
	case flags&elementNotActive == 0:
		if flags&elementExplicit != 0 {
			e.Table = c.u32()
		}
		e.Offset = c.constant()
	case flags&elementExplicit != 0:
		e.Mode = Declarative
	default:
		e.Mode = Passive
	}
	if flags&3 != 0 {
		c.elementType(flags&elementExpressions != 0)
	}
	if flags&elementExpressions == 0 {
		e.Functions = make([]uint32, 0, c.count(1))
		for range cap(e.Functions) {
			e.Functions = append(e.Functions, c.u32())
		}
		return e
	}
	e.Expressions = make([]Constant, 0, c.count(2))
	for range cap(e.Expressions) {
		if c.err != nil {
			break
		}
		e.Expressions = append(e.Expressions, c.constant())
	}
	return e
}

func (c *cursor) elementType(expressions bool) {
	start := c.at
	kind := c.byte()
	switch {
	case expressions && kind != refTypeFunc:
		c.unsupportedAt(start, referenceTypes)
	case !expressions && kind != 0:
		c.failAt(start, "an element segment of unknown kind %#x", kind)
	}
}

func (w *writer) element(e Element) {
	flags := byte(0)
	if e.Expressions != nil {
		flags |= elementExpressions
	}
	switch {
	case e.Mode == Passive:
		flags |= elementNotActive
	case e.Mode == Declarative:
		flags |= elementNotActive | elementExplicit
	case e.Table != 0:
		flags |= elementExplicit
	}
	w.byte(flags)
	if e.Mode == Active {
		if e.Table != 0 {
			w.u32(e.Table)
		}
		w.raw(e.Offset)
	}
	if flags&3 != 0 {
		w.byte(map[bool]byte{false: 0, true: refTypeFunc}[e.Expressions != nil])
	}
	if e.Expressions != nil {
		w.length(len(e.Expressions))
		for _, expression := range e.Expressions {
			w.raw(expression)
		}
		return
	}
	w.length(len(e.Functions))
	for _, function := range e.Functions {
		w.u32(function)
	}
}
