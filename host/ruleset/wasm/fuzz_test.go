package wasm

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure no arguments, whatever they are, make a host function fail with
// anything but a Fault, or reach memory that is not the guest's.
func FuzzHostFunctions(f *testing.F) {
	r := openRuntime(f, Config{})
	var modules [][]byte
	for _, imported := range everyImport() {
		b := newModule(f)
		function, _ := lookup(imported[0], imported[1])
		code := ""
		for i, t := range function.params {
			code += fmt.Sprintf(" i32.const %d i64.load ", 8*i)
			if t == i32 {
				code += "i32.wrap_i64 "
			}
		}
		code += "call " + map[string]string{moduleEnv: "env.", moduleUser: "user.", moduleWASI: "wasi."}[imported[0]] + imported[1]
		if len(function.results) > 0 {
			code += " drop"
		}
		load := ` block loop local.get 0 i32.const 32 i32.eq br_if 1 
			local.get 0 local.get 0 i64.extend_i32_u call env.input_load_u64 i64.store
			local.get 0 i32.const 8 i32.add local.set 0 br 0 end end `
		block := b.text("a block") + "call put drop "
		module := b.activation(load + block + code + " " + code + " i32.const 0").bytes()
		trust(f, r, module)
		modules = append(modules, module)
	}
	for i := range modules {
		for _, values := range [][4]uint64{{}, {8, 7, 8, 7}, {1024, 1024, 1, 1024}, {^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, {1, 131071, 64, 131068}, {2, 4294967295, 1, 0}} {
			f.Add(i, values[0], values[1], values[2], values[3])
		}
	}
	f.Fuzz(func(t *testing.T, which int, a, b, c, d uint64) {
		module := modules[uint(which)%uint(len(modules))]
		input := make([]byte, 0, 32)
		for _, value := range []uint64{a, b, c, d} {
			input = binary.LittleEndian.AppendUint64(input, value)
		}
		sandbox := sandboxOf(nil)
		sandbox.Budgets.Fuel = 100_000
		g, err := r.Start(programOf(module), sandbox)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		_, err = g.Evaluate(abi.Activation, input)
		if err == nil {
			return
		}
		fault := faultOf(t, err)
		if strings.Contains(fault.Message, "goroutine") || strings.Contains(fault.Message, "runtime error") {
			t.Errorf("the host failed: %v", fault)
		}
	})
}

// everyImport gives everything that a guest may import.
func everyImport() [][2]string {
	var all [][2]string
	for _, name := range slices.Sorted(maps.Keys(envFunctions)) {
		all = append(all, [2]string{moduleEnv, name})
	}
	for _, name := range slices.Sorted(maps.Keys(wasiFunctions)) {
		all = append(all, [2]string{moduleWASI, name})
	}
	for _, call := range abi.Calls {
		all = append(all, [2]string{moduleUser, call.Name})
	}
	return all
}
