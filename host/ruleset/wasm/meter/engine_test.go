package meter

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// features: what may not be used of reference types is refused before. Without
// them wazero panics on segments that are not active.
const features = api.CoreFeaturesV2

type engine struct {
	tb      testing.TB
	runtime wazero.Runtime
}

func newEngine(tb testing.TB, config wazero.RuntimeConfig) *engine {
	tb.Helper()
	runtime := wazero.NewRuntimeWithConfig(tb.Context(), config.WithCoreFeatures(features).WithMemoryLimitPages(1024))
	tb.Cleanup(func() {
		if err := runtime.Close(context.Background()); err != nil {
			tb.Error(err)
		}
	})
	return &engine{tb, runtime}
}

func compiler(tb testing.TB) *engine {
	tb.Helper()
	return newEngine(tb, wazero.NewRuntimeConfigCompiler())
}

func interpreter(tb testing.TB) *engine {
	tb.Helper()
	return newEngine(tb, wazero.NewRuntimeConfigInterpreter())
}

// start instantiates a module; the caller closes it.
func (e *engine) start(module []byte) api.Module {
	e.tb.Helper()
	instance, err := e.runtime.InstantiateWithConfig(e.tb.Context(), module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		e.tb.Fatal(err)
	}
	return instance
}

func set(tb testing.TB, instance api.Module, name string, value int64) {
	tb.Helper()
	global, is := instance.ExportedGlobal(name).(api.MutableGlobal)
	if !is {
		tb.Fatalf("no variable global %q is exported", name)
	}
	global.Set(uint64(value))
}

func get(instance api.Module, name string) int64 {
	return int64(instance.ExportedGlobal(name).Get())
}

func instrument(tb testing.TB, module []byte) []byte {
	tb.Helper()
	metered, err := Instrument(module)
	if err != nil {
		tb.Fatal(err)
	}
	return metered
}
