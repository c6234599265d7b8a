package lua

import (
	"math"

	vm "github.com/yuin/gopher-lua"
)

// openLibraries fills the globals with all that a guest can name.
func (g *guest) openLibraries() {
	globals := g.state.Env
	for name, f := range basics {
		globals.RawSetString(name, g.builtin(name, f))
	}
	for name, f := range operators {
		globals.RawSetString(name, g.helper(name, f))
	}
	g.stepList = g.builtin("ipairs", stepList)
	texts := g.library(stringLibrary)
	globals.RawSetString("string", g.sealed("string", texts))
	globals.RawSetString("table", g.sealed("table", g.library(tableLibrary)))
	globals.RawSetString("math", g.sealed("math", g.maths()))
	globals.RawSetString("_VERSION", vm.LString("Lua 5.1"))
	g.sealStrings(texts)
	g.openHostCalls()
	globals.RawSetString(moduleName, g.hostModule)
}

func (g *guest) library(functions map[string]builtin) *vm.LTable {
	library := g.state.CreateTable(0, len(functions))
	for name, f := range functions {
		library.RawSetString(name, g.builtin(name, f))
	}
	return library
}

func (g *guest) maths() *vm.LTable {
	library := g.library(mathLibrary)
	for name, f := range unary {
		library.RawSetString(name, g.builtin(name, func(c call) int { return c.giveNumber(f(c.operand(1))) }))
	}
	for name, f := range binary {
		library.RawSetString(name, g.builtin(name, func(c call) int { return c.giveNumber(f(c.operand(1), c.operand(2))) }))
	}
	library.RawSetString("pi", vm.LNumber(math.Pi))
	library.RawSetString("huge", vm.LNumber(math.Inf(1)))
	return library
}

// sealed returns a table through which a guest reads the library and cannot
// change it or reach its metatable.
func (g *guest) sealed(name string, library *vm.LTable) *vm.LTable {
	face, meta := g.state.CreateTable(0, 0), g.state.CreateTable(0, 3)
	meta.RawSetString("__index", library)
	meta.RawSetString("__newindex", g.builtin(name, func(c call) int {
		c.L.RaiseError("'%s' is read-only", name)
		return 0
	}))
	meta.RawSetString("__metatable", vm.LFalse)
	face.Metatable = meta
	return face
}

// sealStrings makes the methods of strings and takes arithmetic on them away
// from the interpreter.
func (g *guest) sealStrings(library *vm.LTable) {
	meta := g.state.CreateTable(0, 2+len(arithmetic))
	meta.RawSetString("__index", library)
	meta.RawSetString("__metatable", vm.LFalse)
	for event, operate := range arithmetic {
		meta.RawSetString(event, g.builtin(event, arithmeticOf(event, operate)))
	}
	g.state.SetMetatable(vm.LString(""), meta)
}
