package guests

import (
	"context"
	"os/exec"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// tinyGo is a guest in standard Go's source, compiled by TinyGo. No registry that the project may
// use has TinyGo, so it is built where it is present: an experimental language.
func tinyGo(name, source string) job {
	return job{
		name: name, lane: "tinygo", outputs: []string{name + ".wasm"}, conformance: true,
		inputs: []string{"go.mod", "go.sum", "abi", "sdk/go", source},
		toolchain: func(ctx context.Context, root string) (string, error) {
			return tool.Call{Dir: root, Args: []string{"tinygo", "version"}}.Output(ctx)
		},
		build: func(ctx context.Context, root, into string) error {
			return tool.Call{Dir: root, Env: []string{"GOFLAGS="}, Args: []string{
				"tinygo", "build", "-target", "wasip1", "-buildmode=c-shared", "-no-debug", "-o", filepath.Join(into, name+".wasm"), "./" + source,
			}}.Run(ctx)
		},
	}
}

func tinyGoIsPresent() bool {
	_, err := exec.LookPath("tinygo")
	return err == nil
}
