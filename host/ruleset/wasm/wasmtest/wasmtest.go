// Package wasmtest lets tests of other packages run modules through the real
// runtime, vetted in a real child process.
package wasmtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

const vetChild = "vet-child"

// Main runs a package's tests; TestMain calls it.
func Main(m *testing.M) {
	Vetting()
	os.Exit(m.Run())
}

// Vetting comes first in a TestMain of one's own: the test binary is also the
// child process that vets, and as such does not return.
func Vetting() {
	if len(os.Args) != 3 || os.Args[1] != vetChild {
		return
	}
	if err := wasm.VetChild(os.Stdin, os.Stdout, os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Child is the command of the process that vets into a cache of compiled code.
func Child(t testing.TB, cache string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, vetChild, cache}
}

// Runtime is a runtime with folders of its own, closed when the test ends.
type Runtime struct {
	*wasm.Runtime
	child []string
}

// Open makes a runtime; interpret as in wasm.Config.
func Open(t testing.TB, interpret bool) Runtime {
	t.Helper()
	cache := t.TempDir()
	r, err := wasm.Open(wasm.Config{Vetted: t.TempDir(), Cache: cache, Interpret: interpret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return Runtime{r, Child(t, cache)}
}

// Vet vets a module as `rules add` does.
func (r Runtime) Vet(program abi.Program) error {
	return r.Runtime.Vet(context.Background(), program, r.child)
}

// Guest reads a module that `make guests` built, by its name below the folder of
// guests and without its ending.
func Guest(t testing.TB, name string) []byte {
	t.Helper()
	folder := os.Getenv("IMPRESSIONISM_TEST_GUESTS")
	if folder == "" {
		t.Skip("IMPRESSIONISM_TEST_GUESTS does not name the folder of built modules; run: make guests")
	}
	code, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)+".wasm"))
	if err != nil {
		t.Fatalf("%v; run: make guests", err)
	}
	return code
}
