package guests

import (
	"context"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// goGuest is a guest in standard Go. Its imports below the tree are its inputs.
func goGuest(name, source string, inputs ...string) job {
	return job{
		name: name, lane: "go", outputs: []string{name + ".wasm"},
		inputs: append([]string{"go.mod", "go.sum", "abi", "sdk/go", source}, inputs...),
		toolchain: func(ctx context.Context, root string) (string, error) {
			said, err := tool.Call{Dir: root, Args: []string{"go", "env", "GOVERSION"}}.Output(ctx)
			return said + goFlags, err
		},
		build: func(ctx context.Context, root, into string) error {
			output := filepath.Join(into, name+".wasm")
			err := tool.Call{
				Dir: root,
				Env: []string{"GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS="},
				// -buildvcs=false: the commit's id would make each commit's bytes differ
				Args: []string{"go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", goFlags, "-o", output, "./" + source},
			}.Run(ctx)
			if err != nil {
				return err
			}
			return addManifest(root, source, output)
		},
	}
}

// goFlags leave out symbols and debug information: a third of the size.
const goFlags = "-s -w"
