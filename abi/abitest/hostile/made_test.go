package hostile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/wasm/binary"
)

// madeGuests gives the guests that are too large to keep as text.
func madeGuests(t testing.TB, good guest, hostile []guest) []guest {
	t.Helper()
	made := []struct {
		name, why, expect string
		code              []byte
	}{
		{"bomb_nesting", "Has 200,000 blocks inside each other.", `vet "x"`, coded(nested(200_000))},
		{"bomb_br_table", "Has a br_table of 800,000 targets.", `vet "x"`, coded(branches(1, 800_000))},
		{"bomb_br_tables", "Has a thousand blocks inside each other and 800 br_tables of a thousand targets, to each of them.", `vet "x"`, coded(branches(800, 1000))},
		{"bomb_values", "Keeps 400,000 values on the operand stack.", `vet "x"`, coded(values(400_000))},
		{"bomb_locals", "Has 49,000 locals, of which each of 20,000 branches sets one.", `vet "x"`, coded(merges(49_000, 20_000), binary.Locals{Count: 49_000, Type: binary.I64})},
		{"bomb_locals_many", "Has 50,001 locals.", `vet "x"`, coded([]byte{0x41, 0}, binary.Locals{Count: 50_001, Type: binary.I64})},
		{"bomb_locals_all", "Has 2^32 − 1 locals, four times.", `vet "x"`, coded([]byte{0x41, 0}, repeat(binary.Locals{Count: 1<<32 - 1, Type: binary.I64}, 4)...)},
		{"bomb_loops", "Has 2,000 locals and 8,000 loops inside each other, each of which changes one.", `vet "x"`, coded(loops(2_000, 8_000), binary.Locals{Count: 2_000, Type: binary.I64})},
		{"many_functions", "Has 60,000 functions.", `vet "x"`, manyFunctions(60_000)},
		{"many_types", "Has 100,000 types.", `vet "x"`, with(func(m *binary.Module) { m.Types = append(m.Types, repeat(m.Types[0], 100_000)...) })},
		{"many_globals", "Has 2,000,000 globals.", `vet "x"`, with(func(m *binary.Module) {
			m.Globals = repeat(binary.Global{Type: binary.GlobalType{Type: binary.I32}, Init: []byte{0x41, 0, 0x0b}}, 2_000_000)
		})},
		{"many_imports", "Imports 3,000,000 functions that do not exist.", `vet "x"`, with(func(m *binary.Module) { m.Imports = repeat(binary.Import{Module: "a"}, 3_000_000) })},
		{"many_exports", "Has 1,200,000 exports, and traps six calls deep.", `x`, manyExports(1_200_000)},
		{"many_data", "Has 5,000,000 empty data segments.", `vet "x"`, with(func(m *binary.Module) { m.Data = repeat(binary.Data{Passive: true}, 8_000_000) })},
		{"many_elements", "Has 5,000,000 empty element segments.", `vet "x"`, with(func(m *binary.Module) { m.Elements = repeat(binary.Element{Mode: binary.Passive}, 5_000_000) })},
		{"many_sections", "Has 4,000,000 custom sections.", `vet "x"`, append(minimal().Encode(), bytes.Repeat([]byte{0, 1, 0}, 4_000_000)...)},
		{"module_large", "Has 16 MiB and one byte.", `vet "x"`, padded(minimal().Encode(), 16<<20+1)},
		{"module_cut", "Stops in the middle.", `vet "x"`, good.code[:len(good.code)/2]},
		{"module_text", "Is no module at all.", `vet "x"`, []byte("#!/bin/sh\nexit 0\n")},
		{"module_empty", "Is an empty file.", `vet "x"`, nil},
		{"name_long", "Gives its functions names of 8 MiB and traps thirty calls deep.", `evaluate internal "x"`, namedLong(8 << 20)},
		{"names_escapes", "Gives its functions names with escape sequences and line ends, and traps.", `evaluate internal "x"`, namedBadly()},
	}
	var guests []guest
	for _, m := range made {
		g := guest{name: m.name, ending: ".wasm", why: m.why, code: m.code, logs: anyLines, lua: noCounterpart}
		g.expectation, _ = readExpectation(m.expect)
		guests = append(guests, g)
	}
	return guests
}

// minimal is a module that says nothing.
func minimal() *binary.Module {
	return &binary.Module{
		Types:     []binary.FuncType{{Results: []binary.ValueType{binary.I32}}},
		Functions: []uint32{0},
		Bodies:    []binary.Body{{Code: []byte{0x41, 0, 0x0b}}},
		Memories:  []binary.Limits{{Min: 1}},
		Exports: []binary.Export{
			{Name: abi.Activation}, {Name: "impressionism_abi_1", Kind: binary.KindMemory},
		},
	}
}

func with(change func(*binary.Module)) []byte {
	m := minimal()
	change(m)
	return m.Encode()
}

// coded gives a module whose function has this code, without its end.
func coded(code []byte, locals ...binary.Locals) []byte {
	m := minimal()
	m.Bodies[0] = binary.Body{Locals: locals, Code: append(code, 0x0b)}
	return m.Encode()
}

func repeat[T any](one T, count int) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = one
	}
	return all
}

func nested(count int) []byte {
	code := append(bytes.Repeat([]byte{0x02, 0x40}, count), bytes.Repeat([]byte{0x0b}, count)...)
	return append(code, 0x41, 0)
}

func branches(tables, targets int) []byte {
	code := bytes.Repeat([]byte{0x02, 0x40}, 1000)
	for range tables {
		code = append(code, 0x02, 0x40, 0x41, 0, 0x0e)
		code = append(code, leb(targets)...)
		for i := range targets + 1 {
			code = append(code, leb(i%1000)...)
		}
		code = append(code, 0x0b)
	}
	code = append(code, bytes.Repeat([]byte{0x0b}, 1000)...)
	return append(code, 0x41, 0)
}

func values(count int) []byte {
	code := bytes.Repeat([]byte{0x3f, 0}, count) // memory.size
	return append(code, bytes.Repeat([]byte{0x6a}, count-1)...)
}

func merges(locals, count int) []byte {
	var code []byte
	for i := range count {
		code = append(code, 0x3f, 0, 0x04, 0x40, 0x20)
		code = append(code, leb((i+1)%locals)...)
		code = append(code, 0x21)
		code = append(code, leb(i%locals)...)
		code = append(code, 0x0b)
	}
	return append(code, 0x41, 0)
}

func loops(locals, count int) []byte {
	var code []byte
	for i := range count {
		code = append(code, 0x03, 0x40, 0x20)
		code = append(code, leb((i+1)%locals)...)
		code = append(code, 0x21)
		code = append(code, leb(i%locals)...)
	}
	for range count {
		code = append(code, 0x3f, 0, 0x0d, 0, 0x0b)
	}
	return append(code, 0x41, 0)
}

func manyFunctions(count int) []byte {
	return with(func(m *binary.Module) {
		m.Functions = make([]uint32, count)
		m.Bodies = repeat(m.Bodies[0], count)
	})
}

// deep changes a module so that it traps that many calls deep.
func deep(m *binary.Module, calls int) {
	m.Functions, m.Bodies = make([]uint32, calls), nil
	for i := range calls - 1 {
		m.Bodies = append(m.Bodies, binary.Body{Code: append(append([]byte{0x10}, leb(i+1)...), 0x0b)})
	}
	m.Bodies = append(m.Bodies, binary.Body{Code: []byte{0, 0x0b}})
}

func manyExports(count int) []byte {
	return with(func(m *binary.Module) {
		deep(m, 40)
		for i := range count {
			m.Exports = append(m.Exports, binary.Export{Name: fmt.Sprintf("%07d", i), Index: uint32(i % 40)})
		}
	})
}

func padded(module []byte, size int) []byte {
	code, err := binary.WithCustom(module, "padding", make([]byte, size-len(module)-13))
	if err != nil {
		panic(err)
	}
	return code
}

// named gives a module whose functions have these names and trap.
func named(names []string) []byte {
	var content []byte
	content = append(content, leb(len(names))...)
	for i, name := range names {
		content = append(append(content, leb(i)...), leb(len(name))...)
		content = append(content, name...)
	}
	section := append(append([]byte{1}, leb(len(content))...), content...)
	code, err := binary.WithCustom(with(func(m *binary.Module) { deep(m, len(names)) }), "name", section)
	if err != nil {
		panic(err)
	}
	return code
}

func namedLong(size int) []byte {
	names := repeat("f", 2)
	names[1] = strings.Repeat("n", size)
	return named(names)
}

func namedBadly() []byte {
	return named([]string{"\x1b[31mred", "line\nlimit: fuel: all 2000000 units used", "\xff\xfe", "(i32) i32", ""})
}

// leb encodes a number as unsigned LEB128.
func leb(n int) []byte {
	var out []byte
	for ; n >= 0x80; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}
