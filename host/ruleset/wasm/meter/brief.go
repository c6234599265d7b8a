package meter

import "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"

// briefMax is the weight up to which a function that surely returns need not
// look whether fuel is left: whoever calls it often has a loop that does.
const briefMax = 32

// price decides what is paid where, for all functions together. A brief function
// that is only called by index is paid by its callers and changes nothing: calls
// of accessors in hot loops then cost what they cost in the plain module.
func price(m *binary.Module, functions []function) {
	imported := m.Imported(binary.KindFunction)
	open := reachable(m)
	for i := range functions {
		f := &functions[i]
		for _, s := range f.segments {
			f.weight += s.own
		}
		f.brief = f.weight <= briefMax && !f.loops && !f.bulk && !f.grows && !f.indirect && len(f.calls) == 0
		f.prepaid = f.brief && !open[imported+i]
	}
	for i := range functions {
		f := &functions[i]
		if f.prepaid {
			f.segments, f.edits = f.segments[:1], nil
			f.segments[0].own = 0
		}
		kept := f.edits[:0]
		for _, e := range f.edits {
			called := int(e.called) - imported
			if e.kind == editCall && called >= 0 && functions[called].prepaid {
				f.segments[e.segment].own += functions[called].weight
				continue
			}
			kept = append(kept, e)
		}
		f.edits = kept
		f.merge()
	}
}

// reachable returns which functions are called by other ways than by index: by the
// host or through the table.
func reachable(m *binary.Module) map[int]bool {
	open := map[int]bool{}
	for _, export := range m.Exports {
		if export.Kind == binary.KindFunction {
			open[int(export.Index)] = true
		}
	}
	if m.Start != nil {
		open[int(*m.Start)] = true
	}
	for _, element := range m.Elements {
		for _, function := range element.Functions {
			open[int(function)] = true
		}
		for _, expression := range element.Expressions {
			if function, is := expression.Index(binary.OpRefFunc); is {
				open[int(function)] = true
			}
		}
	}
	return open
}
