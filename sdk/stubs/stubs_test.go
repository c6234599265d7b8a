package stubs_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/sdk/stubs"
)

var update = flag.Bool("update", false, "write the generated files again")

func read(t *testing.T) stubs.Contract {
	t.Helper()
	contract, err := stubs.Read("../../abi")
	if err != nil {
		t.Fatal(err)
	}
	return contract
}

// Ensure that the files of the SDKs, the probes' tables of calls and the reference page say what abi.Calls and
// the types of abi say. `go test ./sdk/stubs -update` writes them.
func TestGenerated(t *testing.T) {
	contract := read(t)
	files, err := contract.Sections(func(file string) ([]byte, error) { return os.ReadFile("../../" + file) })
	if err != nil {
		t.Fatal(err)
	}
	files["sdk/rust/src/abi.rs"] = contract.Rust()
	files["sdk/lua/impressionism.d.lua"] = contract.Lua()
	files["docs/rulesets/host-calls.md"] = contract.Markdown()
	for file, want := range files {
		file = "../../" + file
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what abi says; run: make generate", file)
		}
	}
}

// Ensure that whoever reads a stub reads a word about each type and field, from
// the sources of abi where they have one.
func TestDocumented(t *testing.T) {
	contract := read(t)
	for _, name := range contract.Undocumented {
		t.Errorf("%s has no comment in abi and no word in words.go", name)
	}
	for _, name := range contract.Unused {
		t.Errorf("words.go has %s, which nothing needs", name)
	}
}
