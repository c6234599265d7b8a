package binary

import "fmt"

// check holds every index outside of code to what it may name, so that nothing
// reaches a thing that an instrumented form of the module adds.
func (m *Module) check(size int) error {
	fail := func(section, format string, arguments ...any) error {
		return &Error{section + " section", m.offset(section, size), fmt.Sprintf(format, arguments...)}
	}
	for _, imported := range m.Imports {
		if imported.Kind == KindFunction && int64(imported.Type) >= int64(len(m.Types)) {
			return fail("import", "%s.%s has type %d, which does not exist", imported.Module, imported.Name, imported.Type)
		}
	}
	for i, index := range m.Functions {
		if int64(index) >= int64(len(m.Types)) {
			return fail("function", "function %d has type %d, which does not exist", i, index)
		}
	}
	if m.Count(KindTable) > 1 {
		return m.several("table", referenceTypes, size)
	}
	if m.Count(KindMemory) > 1 {
		return m.several("memory", multiMemory, size)
	}
	if m.DataCount != nil && int64(*m.DataCount) != int64(len(m.Data)) {
		return fail("data count", "%d data segments are announced, but there are %d", *m.DataCount, len(m.Data))
	}
	if err := m.checkExports(fail); err != nil {
		return err
	}
	return m.checkReferences(fail)
}

type failure func(section, format string, arguments ...any) error

func (m *Module) several(section string, f feature, size int) error {
	return &Unsupported{f.name, f.cure, section + " section", m.offset(section, size)}
}

// offset is where a section begins, or where the module ends without it.
func (m *Module) offset(section string, size int) int {
	for _, span := range m.Sections {
		if span.Name == section {
			return span.Offset
		}
	}
	return size
}

func (m *Module) checkExports(fail failure) error {
	seen := make(map[string]bool, len(m.Exports))
	counts := [4]int{}
	for kind := range counts {
		counts[kind] = m.Count(Kind(kind))
	}
	for _, export := range m.Exports {
		if seen[export.Name] {
			return fail("export", "%q is exported twice", export.Name)
		}
		seen[export.Name] = true
		if int64(export.Index) >= int64(counts[export.Kind]) {
			return fail("export", "%q names %s %d, which does not exist", export.Name, export.Kind, export.Index)
		}
	}
	if m.Start == nil {
		return nil
	}
	signature, found := m.Signature(*m.Start)
	if !found || len(signature.Params)+len(signature.Results) > 0 {
		return fail("start", "function %d does not exist or takes or gives values", *m.Start)
	}
	return nil
}

// checkReferences looks at the constant expressions and the lists of functions.
func (m *Module) checkReferences(fail failure) error {
	functions, globals, tables := m.Count(KindFunction), m.Count(KindGlobal), m.Count(KindTable)
	exists := func(section string, e Constant) error {
		if index, is := e.Index(OpGlobalGet); is && int64(index) >= int64(globals) {
			return fail(section, "global %d does not exist", index)
		}
		if index, is := e.Index(OpRefFunc); is && int64(index) >= int64(functions) {
			return fail(section, "function %d does not exist", index)
		}
		return nil
	}
	for _, global := range m.Globals {
		if err := exists("global", global.Init); err != nil {
			return err
		}
	}
	for _, data := range m.Data {
		if err := exists("data", data.Offset); err != nil {
			return err
		}
	}
	for _, element := range m.Elements {
		if element.Mode == Active && int64(element.Table) >= int64(tables) {
			return fail("element", "table %d does not exist", element.Table)
		}
		for _, expression := range append([]Constant{element.Offset}, element.Expressions...) {
			if err := exists("element", expression); err != nil {
				return err
			}
		}
		for _, function := range element.Functions {
			if int64(function) >= int64(functions) {
				return fail("element", "function %d does not exist", function)
			}
		}
	}
	return nil
}
