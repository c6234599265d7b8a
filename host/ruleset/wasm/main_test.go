package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// The test binary is also the child process that vets.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 {
		var err error
		switch os.Args[1] {
		case "vet-child":
			err = VetChild(os.Stdin, os.Stdout, os.Args[2])
		case "vet-child-1s":
			err = vetChild(os.Stdin, os.Stdout, os.Args[2], time.Second, vetMemoryMax)
		case "vet-child-40M":
			err = vetChild(os.Stdin, os.Stdout, os.Args[2], vetTimeMax, 40<<20)
		default:
			os.Exit(m.Run())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func openRuntime(tb testing.TB, config Config) *Runtime {
	tb.Helper()
	if config.Vetted == "" {
		config.Vetted = tb.TempDir()
	}
	r, err := Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

func programOf(module []byte) abi.Program {
	return abi.Program{ID: "acme/x", Name: "acme/x.wasm", Code: module}
}

// vet vets a module in a child process, as the product does.
func vet(tb testing.TB, r *Runtime, module []byte) {
	tb.Helper()
	if err := r.Vet(context.Background(), programOf(module), childOf(tb, r)); err != nil {
		tb.Fatal(err)
	}
}

func childOf(tb testing.TB, r *Runtime) []string {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	return []string{self, "vet-child", r.config.Cache}
}

// trust prepares a module without a child process, for tests of what runs.
func trust(tb testing.TB, r *Runtime, module []byte) {
	tb.Helper()
	sealed, err := prepare(module, "")
	if err != nil {
		tb.Fatal(err)
	}
	if err := r.writeVetted(hashOf(module), sealed); err != nil {
		tb.Fatal(err)
	}
}

// sandboxOf gives every call, which door answers; nil: each answers null.
func sandboxOf(door func(call string, request []byte) []byte) abi.Sandbox {
	if door == nil {
		door = func(string, []byte) []byte { return []byte(`{"ok":null}`) }
	}
	return abi.Sandbox{Budgets: abi.DefaultBudgets(), Calls: abi.Calls, Seed: 1, Invoke: door, Stop: new(atomic.Bool)}
}

func startGuest(tb testing.TB, r *Runtime, module []byte, sandbox abi.Sandbox) abi.Guest {
	tb.Helper()
	g, err := r.Start(programOf(module), sandbox)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { g.Close() })
	return g
}

func faultOf(tb testing.TB, err error) *abi.Fault {
	tb.Helper()
	fault, ok := errors.AsType[*abi.Fault](err)
	if !ok {
		tb.Fatalf("got %v, want a fault", err)
	}
	return fault
}
