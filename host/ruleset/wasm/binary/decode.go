package binary

import (
	"bytes"
	"fmt"
)

var (
	magic      = []byte("\x00asm")
	version1   = []byte{1, 0, 0, 0}
	component1 = []byte{0x0d, 0, 1, 0}
)

// Ids of sections.
const (
	sectionCustom = iota
	sectionType
	sectionImport
	sectionFunction
	sectionTable
	sectionMemory
	sectionGlobal
	sectionExport
	sectionStart
	sectionElement
	sectionCode
	sectionData
	sectionDataCount
	sectionTag
)

var sectionNames = [...]string{
	"custom", "type", "import", "function", "table", "memory", "global", "export",
	"start", "element", "code", "data", "data count", "tag",
}

// sectionOrder is the order in which sections must come, by id; the data count
// stands before the code.
var sectionOrder = [...]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10, 13}

// Decode reads a module. Errors are *Error or *Unsupported and say where and, as
// far as it can be known, what to do. Instructions are not looked at (see
// Instructions), nor do types of values have to fit.
func Decode(module []byte) (*Module, error) {
	c, err := open(module)
	if err != nil {
		return nil, err
	}
	m := &Module{}
	last := byte(0)
	for c.left() > 0 && c.err == nil {
		s, err := c.header()
		if err == nil && len(m.Sections) == sectionsMax {
			err = tooMany(s)
		}
		if err != nil {
			return nil, err
		}
		span := Span{Name: sectionNames[s.id], Offset: s.base, Size: len(s.bytes)}
		if s.id == sectionCustom {
			name := s.name()
			span.Name += " " + name
			m.Customs = append(m.Customs, Section{Name: name, Content: s.bytes[s.at:], After: last})
			s.at = len(s.bytes)
		} else {
			if sectionOrder[s.id] <= sectionOrder[last] && last != 0 {
				return nil, &Error{s.section, s.base, "it stands twice or in the wrong order"}
			}
			last = s.id
			m.section(s)
		}
		if s.err == nil && s.left() > 0 {
			s.failAt(s.at, "%d bytes are left over", s.left())
		}
		if s.err != nil {
			return nil, s.err
		}
		m.Sections = append(m.Sections, span)
	}
	if len(m.Functions) != len(m.Bodies) {
		return nil, &Error{"code section", len(module), fmt.Sprintf("%d functions are declared, but %d have code", len(m.Functions), len(m.Bodies))}
	}
	return m, m.check(len(module))
}

func tooMany(s *section) error {
	return &Error{"", s.base, fmt.Sprintf("it has more than %d sections: strip it (wasm-strip, wasm-tools strip)", sectionsMax)}
}

type section struct {
	cursor
	id byte
}

// open checks what stands before the first section.
func open(module []byte) (*cursor, error) {
	switch {
	case len(module) > moduleBytesMax:
		return nil, &Error{"", 0, fmt.Sprintf("it has %d bytes; at most %d (16 MiB) are allowed: strip debug information (-s -w, strip = true, wasm-strip)", len(module), moduleBytesMax)}
	case len(module) == 0:
		return nil, &Error{"", 0, "the file is empty"}
	case textual(module):
		return nil, &Error{"", 0, "this is WebAssembly's text format: translate it first (wat2wasm FILE.wat)"}
	case !bytes.HasPrefix(module, magic):
		return nil, &Error{"", 0, "it does not begin with \\0asm: give the .wasm file that the compiler wrote"}
	case bytes.HasPrefix(module[4:], component1):
		return nil, &Unsupported{component.name, component.cure, "header", 4}
	case !bytes.HasPrefix(module[4:], version1):
		return nil, &Error{"", 4, "it is not of version 1 of the format"}
	}
	return &cursor{bytes: module, at: 8}, nil
}

// textual reports whether the bytes begin as a .wat file does.
func textual(module []byte) bool {
	text := bytes.TrimLeft(module, " \t\r\n")
	return bytes.HasPrefix(text, []byte("(module")) || bytes.HasPrefix(text, []byte("(component")) ||
		bytes.HasPrefix(text, []byte(";;")) || bytes.HasPrefix(text, []byte("(;"))
}

// header reads a section's id and size and returns a cursor over its content.
func (c *cursor) header() (*section, error) {
	start := c.at
	id := c.byte()
	size := c.u32()
	if c.err != nil {
		return nil, c.err
	}
	if id > sectionTag {
		c.failAt(start, "a section has the unknown number %d", id)
		return nil, c.err
	}
	name := sectionNames[id] + " section"
	if int64(size) > int64(c.left()) {
		c.section = name
		c.failAt(start, "it announces %d bytes, but only %d are left: the file is cut short or damaged", size, c.left())
		return nil, c.err
	}
	base := c.base + c.at
	return &section{cursor{bytes: c.take(int(size)), base: base, section: name}, id}, nil
}
