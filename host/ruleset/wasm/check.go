package wasm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
	"github.com/ed-irl/impressionism/host/visible"
)

// Names of exports.
const (
	markerPrefix     = "impressionism_abi_"
	exportInitialize = "_initialize"
	exportStart      = "_start"
	reservedPrefix   = "impressionism:"
)

// Limits of a module that no budget of a run covers.
const (
	memoryPagesMax  = 1024 // at the start: 64 MiB, all that a guest may have
	tableEntriesMax = 1 << 17
	functionsMax    = 50_000
	globalsMax      = 10_000
	typesMax        = 1_000 // each costs machine code whenever the module is loaded
	importsMax      = 1_000
	exportsMax      = 10_000
	offendersMax    = 20 // that are told
)

// Check verifies that a module may run: what it imports and exports, by name and
// signature, and how large it is. The error has a line for each thing that may
// not be, with what to do about it. Nothing is compiled or run.
func Check(module []byte) error {
	m, err := binary.Decode(module)
	if err != nil {
		return err
	}
	if offenders := offendersOf(m); len(offenders) > 0 {
		if more := len(offenders) - offendersMax; more > 0 {
			offenders = append(offenders[:offendersMax], fmt.Sprintf("and %d more", more))
		}
		return errors.New(strings.Join(offenders, "\n"))
	}
	return nil
}

func offendersOf(m *binary.Module) []string {
	if other := checkMarker(m); other != "" {
		return []string{other} // whatever else it has may be right there
	}
	var offenders []string
	add := func(format string, arguments ...any) {
		offenders = append(offenders, visible.Text(fmt.Sprintf(format, arguments...)))
	}
	if abiOf(m) == 0 {
		add("it does not export %s%d, which says for which ABI it was built: export anything of that name (the SDKs do)", markerPrefix, abi.Version)
	}
	if checkSizes(m, add); len(m.Imports) > importsMax || len(m.Exports) > exportsMax {
		return offenders // to look at each would take long
	}
	for _, imported := range m.Imports {
		if problem := checkImport(m, imported); problem != "" {
			add("%s", problem)
		}
	}
	checkExports(m, add)
	return offenders
}

// abiOf is the number of the marker that the module exports: one that this host
// serves, else the highest, or 0.
func abiOf(m *binary.Module) int {
	found := 0
	for _, export := range m.Exports {
		number, ok := markerOf(export.Name)
		switch {
		case !ok:
		case abi.Serves(number) == nil:
			return number
		default:
			found = max(found, number)
		}
	}
	return found
}

func markerOf(name string) (int, bool) {
	text, ok := strings.CutPrefix(name, markerPrefix)
	if !ok {
		return 0, false
	}
	number, err := strconv.Atoi(text)
	return number, err == nil && number > 0
}

// checkMarker tells of a module that was built for other versions of the contract
// only.
func checkMarker(m *binary.Module) string {
	built := abiOf(m)
	if err := abi.Serves(built); built > 0 && err != nil {
		return fmt.Sprintf("it exports %s%d: %v", markerPrefix, built, err)
	}
	return ""
}

func checkExports(m *binary.Module, add func(string, ...any)) {
	functions := map[string]binary.FuncType{}
	for _, export := range m.Exports {
		if strings.HasPrefix(export.Name, reservedPrefix) {
			add("it exports %.60q: names that begin with %s are the host's own; rename it, and give the module as the compiler wrote it", export.Name, reservedPrefix)
		}
		if signature, ok := m.Signature(export.Index); ok && export.Kind == binary.KindFunction {
			functions[export.Name] = signature
		}
		for _, name := range []string{abi.Activation, abi.Deactivation, exportInitialize} {
			if export.Name == name && export.Kind != binary.KindFunction {
				add("it exports %s as a %s: export a function", name, export.Kind)
			}
		}
	}
	asked := 0
	for _, name := range []string{abi.Activation, abi.Deactivation} {
		signature, ok := functions[name]
		if ok {
			asked++
		}
		if want := (binary.FuncType{Results: []binary.ValueType{binary.I32}}); ok && signature.String() != want.String() {
			add("%s has the signature %s: it must be %s (no parameters, a result of 0 for success)", name, signature, want)
		}
	}
	if signature, ok := functions[exportInitialize]; ok && signature.String() != (binary.FuncType{}).String() {
		add("%s has the signature %s: it must be %s", exportInitialize, signature, binary.FuncType{})
	}
	if _, command := functions[exportStart]; asked == 0 && command {
		add("it is a command (it exports %s and neither %s nor %s): build a reactor: Go with -buildmode=c-shared, Rust as a cdylib for wasm32-unknown-unknown, C with -mexec-model=reactor or -Wl,--no-entry, TinyGo with -buildmode=c-shared",
			exportStart, abi.Activation, abi.Deactivation)
	} else if asked == 0 {
		add("it exports neither %s nor %s: export one or both", abi.Activation, abi.Deactivation)
	}
}

func checkSizes(m *binary.Module, add func(string, ...any)) {
	for _, memory := range m.AllMemories() {
		if memory.Min > memoryPagesMax {
			add("its memory starts with %d pages of 64 KiB, at most %d are given: link with a smaller --initial-memory", memory.Min, memoryPagesMax)
		}
	}
	entries := uint64(0)
	for _, table := range m.AllTables() {
		entries += uint64(table.Limits.Min)
	}
	if entries > tableEntriesMax {
		add("its tables have %d entries, at most %d are allowed: link less into it", entries, tableEntriesMax)
	}
	for _, size := range []struct {
		what      string
		have, max int
	}{
		{"imports", len(m.Imports), importsMax},
		{"exports", len(m.Exports), exportsMax},
		{"functions", m.Count(binary.KindFunction), functionsMax},
		{"globals", m.Count(binary.KindGlobal), globalsMax},
		{"types", len(m.Types), typesMax},
	} {
		if size.have > size.max {
			add("it has %d %s, at most %d are allowed: link less into it", size.have, size.what, size.max)
		}
	}
}

// reservedPrefix is the meter's; a difference would not compile.
var _ = [1]struct{}{}[len(meter.Fuel)-len(reservedPrefix+"fuel")]
