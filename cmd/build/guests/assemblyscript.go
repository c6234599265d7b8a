package guests

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// assemblyScriptVersion is that of the compiler's package, which has no part
// that is built or fetched when it is installed.
const assemblyScriptVersion = "0.28.20"

// assemblyScript is a guest in AssemblyScript with the modules of
// sdk/assemblyscript.
func assemblyScript(name, source string) job {
	return job{
		name: name, lane: "assemblyscript", outputs: []string{name + ".wasm"}, conformance: true,
		inputs:    []string{"sdk/assemblyscript", source},
		toolchain: func(context.Context, string) (string, error) { return "assemblyscript " + assemblyScriptVersion, nil },
		build: func(ctx context.Context, root, into string) error {
			compiler, err := findAssemblyScript(ctx, root)
			if err != nil {
				return err
			}
			return tool.Call{Dir: root, Args: []string{
				"node", compiler, source + "/probe.ts", "-o", filepath.Join(into, name+".wasm"),
				"--optimizeLevel", "3", "--shrinkLevel", "1", "--runtime", "stub", "--use", "abort=sdk/assemblyscript/impressionism/onAbort",
			}}.Run(ctx)
		},
	}
}

// findAssemblyScript returns the compiler, installed below .tools at the first time.
func findAssemblyScript(ctx context.Context, root string) (string, error) {
	folder := filepath.Join(root, ".tools", "assemblyscript-"+assemblyScriptVersion)
	compiler := filepath.Join(folder, "node_modules", "assemblyscript", "bin", "asc.js")
	if _, err := os.Stat(compiler); err == nil {
		return compiler, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", errors.New("there is no npm: install Node.js with npm")
	}
	err = tool.Call{Args: []string{
		npm, "install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error",
		"assemblyscript@" + assemblyScriptVersion,
	}}.Run(ctx)
	if err != nil {
		return "", err
	}
	return compiler, nil
}
