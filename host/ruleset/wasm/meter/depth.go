package meter

import (
	"slices"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// freeMax is how many slots calls may take in a row without being metered:
// most functions neither recurse nor stand on deep chains, and pay nothing.
const freeMax = 4096

// A frame is estimated from what the engine has to keep: results, parameters and
// locals, what it saves for itself, and values that live across calls, of which
// longer functions have more. Measured on wazero 1.12 (amd64) over four modules
// from Go, Rust and TinyGo: half of all frames are below 0.4 of the estimate, 1
// of 100 is above it, none above twice. Code made for it reaches 4 times.
const (
	frameBase = 12
	perSlot   = 4 // instructions that stand for one more slot
)

// weigh decides which functions take from Depth, and how much: those that can
// call themselves again, and those on chains that are long by themselves. So
// the stack never holds more than the budget and freeMax slots.
func weigh(m *binary.Module, functions []function) {
	for i := range functions {
		functions[i].frame += frameBase + int64(functions[i].instructions)/perSlot
	}
	g := newGraph(m, functions)
	table := len(functions)
	free := make([]int64, len(functions)+1) // slots below a node that no function takes from Depth
	g.visit(func(members []uint32) {
		below := int64(0)
		for _, member := range members { // free of the group's own members is still 0
			for _, called := range g.calls[member] {
				below = max(below, free[called])
			}
		}
		recursive := len(members) > 1 || slices.Contains(g.calls[members[0]], members[0])
		for _, member := range members {
			free[member] = below
			if int(member) == table {
				continue
			}
			f := &functions[member]
			switch {
			case recursive:
				f.depth = f.frame
			case f.frame+below > freeMax:
				f.depth, free[member] = f.frame+below, 0
			default:
				free[member] = f.frame + below
			}
		}
	})
}

func slots(types []binary.ValueType) int64 {
	sum := int64(0)
	for _, t := range types {
		sum += width(t)
	}
	return sum
}

// width is how many slots of 8 bytes a value takes.
func width(t binary.ValueType) int64 {
	if t == binary.V128 {
		return 2
	}
	return 1
}
