// Package wasm runs a ruleset compiled to WebAssembly: it checks a module, vets
// it once in a limited child process, and starts instances of what was vetted
// with deterministic fuel, a memory account and the host calls they were given.
// It must not know what a skill is, nor read clock or environment; its files are
// those of the two folders in Config.
//
// Imports have the names of Extism's, so that guests built with Extism's kits run
// unchanged. Extism's own host SDK is not used: it costs a millisecond at each start,
// hides what a module imports, and grants all of WASI or nothing.
package wasm

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// Config names the folders of a Runtime.
type Config struct {
	Vetted    string // folder of vetted modules; must be kept
	Cache     string // folder of compiled code, derived from Vetted; empty: none is kept
	Interpret bool   // run without compiling: slower, with equal answers and equal fuel
}

// Runtime starts guests. It is safe for concurrent use; the guests are not.
type Runtime struct {
	config Config
	mutex  sync.Mutex
	loaded []*code // least recently used first
	closed bool
}

// Open makes a Runtime. It touches no file; folders are made when first written.
func Open(config Config) (*Runtime, error) {
	if config.Vetted == "" {
		return nil, errors.New("open wasm runtime: no folder for vetted modules is given")
	}
	return &Runtime{config: config}, nil
}

// Close frees all compiled code; guests have to be closed before.
func (r *Runtime) Close() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.closed = true
	var failed error
	for _, c := range r.loaded {
		failed = errors.Join(failed, c.close())
	}
	r.loaded = nil
	return failed
}

// Start makes an instance of a module that was vetted; see abi.Start. Errors are
// Faults: Unavailable where the module was not vetted or its vetted form is
// damaged, Limit where a budget ran out, else Internal.
func (r *Runtime) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	c, err := r.acquire(program)
	if err != nil {
		return nil, err
	}
	g := newGuest(program, sandbox, func() { r.release(c) })
	err = g.instantiate(c)
	if err == nil {
		err = g.initialize()
	}
	if err != nil {
		_ = g.Close() // the instance failed; that is what is reported
		return nil, err
	}
	return g, nil
}

// loadedMax bounds the compiled modules that are kept for the next Start. One of
// standard Go takes 15 MiB, the usual one under 1 MiB.
const loadedMax = 8

// acquire returns the compiled form of a module, which release has to be called for.
func (r *Runtime) acquire(program abi.Program) (*code, error) {
	name := hashOf(program.Code)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.closed {
		return nil, internal(program, "the runtime is closed")
	}
	for i, c := range r.loaded {
		if c.hash == name {
			c.users++
			r.loaded = append(append(r.loaded[:i:i], r.loaded[i+1:]...), c)
			return c, nil
		}
	}
	module, err := r.readVetted(program, name)
	if err != nil {
		return nil, err
	}
	c, err := r.load(context.Background(), name, module)
	if err != nil {
		return nil, internal(program, fmt.Sprintf("cannot be loaded: %v", err))
	}
	c.users = 1
	r.makeRoom()
	r.loaded = append(r.loaded, c)
	return c, nil
}

// makeRoom frees the least recently used modules that have no guest.
func (r *Runtime) makeRoom() {
	for i := 0; i < len(r.loaded) && len(r.loaded) >= loadedMax; {
		if r.loaded[i].users > 0 {
			i++
			continue
		}
		_ = r.loaded[i].close() // memory that could not be given back is no reason to fail
		r.loaded = append(r.loaded[:i], r.loaded[i+1:]...)
	}
}

func (r *Runtime) release(c *code) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	c.users--
}

func internal(program abi.Program, text string) *abi.Fault {
	return &abi.Fault{Code: abi.Internal, Message: cut.BytesEllipsis(program.Name+": "+text, messageBytesMax)}
}
