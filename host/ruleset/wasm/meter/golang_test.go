package meter

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// Ensure a real program of standard Go, with its scheduler and its collector,
// computes the same plain and metered, and that what it pays is near to what
// runs.
func TestGoProgram(t *testing.T) {
	module := buildGo(t)
	// What is only computed to compare takes less to be interpreted than to be compiled.
	e, compared := compiler(t), interpreter(t)
	for _, e := range []*engine{e, compared} {
		wasi_snapshot_preview1.MustInstantiate(t.Context(), e.runtime)
	}
	plain, _ := runGo(compared, module)
	metered, paid := runGo(e, instrument(t, module))
	if plain != metered || plain == 0 {
		t.Errorf("plain gave %d, metered %d", plain, metered)
	}
	_, exact := runGo(compared, naive(t, module))
	t.Logf("paid %d for %d: %.2f", paid, exact, float64(paid)/float64(exact))
	if paid < exact || paid > 2*exact {
		t.Errorf("%d were paid for %d", paid, exact)
	}
}

func buildGo(t *testing.T) (module []byte) {
	t.Helper()
	if _, err := os.ReadFile(filepath.Join("testdata", "work", "main.go")); err != nil { // go test answers from its cache else
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "work.wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", file, "./testdata/work")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-trimpath") // as other guests are built: Go keeps what it compiled
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

func runGo(e *engine, module []byte) (result uint64, used int64) {
	e.tb.Helper()
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	instance, err := e.runtime.InstantiateWithConfig(e.tb.Context(), module, config)
	if err != nil {
		e.tb.Fatal(err)
	}
	if instance.ExportedGlobal(Fuel) != nil {
		set(e.tb, instance, Fuel, 1<<40)
		set(e.tb, instance, Depth, DepthMax)
	}
	for _, call := range []struct {
		name      string
		arguments []uint64
	}{{"_initialize", nil}, {"run", []uint64{2000}}} {
		results, err := instance.ExportedFunction(call.name).Call(e.tb.Context(), call.arguments...)
		if err != nil {
			e.tb.Fatal(err)
		}
		for _, result = range results {
		}
	}
	if instance.ExportedGlobal(Fuel) != nil {
		used = 1<<40 - get(instance, Fuel)
	}
	return result, used
}
