package wasm

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Modules that a guest may import from.
const (
	moduleEnv  = "extism:host/env"
	moduleUser = "extism:host/user"
	moduleWASI = "wasi_snapshot_preview1"
)

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

// hostFunction is one function that a guest may import. Arguments and result are
// passed in stack, whose slots are as many as the larger of both.
type hostFunction struct {
	params  []api.ValueType
	results []api.ValueType
	price   int64 // in instructions, before what it does is known
	call    func(g *guest, stack []uint64)
}

// Call is how the engine calls it. The guest's budgets are looked at first.
func (f hostFunction) Call(ctx context.Context, _ api.Module, stack []uint64) {
	g, ok := ctx.Value(guestKey{}).(*guest)
	if !ok {
		trap("called outside of a guest")
	}
	g.look()
	g.work(f.price)
	f.call(g, stack)
}

// fits reports whether a guest imports the function as it is.
func (f hostFunction) fits(signature binary.FuncType) bool {
	return sameTypes(signature.Params, f.params) && sameTypes(signature.Results, f.results)
}

func (f hostFunction) String() string {
	return binary.FuncType{Params: binaryTypes(f.params), Results: binaryTypes(f.results)}.String()
}

func sameTypes(a []binary.ValueType, b []api.ValueType) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if byte(a[i]) != b[i] {
			return false
		}
	}
	return true
}

func binaryTypes(types []api.ValueType) []binary.ValueType {
	var same []binary.ValueType
	for _, t := range types {
		same = append(same, binary.ValueType(t))
	}
	return same
}

// lookup finds what an import means.
func lookup(module, name string) (hostFunction, bool) {
	var found hostFunction
	var ok bool
	switch module {
	case moduleEnv:
		found, ok = envFunctions[name]
	case moduleWASI:
		found, ok = wasiFunctions[name]
	case moduleUser:
		found, ok = userFunction(name)
	}
	return found, ok
}

// link adds to a runtime the functions that a module imports, and no others: each
// one costs time.
func link(ctx context.Context, runtime wazero.Runtime, module wazero.CompiledModule) error {
	builders := map[string]wazero.HostModuleBuilder{}
	linked := map[[2]string]bool{}
	for _, imported := range module.ImportedFunctions() {
		from, name, _ := imported.Import()
		function, ok := lookup(from, name)
		if !ok {
			return fmt.Errorf("it imports %s %s, which does not exist", from, name)
		}
		if linked[[2]string{from, name}] {
			continue
		}
		linked[[2]string{from, name}] = true
		if builders[from] == nil {
			builders[from] = runtime.NewHostModuleBuilder(from)
		}
		builders[from].NewFunctionBuilder().WithGoModuleFunction(function, function.params, function.results).Export(name)
	}
	for _, builder := range builders {
		if _, err := builder.Instantiate(ctx); err != nil {
			return fmt.Errorf("link host functions: %w", err)
		}
	}
	return nil
}
