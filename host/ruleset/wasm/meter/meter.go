// Package meter rewrites a WebAssembly module so that it counts what it
// executes and how deep it calls, and stops itself when either is used up. The
// count depends on the module and its inputs only, never on the engine or the
// machine. It knows the binary format and no runtime. See RATIONALE.md, "Why is fuel
// written into the WebAssembly module?".
package meter

import (
	"strings"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Version counts up whenever an instrumented module differs from what the
// version before made of the same module.
const Version = 1

// PerUnit is how many WebAssembly instructions are one unit of abi.Budgets.Fuel. They take
// about as long as one Lua instruction, so that one budget serves both runtimes.
const PerUnit = 64

// Names of exports that an instrumented module has besides its own. The host
// sets both globals (i64, variable) before each call into the module.
const (
	// Fuel is what is left, in instructions by weight. Below zero: used up; the
	// trap that follows is "unreachable".
	Fuel = "impressionism:fuel"
	// Depth is what is left of the call stack, in slots. Below zero: the module
	// called too deep and was stopped by "unreachable".
	Depth = "impressionism:depth"
	// Start is the module's start function, if it had one: the host calls it
	// once after instantiation, so that it is metered like everything else.
	Start = "impressionism:start"

	reserved = "impressionism:"
)

// DepthMax is the usual value for the global Depth. At 8 bytes a slot it stands
// for 8 MiB, in which a recursive parser goes 5,000 levels deep. Without it runaway
// recursion ends where the engine's stack does, elsewhere in each engine.
const DepthMax = 1 << 20

// Instrument returns the metered form of a module, which behaves as the module
// does until fuel or depth are used up. Code is read to the last instruction and
// may name only what the module itself has; types of values are left to the
// engine that compiles the result. Errors are *binary.Error and
// *binary.Unsupported.
func Instrument(module []byte) ([]byte, error) {
	m, err := binary.Decode(module)
	if err != nil {
		return nil, err
	}
	for _, export := range m.Exports {
		if strings.HasPrefix(export.Name, reserved) {
			return nil, &binary.Error{
				Section: "export section", Offset: offset(m, "export"),
				Problem: "\"" + export.Name + "\" is a name that the host keeps for itself: " +
					"give the module as the compiler wrote it, and rename the export if it is yours",
			}
		}
	}
	functions, err := surveyAll(m)
	if err != nil {
		return nil, err
	}
	weigh(m, functions)
	w := newWriter(m)
	for i := range m.Bodies {
		w.function(i, &functions[i])
	}
	finish(m, w)
	return m.Encode(), nil
}

// namesMax is how many bytes of names are kept for traces: an engine writes up
// to thirty of them into one, however long they are.
const namesMax = 1 << 20

// finish adds what the code refers to, and drops what would not fit it any more.
func finish(m *binary.Module, w *writer) {
	zero := binary.Constant{byte(binary.OpI64Const), 0, byte(binary.OpEnd)}
	counter := binary.Global{Type: binary.GlobalType{Type: binary.I64, Mutable: true}, Init: zero}
	m.Globals = append(m.Globals, counter, counter)
	m.Exports = append(m.Exports,
		binary.Export{Name: Fuel, Kind: binary.KindGlobal, Index: w.fuel},
		binary.Export{Name: Depth, Kind: binary.KindGlobal, Index: w.depth})
	if m.Start != nil {
		m.Exports = append(m.Exports, binary.Export{Name: Start, Kind: binary.KindFunction, Index: *m.Start})
		m.Start = nil
	}
	kept := m.Customs[:0]
	for _, custom := range m.Customs { // debug information speaks of offsets that have moved
		if custom.Name == "name" && len(custom.Content) <= namesMax || strings.HasPrefix(custom.Name, "impressionism.") {
			kept = append(kept, custom)
		}
	}
	m.Customs = kept
}

func offset(m *binary.Module, section string) int {
	for _, span := range m.Sections {
		if span.Name == section {
			return span.Offset
		}
	}
	return 0
}
