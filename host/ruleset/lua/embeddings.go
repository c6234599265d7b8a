package lua

import (
	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// embeddings are the references that this guest was given. Each is a table
// without content of its own: it goes back into a request as its reference, and
// only when it is read as an array are the numbers asked for.
type embeddings struct {
	byTable map[*vm.LTable]*embedding
	byRef   map[string]*vm.LTable
	meta    *vm.LTable
}

type embedding struct {
	ref     string
	numbers *vm.LTable // nil until read
}

// The call that gives the numbers, and its only argument.
const vectorCall = "vector"

func (g *guest) newEmbeddings() embeddings {
	meta := g.state.CreateTable(0, 4)
	meta.RawSetString("__index", g.builtin("index", func(c call) int {
		return c.give(c.list(1).RawGet(c.L.Get(2)))
	}))
	meta.RawSetString("__len", g.builtin("length", func(c call) int {
		return c.giveNumber(float64(c.g.border(c.list(1))))
	}))
	meta.RawSetString("__newindex", g.builtin("newindex", func(c call) int {
		c.L.RaiseError("an embedding is read-only")
		return 0
	}))
	meta.RawSetString("__metatable", vm.LFalse)
	return embeddings{byTable: map[*vm.LTable]*embedding{}, byRef: map[string]*vm.LTable{}, meta: meta}
}

// reference returns the table of a reference, always the same for the same one.
func (g *guest) reference(ref string) vm.LValue {
	if ref == "" {
		return vm.LNil
	}
	if known := g.embeddings.byRef[ref]; known != nil {
		return known
	}
	g.hold(2 * fieldBytes)
	table := &vm.LTable{Metatable: g.embeddings.meta}
	g.embeddings.byTable[table] = &embedding{ref: ref}
	g.embeddings.byRef[ref] = table
	return table
}

// numbersOf returns the table itself, or the numbers of an embedding.
func (g *guest) numbersOf(L *vm.LState, table *vm.LTable) *vm.LTable {
	found := g.embeddings.byTable[table]
	if found == nil {
		return table
	}
	if found.numbers != nil {
		return found.numbers
	}
	c := call{L, g, vectorCall}
	for _, row := range g.sandbox.Calls {
		if row.Name != vectorCall {
			continue
		}
		request := L.CreateTable(0, 1)
		request.RawSetString(row.Args[0], table)
		numbers, ok := g.invoke(c, row, request).(*vm.LTable)
		if !ok {
			c.raiseFault(&abi.Fault{Code: abi.Internal, Message: "the reply to vector is no list"})
		}
		found.numbers = numbers
		return numbers
	}
	c.raiseFault(&abi.Fault{Code: abi.NotAllowed, Message: "reading an embedding's numbers needs vector in this ruleset's calls"})
	return nil
}
