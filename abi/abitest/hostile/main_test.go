package hostile

import (
	"fmt"
	"os"
	"testing"

	"github.com/ed-irl/impressionism/host/wasm"
)

// The test binary is also the child process that vets modules.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "vet-child" {
		if err := wasm.VetChild(os.Stdin, os.Stdout, os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
