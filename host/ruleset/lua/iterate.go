package lua

import vm "github.com/yuin/gopher-lua"

// next walks over what was deleted and over nils at the end of an array without
// saying so, so it costs as much as the worst of that.
func next(c call) int {
	table := c.list(1)
	c.g.work(1 + c.g.walkUnits(table))
	c.g.visitKey(c.L.Get(2))
	key, value := table.Next(c.L.Get(2))
	if key == vm.LNil {
		return c.give(vm.LNil)
	}
	c.g.visitKey(key)
	return c.give(key, value)
}

// walkUnits is the price of passing over all that a table no longer has.
func (a *account) walkUnits(table *vm.LTable) int {
	return a.arrayMax/6 + 2*a.deleted[table]
}

// visitKey charges for looking up what may be a long text.
func (g *guest) visitKey(key vm.LValue) {
	if text, ok := key.(vm.LString); ok {
		g.visit(text)
	}
}

// pairs takes the keys as they are at the start, in the order of insertion, so
// that each step costs the same; an entry that is gone by then is left out.
func pairs(c call) int {
	table := c.list(1)
	keys := c.g.keys(table)
	at := 0
	step := c.g.state.NewFunction(func(L *vm.LState) int {
		for ; at < len(keys); at++ {
			c.g.work(1)
			c.g.visitKey(keys[at])
			if value := table.RawGet(keys[at]); value != vm.LNil {
				L.Push(keys[at])
				L.Push(value)
				at++
				return 2
			}
		}
		L.Push(vm.LNil)
		return 1
	})
	c.g.hold(closureBytes)
	return c.give(step, c.L.Get(1), vm.LNil)
}

// keys lists a table's keys.
func (g *guest) keys(table *vm.LTable) []vm.LValue {
	g.work(1 + g.walkUnits(table))
	var keys []vm.LValue
	for key, _ := table.Next(vm.LNil); key != vm.LNil; key, _ = table.Next(key) {
		g.work(2)
		g.visitKey(key)
		if len(keys) == cap(keys) {
			g.hold(16 * max(8, len(keys)*2))
		}
		keys = append(keys, key)
	}
	return keys
}

func ipairs(c call) int {
	return c.give(c.g.stepList, c.list(1), vm.LNumber(0))
}

func stepList(c call) int {
	i := vm.LNumber(c.integer(2) + 1)
	value := c.table(1).RawGet(i)
	if value == vm.LNil {
		c.L.Push(vm.LNil)
		return 1
	}
	c.L.Push(i)
	c.L.Push(value)
	return 2
}
