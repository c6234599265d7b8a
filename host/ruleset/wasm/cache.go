package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tetratelabs/wazero"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// The cache has a folder for each module:
//
//	skeleton.wasm                 the vetted module with empty functions, sealed
//	wazero-<version>-…/<key>      the machine code of the whole module, sealed
//
// The engine checks every instruction of a module whenever it loads it, which
// takes longer than all the rest. It looks the machine code up by a hash of the
// module's bytes and takes from these bytes what the code does not have: types,
// imports, exports, data. So the skeleton is loaded with the whole module's
// machine code under the skeleton's key. What was vetted once and carries a seal need
// not be checked again. The seal is ours, because the engine's covers machine code only.

// engineVersion is that of the pinned engine; TestEngineVersion compares it.
const engineVersion = "v1.12.0"

// cacheVersion names the folder of what this program can use.
var cacheVersion = fmt.Sprintf("wazero-%s-%s-%s-meter-%d", engineVersion, runtime.GOOS, runtime.GOARCH, meter.Version)

const skeletonFile = "skeleton.wasm"

func (r *Runtime) cacheFolder(hash string) string {
	return filepath.Join(r.config.Cache, cacheVersion, hash)
}

// dropCache removes the compiled form of a module.
func dropCache(folder string) { _ = os.RemoveAll(folder) } // what stays is checked again

// loadCached loads a module whose compiled form is whole.
func (r *Runtime) loadCached(ctx context.Context, hash string) (*code, error) {
	folder := r.cacheFolder(hash)
	content, err := foreign.Read(filepath.Join(folder, skeletonFile), vettedBytesMax)
	if err != nil {
		return nil, err
	}
	skeleton, err := unseal(content, hash)
	if err != nil {
		return nil, err
	}
	entry, err := entryOf(folder)
	if err != nil {
		return nil, err
	}
	if err := checkEntry(entry); err != nil {
		return nil, err
	}
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return nil, err
	}
	c, err := r.compile(ctx, hash, skeleton, cache)
	if err != nil {
		return nil, err
	}
	// The engine compiles the skeleton if the entry vanished meanwhile, or if a program
	// that names the engine's version otherwise wrote it: then a second entry is there.
	if used, err := entryOf(folder); err != nil || used != entry || checkEntry(entry) != nil {
		return nil, errors.Join(errEntry, c.close())
	}
	return c, nil
}

// compileCached compiles a module and puts its compiled form in place of what
// there was. The code that it gives is the whole module's.
func (r *Runtime) compileCached(ctx context.Context, hash string, vetted vettedModule) (*code, error) {
	parent := filepath.Join(r.config.Cache, cacheVersion)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	building, err := os.MkdirTemp(parent, "building-") // mode 0700
	if err != nil {
		return nil, err
	}
	defer dropCache(building)
	whole := filepath.Join(building, "whole")
	cache, err := wazero.NewCompilationCacheWithDir(whole)
	if err != nil {
		return nil, err
	}
	c, err := r.compile(ctx, hash, vetted, cache)
	if err != nil {
		return nil, err
	}
	if err := r.storeCompiled(ctx, building, whole, hash, vetted); err != nil {
		return c, nil // it runs all the same
	}
	return c, nil
}

// storeCompiled makes a module's folder of the entry that the engine wrote for
// the whole module.
func (r *Runtime) storeCompiled(ctx context.Context, building, whole, hash string, vetted vettedModule) error {
	skeleton, err := skeletonOf(vetted)
	if err != nil {
		return err
	}
	folder := filepath.Join(building, hash)
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return err
	}
	c, err := r.compile(ctx, hash, skeleton, cache)
	if err != nil {
		return err
	}
	if err := c.close(); err != nil {
		return err
	}
	from, err := entryOf(whole)
	if err != nil {
		return err
	}
	to, err := entryOf(folder)
	if err != nil {
		return err
	}
	if err := errors.Join(os.Rename(from, to), sealEntry(to)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, skeletonFile), skeleton.bytes, 0o600); err != nil {
		return err
	}
	dropCache(r.cacheFolder(hash))
	return os.Rename(folder, r.cacheFolder(hash))
}

// skeletonOf returns a vetted module with functions that do nothing but trap.
func skeletonOf(vetted vettedModule) (vettedModule, error) {
	m, err := binary.Decode(vetted.bytes)
	if err != nil {
		return vettedModule{}, err
	}
	for i := range m.Bodies {
		m.Bodies[i] = binary.Body{Code: []byte{byte(binary.OpUnreachable), byte(binary.OpEnd)}}
	}
	kept := m.Customs[:0]
	for _, custom := range m.Customs {
		if custom.Name == "name" {
			kept = append(kept, custom)
		}
	}
	m.Customs = kept
	return vettedModule{seal(m.Encode(), vetted.hash, vetted.memoryMin), vetted.memoryMin, vetted.hash}, nil
}
