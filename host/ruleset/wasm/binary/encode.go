package binary

import "encoding/binary"

// writer appends to bytes.
type writer struct{ bytes []byte }

func (w *writer) byte(b byte)      { w.bytes = append(w.bytes, b) }
func (w *writer) raw(bytes []byte) { w.bytes = append(w.bytes, bytes...) }
func (w *writer) u32(n uint32)     { w.bytes = binary.AppendUvarint(w.bytes, uint64(n)) }
func (w *writer) length(n int)     { w.u32(uint32(n)) }

func (w *writer) name(name string) {
	w.length(len(name))
	w.bytes = append(w.bytes, name...)
}

// Encode writes the module in canonical form: numbers as short as they can be,
// custom sections where they were.
func (m *Module) Encode() []byte {
	size := 1 << 10
	for _, body := range m.Bodies {
		size += len(body.Code) + 16
	}
	for _, data := range m.Data {
		size += len(data.Bytes) + 16
	}
	w := &writer{make([]byte, 0, size)}
	w.raw(magic)
	w.raw(version1)
	m.encodeCustoms(w, 0)
	for _, id := range [...]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, sectionDataCount, 10, 11} {
		content := &writer{}
		if id == sectionCode {
			content.bytes = make([]byte, 0, size)
		}
		if m.encodeSection(content, id) {
			w.byte(id)
			w.length(len(content.bytes))
			w.raw(content.bytes)
		}
		m.encodeCustoms(w, id)
	}
	return w.bytes
}

func (m *Module) encodeCustoms(w *writer, after byte) {
	for _, custom := range m.Customs {
		if custom.After == after {
			w.custom(custom.Name, custom.Content)
		}
	}
}

func (w *writer) custom(name string, content []byte) {
	inner := &writer{}
	inner.name(name)
	w.byte(sectionCustom)
	w.length(len(inner.bytes) + len(content))
	w.raw(inner.bytes)
	w.raw(content)
}

// encodeSection writes a section's content; false where there is none.
func (m *Module) encodeSection(w *writer, id byte) bool {
	switch id {
	case sectionType:
		return each(w, m.Types, w.funcType)
	case sectionImport:
		return each(w, m.Imports, w.imported)
	case sectionFunction:
		return each(w, m.Functions, w.u32)
	case sectionTable:
		return each(w, m.Tables, w.table)
	case sectionMemory:
		return each(w, m.Memories, w.limits)
	case sectionGlobal:
		return each(w, m.Globals, w.global)
	case sectionExport:
		return each(w, m.Exports, w.export)
	case sectionElement:
		return each(w, m.Elements, w.element)
	case sectionCode:
		return each(w, m.Bodies, w.body)
	case sectionData:
		return each(w, m.Data, w.data)
	case sectionStart:
		if m.Start != nil {
			w.u32(*m.Start)
		}
		return m.Start != nil
	case sectionDataCount:
		if m.DataCount != nil {
			w.u32(*m.DataCount)
		}
		return m.DataCount != nil
	}
	return false
}

func each[T any](w *writer, list []T, write func(T)) bool {
	w.length(len(list))
	for _, entry := range list {
		write(entry)
	}
	return len(list) > 0
}

func (w *writer) funcType(f FuncType) {
	w.byte(0x60)
	w.valueTypes(f.Params)
	w.valueTypes(f.Results)
}

func (w *writer) valueTypes(types []ValueType) {
	w.length(len(types))
	for _, t := range types {
		w.byte(byte(t))
	}
}

func (w *writer) imported(i Import) {
	w.name(i.Module)
	w.name(i.Name)
	w.byte(byte(i.Kind))
	switch i.Kind {
	case KindFunction:
		w.u32(i.Type)
	case KindTable:
		w.table(i.Table)
	case KindMemory:
		w.limits(i.Memory)
	case KindGlobal:
		w.globalType(i.Global)
	}
}

func (w *writer) table(t Table) {
	w.byte(refTypeFunc)
	w.limits(t.Limits)
}

func (w *writer) limits(l Limits) {
	if !l.HasMax {
		w.byte(0)
		w.u32(l.Min)
		return
	}
	w.byte(1)
	w.u32(l.Min)
	w.u32(l.Max)
}

func (w *writer) globalType(t GlobalType) {
	w.byte(byte(t.Type))
	if t.Mutable {
		w.byte(1)
	} else {
		w.byte(0)
	}
}

func (w *writer) global(g Global) {
	w.globalType(g.Type)
	w.raw(g.Init)
}

func (w *writer) export(e Export) {
	w.name(e.Name)
	w.byte(byte(e.Kind))
	w.u32(e.Index)
}

func (w *writer) body(b Body) {
	inner := &writer{make([]byte, 0, 16)}
	inner.length(len(b.Locals))
	for _, group := range b.Locals {
		inner.u32(group.Count)
		inner.byte(byte(group.Type))
	}
	w.length(len(inner.bytes) + len(b.Code))
	w.raw(inner.bytes)
	w.raw(b.Code)
}

func (w *writer) data(d Data) {
	if d.Passive {
		w.byte(1)
	} else {
		w.byte(0)
		w.raw(d.Offset)
	}
	w.length(len(d.Bytes))
	w.raw(d.Bytes)
}
