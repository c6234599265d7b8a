package lua

import (
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// raiseFault raises an error of the host as a table with code, message and
// position, which reads as "code: message" where a text is wanted.
func (c call) raiseFault(fault *abi.Fault) {
	c.g.hold(tableBytes + len(fault.Message))
	table := c.L.CreateTable(0, smallTableHint)
	table.RawSetString("code", vm.LString(fault.Code))
	table.RawSetString("message", vm.LString(fault.Message))
	if where := strings.TrimSuffix(c.L.Where(1), ":"); !strings.HasPrefix(where, "[G]") {
		table.RawSetString("position", vm.LString(where))
	}
	table.Metatable = c.g.faults
	c.g.throw(c.L, table)
}

func (g *guest) faultMeta() *vm.LTable {
	meta := g.state.CreateTable(0, 3)
	meta.RawSetString("__tostring", g.builtin("tostring", func(c call) int {
		return c.giveText(c.faultText(c.table(1)))
	}))
	meta.RawSetString("__concat", g.builtin("concat", func(c call) int {
		text := ""
		for i := 1; i <= 2; i++ {
			switch part := c.L.Get(i).(type) {
			case vm.LString, vm.LNumber:
				text += asText(part)
			case *vm.LTable:
				text += c.faultText(part)
			default:
				c.badType(i, "string")
			}
		}
		c.g.text(len(text))
		return c.giveText(text)
	}))
	meta.RawSetString("__metatable", vm.LFalse)
	return meta
}

func (c call) faultText(table *vm.LTable) string {
	return asText(table.RawGetString("code")) + ": " + asText(table.RawGetString("message"))
}
