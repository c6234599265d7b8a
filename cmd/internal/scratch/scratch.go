// Package scratch makes what a command needs for one run: a folder with modules that were
// checked for it alone, or with a host whose sessions nobody else has.
package scratch

import (
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Folder is the path of a temporary folder.
type Folder string

// Make makes a folder that is named for a command.
func Make(command string) (Folder, error) {
	folder, err := os.MkdirTemp("", "impressionism-"+command+"-")
	return Folder(folder), err
}

// Remove removes the folder; one that was never made is none.
func (f Folder) Remove() error { return os.RemoveAll(string(f)) }

// At returns a path in the folder.
func (f Folder) At(parts ...string) string {
	return filepath.Join(append([]string{string(f)}, parts...)...)
}

// Modules has e check and compile WebAssembly in the folder, unless it began to already.
func (f Folder) Modules(e *env.Env) {
	e.Paths.Vetted, e.Paths.Cache = f.At("vetted"), f.At("cache")
}

// Apart returns a copy of e that checks and compiles WebAssembly in the folder.
func (f Folder) Apart(e *env.Env) *env.Env {
	copied := *e
	f.Modules(&copied)
	copied.Modules = modules.New(&copied.Paths)
	return &copied
}

// Host returns a host of a workspace whose sessions are in a folder below it. The caller closes
// its Sessions before it removes the folder.
func (f Folder) Host(e *env.Env, workspace string, options session.Options, parts ...string) (*respond.Responder, error) {
	store, err := session.Open(f.At(append(parts, "state.db")...), options)
	if err != nil {
		return nil, err
	}
	return wire.Host(e, workspace, store), nil
}
