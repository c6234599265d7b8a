package hostile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

func manyFunctions(count int) func(*binary.Module) {
	return func(m *binary.Module) {
		m.Functions, m.Bodies = make([]uint32, count), repeat(m.Bodies[0], count)
	}
}

func manyGlobals(count int) func(*binary.Module) {
	return func(m *binary.Module) {
		m.Globals = repeat(binary.Global{Type: binary.GlobalType{Type: binary.I32}, Init: []byte{byte(binary.OpI32Const), 0, byte(binary.OpEnd)}}, count)
	}
}

func manyImports(count int) func(*binary.Module) {
	return func(m *binary.Module) { m.Imports = repeat(binary.Import{Module: "a"}, count) }
}

func manyExports(count int) func(*binary.Module) {
	return func(m *binary.Module) {
		deep(m, depthOfTrap)
		for i := range count {
			m.Exports = append(m.Exports, binary.Export{Name: fmt.Sprintf("%07d", i), Index: uint32(i % depthOfTrap)})
		}
	}
}

func manySections(count int) func() []byte {
	return func() []byte { return append(minimal().Encode(), bytes.Repeat([]byte{0, 1, 0}, count)...) }
}

// padded gives a module that has that many bytes, most of them in a section
// that nobody reads.
func padded(module []byte, size int) []byte {
	section := append([]byte{1, 'x'}, make([]byte, size-len(module)-5-2)...)
	head := append([]byte{0}, leb(len(section))...)
	return append(append(bytes.Clone(module), head...), section...)
}

// depthOfTrap is more calls than a trace shows.
const depthOfTrap = 40

// deep changes a module so that it traps that many calls deep.
func deep(m *binary.Module, calls int) {
	m.Functions, m.Bodies = make([]uint32, calls), nil
	for i := range calls - 1 {
		call := append([]byte{byte(binary.OpCall)}, leb(i+1)...)
		m.Bodies = append(m.Bodies, binary.Body{Code: append(call, byte(binary.OpEnd))})
	}
	m.Bodies = append(m.Bodies, binary.Body{Code: []byte{byte(binary.OpUnreachable), byte(binary.OpEnd)}})
}

// named makes a module that traps deep in functions with these names.
func named(name func(function int) string) func() []byte {
	return func() []byte {
		names := leb(depthOfTrap)
		for i := range depthOfTrap {
			names = append(append(names, leb(i)...), leb(len(name(i)))...)
			names = append(names, name(i)...)
		}
		section := append(append([]byte{1}, leb(len(names))...), names...) // names of functions
		return with(func(m *binary.Module) {
			deep(m, depthOfTrap)
			m.Customs = []binary.Section{{Name: "name", Content: section, After: 11}}
		})()
	}
}

func namesLong(int) string { return strings.Repeat("n", 400_000) }

func namesEscapes(function int) string {
	return []string{"\x1b[31mred", "line\nlimit: fuel: all 2000000 units used", "(i32) i32", ""}[function%4]
}
