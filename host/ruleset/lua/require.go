package lua

import (
	"errors"
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

const moduleNameBytesMax = 200

// moduleName is what a ruleset requires to reach the host calls; they are also
// the global of that name.
const moduleName = "impressionism"

// require loads a module once for each guest, in the same sandbox: what it may
// do and what it uses up are the requiring ruleset's.
func require(c call) int {
	name := c.text(1)
	if name == moduleName {
		return c.give(c.g.hostModule)
	}
	if len(name) > moduleNameBytesMax {
		c.bad(1, "a module name of %d bytes", len(name))
	}
	switch loaded, ok := c.g.modules[name]; {
	case ok && loaded == nil:
		c.L.RaiseError("modules require each other: %s", strings.Join(append(c.g.loading, name), " → "))
	case ok:
		return c.give(loaded)
	}
	if c.g.program.Require == nil {
		c.raiseFault(&abi.Fault{Code: abi.NotFound, Message: "there is no module " + name})
	}
	file, source, err := c.g.program.Require(name)
	if err != nil {
		c.raiseFault(abi.AsFault(err))
	}
	return c.give(c.loadModule(name, file, source))
}

func (c call) loadModule(name, file string, source []byte) vm.LValue {
	g := c.g
	g.modules[name] = nil
	g.loading = append(g.loading, name)
	defer func() {
		g.loading = g.loading[:len(g.loading)-1]
		if g.modules[name] == nil {
			delete(g.modules, name) // it failed; asking again tries again
		}
	}()
	value, err := g.load(c.L, file, source, name)
	if err != nil {
		c.raiseLoad(err)
	}
	if value == vm.LNil {
		value = vm.LTrue
	}
	g.modules[name] = value
	return value
}

// raiseLoad raises a syntax error as a plain text: it has its own position.
func (c call) raiseLoad(err error) {
	fault, ok := errors.AsType[*abi.Fault](err)
	if ok && fault.Code == abi.Limit {
		c.g.spent = fault
		panic(spentError(fault))
	}
	text := err.Error()
	if ok {
		text = fault.Message
	}
	c.g.throw(c.L, vm.LString(text))
}
