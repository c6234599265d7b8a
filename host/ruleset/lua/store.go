package lua

import (
	vm "github.com/yuin/gopher-lua"
)

// account keeps what is needed to charge for walks over tables, whose insides
// the interpreter hides: keys that were deleted stay in a table's order, and
// nils stay at the end of its array.
type account struct {
	captured map[*vm.Upvalue]struct{} // variables that closures hold and that may be on the stack
	deleted  map[*vm.LTable]int       // hash entries set to nil, for each table; one with a long key counts as several
	pruneAt  int                      // number of captured variables to look through again
	arrayMax int                      // length of the longest array made so far
	base     int64                    // price of an instruction: 2 once any may look through metatables and call their functions
}

func newAccount() account {
	return account{captured: map[*vm.Upvalue]struct{}{}, deleted: map[*vm.LTable]int{}, pruneAt: capturedAtOne, base: 1}
}

func (a *account) arrays(length int) { a.arrayMax = max(a.arrayMax, length) }

// store is "t[k] = v".
func store(c call) int {
	c.g.work(storeUnits)
	c.g.set(c.L, c.L.Get(1), c.L.Get(2), c.L.Get(3))
	return 0
}

// set finds the table that is stored into as the interpreter does, for that is the one that
// grows.
func (g *guest) set(L *vm.LState, target, key, value vm.LValue) {
	place := target
	for range metaChainMax {
		table, ok := place.(*vm.LTable)
		if ok && (table.Metatable == vm.LNil || table.RawGet(key) != vm.LNil) {
			g.put(L, table, key, value)
			return
		}
		next := L.GetMetaField(place, "__newindex")
		if ok && next == vm.LNil {
			g.put(L, table, key, value)
			return
		}
		if next == vm.LNil || next.Type() == vm.LTFunction {
			break
		}
		g.work(callbackUnits)
		place = next
	}
	if text, ok := key.(vm.LString); ok {
		g.visit(text)
		if len(text) > keyBytesFree {
			g.hold(4 * len(text))
		}
	}
	g.work(callbackUnits)
	L.SetTable(target, key, value)
}

func (g *guest) put(L *vm.LState, table *vm.LTable, key, value vm.LValue) {
	g.grow(table, key, value)
	L.RawSet(table, key, value)
}

// grow charges for one more entry. Where the table is not known, the worst of
// them is assumed.
func (g *guest) grow(table *vm.LTable, key, value vm.LValue) {
	switch k := key.(type) {
	case vm.LNumber:
		if i := int(k); k == vm.LNumber(i) && 0 < i && i < arrayIndexMax {
			g.growArray(table, i)
			return
		}
		g.work(hashUnits)
	case vm.LString:
		g.visit(k)
	default:
		g.work(hashUnits)
	}
	if table == nil {
		g.field(1)
		return
	}
	present := table.RawGet(key) != vm.LNil
	if !present && value != vm.LNil {
		g.field(1)
	}
	if present && value == vm.LNil {
		if g.deleted[table] == 0 {
			g.hold(fieldBytes)
		}
		g.deleted[table]++
		if text, ok := key.(vm.LString); ok && len(text) > constantKeyMax {
			g.deleted[table] += len(text) / bytesPerUnit / 2
		}
	}
}

// storeUnits is the price of a store, beside the instructions around it.
const storeUnits = 2

// hashUnits is the price of storing under a key that is neither an element's nor a text.
const hashUnits = 4

// field charges for new hash entries.
func (m *meter) field(count int) {
	m.hold(fieldBytes * count)
	m.work(fieldUnits * count)
}

// growArray charges for the nils that the interpreter puts before element i.
func (g *guest) growArray(table *vm.LTable, i int) {
	added := i
	if table != nil {
		if table.RawGetInt(i) != vm.LNil || table.RawGetInt(i+1) != vm.LNil {
			return
		}
		added = i - g.border(table)
	}
	g.hold(slotBytes * max(added, 1))
	g.work(slotUnits + max(added, 0))
	g.arrays(i)
}

// slot is the key of an entry in a table constructor, where the table is still
// empty for all we know.
func slot(c call) int {
	c.g.grow(nil, c.L.Get(1), vm.LTrue)
	c.L.SetTop(1)
	return 1
}

// made charges for a table that a constructor has just built; the other
// arguments are the numbers of named and of other entries in the source.
func made(c call) int {
	table, named, entries := c.table(1), c.integer(2), c.integer(3)
	bytes := tableBytes
	if named > 0 {
		bytes = smallTableBytes
	}
	c.g.hold(bytes + fieldBytes*named + slotBytes/2*entries)
	c.g.work(tableUnits + fieldUnits/2*named + entries)
	c.g.arrays(max(entries, c.g.border(table)))
	c.L.SetTop(1)
	return 1
}
