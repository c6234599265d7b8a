package hostile

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// made is a guest that is too large to keep as text, or no module at all.
type made struct {
	name, why, expect string
	make              func() []byte
}

// guests gives them in the form of those that are read from files.
func guests(t testing.TB, all ...made) []guest {
	t.Helper()
	var guests []guest
	for _, m := range all {
		g := guest{name: m.name, ending: ".wasm", why: m.why, make: m.make, logs: anyLines}
		var err error
		if g.expectation, err = readExpectation(m.expect); err != nil {
			t.Fatalf("%s: %v", m.name, err)
		}
		guests = append(guests, g)
	}
	return guests
}

// bombs are modules of less than a megabyte that take an engine minutes to
// compile, or gigabytes. The child's limits are what ends them.
var bombs = []made{
	{"bomb_nesting", "Has 200,000 blocks inside each other.", `vet "compiling took more than"`, coded(nested(200_000))},
	{"bomb_br_table", "Has a br_table of 800,000 targets.", `vet "compiling took more than"`, coded(branches(1, 800_000))},
	{"bomb_locals", "Has 49,000 locals, of which each of 20,000 branches sets one.", `vet "compiling took more than"`, coded(merges(49_000, 20_000), locals(49_000))},
}

// crowds have many of one thing, or more of it than an engine bears.
var crowds = []made{
	{"many_values", "Keeps 400,000 values on the operand stack.", silence, coded(values(400_000))},
	{"many_blocks", "Has 1,000 blocks inside each other.", silence, coded(nested(1_000))},
	{"many_locals", "Has 50,001 locals.", `vet "a function has 50001 local variables; at most 50000 are allowed"`, coded([]byte{0x41, 0}, locals(50_001))},
	{"many_locals_wrap", "Has 2^32 − 1 locals, four times.", `vet "a function has 17179869180 local variables"`, coded([]byte{0x41, 0}, repeat(locals(1<<32-1), 4)...)},
	{"many_functions", "Has 60,000 functions.", `vet "it has 60000 functions, at most 50000 are allowed"`, with(manyFunctions(60_000))},
	{"many_types", "Has 100,000 types.", `vet "it has 100000 types, at most 1000 are allowed"`, with(func(m *binary.Module) { m.Types = repeat(m.Types[0], 100_000) })},
	{"many_globals", "Has 2,000,000 globals.", `vet "global section" "2000000 entries"`, with(manyGlobals(2_000_000))},
	{"many_imports", "Imports 5,000 functions that do not exist.", `vet "it has 5000 imports, at most 1000 are allowed"`, with(manyImports(5_000))},
	{"many_imports_more", "Imports 3,000,000 functions that do not exist.", `vet "import section" "3000000 entries"`, with(manyImports(3_000_000))},
	{"many_exports", "Has 100,002 exports, and would trap forty calls deep.", `vet "it has 100002 exports, at most 10000 are allowed"`, with(manyExports(100_000))},
	{"many_exports_more", "Has 1,200,002 exports.", `vet "export section" "1200002 entries"`, with(manyExports(1_200_000))},
	{"many_data", "Has 8,000,000 empty data segments.", `vet "data section" "8000000 entries"`, with(func(m *binary.Module) { m.Data = repeat(binary.Data{Passive: true}, 8_000_000) })},
	{"many_elements", "Has 5,000,000 empty element segments.", `vet "element section" "5000000 entries"`, with(func(m *binary.Module) { m.Elements = repeat(binary.Element{Mode: binary.Passive}, 5_000_000) })},
	{"many_sections", "Has 4,000,000 custom sections.", `load "it has more than 1000 sections"`, manySections(4_000_000)},
	{"names_long", "Gives forty functions names of 400,000 characters, and traps in the last one.", `evaluate internal "unreachable"`, named(namesLong)},
	{"names_escapes", "Gives its functions names with escape sequences and line ends, and traps in them.", `evaluate internal "unreachable"`, named(namesEscapes)},
	{"names_bytes", "Gives its functions names that are no text.", `vet "name is not valid UTF-8"`, named(func(int) string { return "\xff\xfe" })},
}

const silence = `ok {"activate":[],"deactivate":[]}`

// misshapen are no modules, or too large ones: they cannot even be loaded.
var misshapen = []made{
	{"module_large", "Has 16 MiB and one byte.", `load "it has 16777217 bytes; at most 16777216 (16 MiB) are allowed"`, func() []byte { return padded(minimal().Encode(), 16<<20+1) }},
	{"module_cut", "Stops in the middle.", `load "the file is cut short or damaged"`, func() []byte { return minimal().Encode()[:40] }},
	{"module_text", "Is no module at all.", `load "it does not begin with \\0asm"`, func() []byte { return []byte("#!/bin/sh\nexit 0\n") }},
	{"module_empty", "Is an empty file.", `load "the file is empty"`, func() []byte { return nil }},
	{"module_later", "Has a later version of the format, that of a component.", `load "the component model"`, func() []byte { return []byte("\x00asm\x0d\x00\x01\x00") }},
	{"manifest_other", "Says in its manifest that it is a ruleset inside the program.", `load "id is \"builtin/default\", but it lies where custom/manifest_other belongs"`, manifested(`{"id":"builtin/default","abi":2}`)},
	{"manifest_calls", "Lists a host call that does not exist.", `load "this host has no call \"run_command\""`, manifested(`{"id":"custom/manifest_calls","abi":2,"calls":["run_command"]}`)},
	{"manifest_junk", "Has a manifest of 15 MiB that is no JSON.", `load "decode manifest"`, manifested(strings.Repeat("[", 15<<20))},
}
