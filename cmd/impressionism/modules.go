package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

const languageWASM = "wasm"

// modules is the runtime of WebAssembly rulesets, opened when the first one is
// asked: most processes need none.
type modules struct {
	paths *config.Paths
	once  sync.Once
	open  *wasm.Runtime
	err   error
}

// newModules returns a runtime with its files at paths, which count when it is opened.
func newModules(paths *config.Paths) *modules { return &modules{paths: paths} }

func (m *modules) runtime() (*wasm.Runtime, error) {
	m.once.Do(func() {
		m.open, m.err = wasm.Open(wasm.Config{
			Vetted: m.paths.Vetted, Cache: m.cache(),
		})
	})
	return m.open, m.err
}

func (m *modules) cache() string { return filepath.Join(m.paths.Cache, "compiled") }

// Start is an abi.Start.
func (m *modules) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	runtime, err := m.runtime()
	if err != nil {
		return nil, &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("%s: WebAssembly cannot be run: %v", program.ID, err)}
	}
	return runtime.Start(program, sandbox)
}

// Vetted reports whether a module may run.
func (m *modules) Vetted(code []byte) bool {
	runtime, err := m.runtime()
	return err == nil && runtime.IsVetted(code)
}

// forget removes what vetting a module left.
func (m *modules) forget(code []byte) error {
	runtime, err := m.runtime()
	if err != nil {
		return err
	}
	return runtime.Forget(code)
}

// vetCommand is the name of the command that vets in a process of its own.
const vetCommand = "vet-module"

// vet has a ruleset's module vetted, if it is one.
func (a *app) vet(ctx context.Context, ruleset engine.Ruleset) error {
	if ruleset.Language != languageWASM {
		return nil
	}
	runtime, err := a.modules.runtime()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return runtime.Vet(ctx, ruleset.Program, []string{self, "rules", vetCommand, "--cache", a.modules.cache()})
}

// rulesVetCommand is for the program itself: it reads a module and writes the
// form of it that may run.
func (a *app) rulesVetCommand() *cobra.Command {
	var cache string
	command := &cobra.Command{
		Use: vetCommand, Hidden: true, Args: cobra.NoArgs,
		Short:   "Check and compile the module on stdin within limits, and write what may run",
		Example: "  impressionism rules vet-module < careful.wasm > /dev/null",
		RunE: func(*cobra.Command, []string) error {
			return failed(wasm.VetChild(a.in, a.rawOut, cache))
		},
	}
	command.Flags().StringVar(&cache, "cache", "", "folder of compiled code")
	return command
}
