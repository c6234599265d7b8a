// Package modules opens the WebAssembly runtime when the first ruleset needs it, and
// names the command that vets modules.
package modules

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// LanguageWASM is the language of rulesets that are WebAssembly modules.
const LanguageWASM = "wasm"

// Modules is the runtime of WebAssembly rulesets, opened when the first one is
// asked: most processes need none.
type Modules struct {
	paths *config.Paths
	once  sync.Once
	open  *wasm.Runtime
	err   error
}

// New returns a runtime with its files at paths, which count when it is opened.
func New(paths *config.Paths) *Modules { return &Modules{paths: paths} }

// Runtime returns the runtime, opened now where it was not.
func (m *Modules) Runtime() (*wasm.Runtime, error) {
	m.once.Do(func() {
		m.open, m.err = wasm.Open(wasm.Config{
			Vetted: m.paths.Vetted, Cache: m.Cache(),
		})
	})
	return m.open, m.err
}

// Cache returns the folder of compiled code.
func (m *Modules) Cache() string { return filepath.Join(m.paths.Cache, "compiled") }

// Start is an abi.Start.
func (m *Modules) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	runtime, err := m.Runtime()
	if err != nil {
		return nil, &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("%s: WebAssembly cannot be run: %v", program.ID, err)}
	}
	return runtime.Start(program, sandbox)
}

// Vetted reports whether a module may run.
func (m *Modules) Vetted(code []byte) bool {
	runtime, err := m.Runtime()
	return err == nil && runtime.IsVetted(code)
}

// Forget removes what vetting a module left.
func (m *Modules) Forget(code []byte) error {
	runtime, err := m.Runtime()
	if err != nil {
		return err
	}
	return runtime.Forget(code)
}

// VetCommand is the name of the command that vets in a process of its own.
const VetCommand = "vet-module"
