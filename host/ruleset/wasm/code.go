package wasm

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// code is a vetted module, compiled, with the host functions that it imports. It
// has an engine of its own, so that closing it frees everything.
type code struct {
	hash      string
	memoryMin uint32 // pages
	users     int    // guests that are open
	runtime   wazero.Runtime
	module    wazero.CompiledModule
	cache     wazero.CompilationCache // nil: none
}

// features are what compilers emit by default. Of reference types they contain
// more than a module may use: the meter refuses table.grow, which no budget of
// memory covers, and all types but functions. Without them the engine breaks on
// element segments that table.init uses.
const features = api.CoreFeaturesV2

// compileWorkers is how many functions are compiled at once, where any have to be.
const compileWorkers = 2

// load compiles a vetted module, or takes its compiled form from the cache. A
// cache that cannot be used is done without.
func (r *Runtime) load(ctx context.Context, hash string, vetted vettedModule) (*code, error) {
	if r.config.Interpret || r.config.Cache == "" {
		return r.compile(ctx, hash, vetted, nil)
	}
	if c, err := r.loadCached(ctx, hash); err == nil {
		return c, nil
	}
	c, err := r.compileCached(ctx, hash, vetted)
	if err != nil {
		return r.compile(ctx, hash, vetted, nil)
	}
	return c, nil
}

// compile compiles a module, with a cache of the engine's or without one.
func (r *Runtime) compile(ctx context.Context, hash string, module vettedModule, cache wazero.CompilationCache) (*code, error) {
	config := wazero.NewRuntimeConfig()
	if r.config.Interpret {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	config = config.WithCoreFeatures(features).WithDebugInfoEnabled(false)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	c := &code{hash: hash, memoryMin: module.memoryMin, cache: cache, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	err := guarded(func() (err error) {
		c.module, err = c.runtime.CompileModule(experimental.WithCompilationWorkers(ctx, compileWorkers), module.bytes)
		if err != nil {
			return err
		}
		return link(ctx, c.runtime, c.module)
	})
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *code) close() error {
	ctx := context.Background()
	err := c.runtime.Close(ctx)
	if c.cache != nil {
		err = errors.Join(err, c.cache.Close(ctx))
	}
	return err
}
