package binary

// Signature is the type of a function, imported ones counted first.
func (m *Module) Signature(function uint32) (FuncType, bool) {
	index, found := m.TypeOf(function)
	if !found {
		return FuncType{}, false
	}
	return m.Types[index], true
}

// TypeOf is the index in Types of a function's type.
func (m *Module) TypeOf(function uint32) (uint32, bool) {
	for _, imported := range m.Imports {
		if imported.Kind != KindFunction {
			continue
		}
		if function == 0 {
			return imported.Type, true
		}
		function--
	}
	if int64(function) >= int64(len(m.Functions)) {
		return 0, false
	}
	return m.Functions[function], true
}

// Imported is how many imports are of a kind; they have the first indices.
func (m *Module) Imported(kind Kind) int {
	count := 0
	for _, imported := range m.Imports {
		if imported.Kind == kind {
			count++
		}
	}
	return count
}

// Count is how many of a kind there are, imports included.
func (m *Module) Count(kind Kind) int {
	own := [...]int{len(m.Functions), len(m.Tables), len(m.Memories), len(m.Globals)}
	return m.Imported(kind) + own[kind]
}

// AllMemories are the limits of all memories, imported ones first.
func (m *Module) AllMemories() []Limits {
	var all []Limits
	for _, imported := range m.Imports {
		if imported.Kind == KindMemory {
			all = append(all, imported.Memory)
		}
	}
	return append(all, m.Memories...)
}

// AllTables are all tables, imported ones first.
func (m *Module) AllTables() []Table {
	var all []Table
	for _, imported := range m.Imports {
		if imported.Kind == KindTable {
			all = append(all, imported.Table)
		}
	}
	return append(all, m.Tables...)
}
