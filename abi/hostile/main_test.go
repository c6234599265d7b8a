package hostile

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
)

// The test binary is also a child that vets within shortVetting of processor time.
const (
	shortChild   = "vet-child-short"
	shortVetting = 2 * time.Second
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == shortChild {
		if err := wasm.VetChildFor(os.Stdin, os.Stdout, os.Args[2], shortVetting); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	wasmtest.Main(m)
}
