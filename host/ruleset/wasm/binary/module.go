// Package binary reads and writes the WebAssembly binary format: version 1.0 and
// what today's compilers emit beyond it. It knows nothing of any runtime and
// runs nothing.
package binary

// Limits of one module.
const (
	moduleBytesMax = 16 << 20 // the contract's limit of a module
	localsMax      = 50_000   // per function, parameters included; what browsers allow
	nameBytesMax   = 100_000  // one import or export name; what browsers allow
	arityMax       = 1_000    // parameters, or results, of one type; what browsers allow
	entriesMax     = 1 << 17  // of one section or list; each takes many times its bytes when decoded
	sectionsMax    = 1_000    // custom ones and others
)

// Module is a decoded module. Byte slices are parts of the decoded bytes.
type Module struct {
	Types     []FuncType
	Imports   []Import
	Functions []uint32 // type of each function that is not imported
	Tables    []Table  // not imported
	Memories  []Limits // not imported; in pages of 64 KiB
	Globals   []Global // not imported
	Exports   []Export
	Start     *uint32 // function that runs at instantiation
	Elements  []Element
	DataCount *uint32
	Bodies    []Body // as many as Functions
	Data      []Data
	Customs   []Section // in order of appearance
	Sections  []Span    // as found, custom ones included
}

// ValueType is the type of one value.
type ValueType byte

// The types of values that a module may use.
const (
	I32  ValueType = 0x7f
	I64  ValueType = 0x7e
	F32  ValueType = 0x7d
	F64  ValueType = 0x7c
	V128 ValueType = 0x7b
)

// FuncType is the signature of a function.
type FuncType struct {
	Params, Results []ValueType
}

// Kind is the kind of an import or export.
type Kind byte

// The kinds of imports and exports.
const (
	KindFunction Kind = iota
	KindTable
	KindMemory
	KindGlobal
)

// Import is one thing that a module wants from outside. Of the fields below
// Kind only the one of that kind is set.
type Import struct {
	Module, Name string
	Kind         Kind
	Type         uint32 // of a function: index in Types
	Table        Table
	Memory       Limits
	Global       GlobalType
}

// Export is one export of a module.
type Export struct {
	Name  string
	Kind  Kind
	Index uint32 // imports of that kind are counted first
}

// Limits are the size of a memory (pages) or table (entries). No Max: it may
// grow as far as the host lets it.
type Limits struct {
	Min    uint32
	Max    uint32
	HasMax bool
}

// Table holds function references.
type Table struct {
	Limits Limits
}

// GlobalType is the type of a global.
type GlobalType struct {
	Type    ValueType
	Mutable bool
}

// Global is a global that the module itself defines.
type Global struct {
	Type GlobalType
	Init Constant
}

// Body is the code of one function.
type Body struct {
	Locals []Locals
	Code   []byte // with its end
	Offset int    // of Code in the decoded bytes
}

// Locals are consecutive locals of one type.
type Locals struct {
	Count uint32
	Type  ValueType
}

// Data is a segment of bytes for memory.
type Data struct {
	Passive bool
	Offset  Constant // active only
	Bytes   []byte
}

// Section is a custom section.
type Section struct {
	Name    string
	Content []byte
	After   byte // id of the last known section before it, 0 at the start
}

// Span is where a section lies in the decoded bytes, without its header.
type Span struct {
	Name         string // of a custom section: "custom " and its own name
	Offset, Size int
}
