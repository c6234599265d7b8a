// Package extismrust_test holds a guest to the contract that was written for
// Extism and knows nothing of this project.
package extismrust_test

import (
	"regexp"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/conformance"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

// Ensure that a guest on Extism's own PDK for Rust meets the whole contract, so
// that authors may keep what they know.
func TestExtism(t *testing.T) {
	runtime := wasmtest.Open(t, false)
	program := abi.Program{ID: "probe/extism-rust", Name: "probe/extism-rust.wasm", Code: wasmtest.Guest(t, "probe/extism-rust")}
	if err := runtime.Vet(program); err != nil {
		t.Fatal(err)
	}
	conformance.Run(t, conformance.Probe{
		Language: "Rust with extism-pdk", Start: runtime.Start, Program: program, Place: regexp.MustCompile(`lib\.rs:\d+`),
	})
}
