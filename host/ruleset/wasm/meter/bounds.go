package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// bounds are the numbers of things that a module has of its own. Code may name
// no more than those, so that what the meter adds stays out of its reach.
type bounds struct {
	functions, types, tables, globals, data, elements int64

	locals int64 // of the function at hand, parameters included
}

func newBounds(m *binary.Module) bounds {
	return bounds{
		functions: int64(m.Count(binary.KindFunction)), types: int64(len(m.Types)),
		tables: int64(m.Count(binary.KindTable)), globals: int64(m.Count(binary.KindGlobal)),
		data: int64(len(m.Data)), elements: int64(len(m.Elements)),
	}
}

// outside returns what an instruction names that the module does not have.
func (b *bounds) outside(i *binary.Instruction, labels int) (problem string) {
	index := int64(i.Index)
	switch i.Op {
	case binary.OpLocalGet, binary.OpLocalSet, binary.OpLocalTee:
		return unless(index < b.locals, "it names a local that does not exist")
	case binary.OpGlobalGet, binary.OpGlobalSet:
		return unless(index < b.globals, "it names a global that does not exist")
	case binary.OpCall:
		return unless(index < b.functions, "it calls a function that does not exist")
	case binary.OpCallIndirect:
		return unless(index < b.types && int64(i.Table) < b.tables, "it calls by a type or table that does not exist")
	case binary.OpBlock, binary.OpLoop, binary.OpIf:
		return unless(i.Value < b.types, "a block has a type that does not exist")
	case binary.OpBr, binary.OpBrIf:
		return unless(index < int64(labels), branchOut)
	case binary.OpBrTable:
		for _, label := range i.Labels {
			if int64(label) >= int64(labels) {
				return branchOut
			}
		}
	case binary.OpMemoryInit, binary.OpDataDrop:
		return unless(index < b.data, "it names a data segment that does not exist")
	case binary.OpElemDrop:
		return unless(index < b.elements, noElement)
	case binary.OpTableInit:
		return unless(index < b.elements && int64(i.Table) < b.tables, noElement)
	case binary.OpTableCopy:
		return unless(index < b.tables && int64(i.Table) < b.tables, "it names a table that does not exist")
	}
	return ""
}

const (
	branchOut = "it branches out of the function"
	noElement = "it names an element segment or table that does not exist"
)

func unless(fine bool, problem string) string {
	if fine {
		return ""
	}
	return problem
}
